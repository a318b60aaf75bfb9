// Handles a file that was dropped on the page, and the message about it.

import { element } from "../picture/element.js";
import { loadInto } from "./load.js";
import { openSetting } from "./open_file.js";
import { fetchShared, requestOf } from "./server.js";
import { withStyles } from "./styles.js";

const SAID_MS = 8000;

/** Shows a line at the lower edge of the window for a while. @param {string} text */
export function sayOnPage(text) {
  document.querySelector(".share-message")?.remove();
  const sign = element("div", "share-message");
  sign.setAttribute("role", "status");
  document.body.append(sign);
  // Screen readers announce text that is put into an element that already exists.
  setTimeout(() => { sign.textContent = text; });
  setTimeout(() => sign.remove(), SAID_MS);
}

let before = Promise.resolve();

/**
 * Loads a file into the matrix that it was dropped on, or opens a settings file. One file after the other, so that the
 * message is about the last one.
 * @param {Page.Store} store @param {File} file @param {EventTarget | null} target
 */
export function takeFile(store, file, target) {
  before = before.then(() => taken(store, file, target)).catch(() => sayOnPage(store.shared.strings.no_answer));
  return before;
}

/** The id of the matrix that something was dropped on. @param {EventTarget | null} target */
function matrixAt(target) {
  /** @type {HTMLElement | null | undefined} */
  const node = /** @type {Element | null} */ (target)?.closest?.("[data-workbench=matrix]");
  return node?.dataset.id;
}

/** @param {Page.Store} store @param {File} file @param {EventTarget | null} target */
async function taken(store, file, target) {
  if (!store.state) return;
  const asked = Promise.all([fetchShared(store, "about", requestOf(store)), withStyles()]);
  /** @type {Share.About | null} */
  const about = await asked.then(([answer]) => answer.json()).catch(() => null);
  if (!about) return sayOnPage(store.shared.strings.no_answer);
  const { words } = about;
  const isSetting = /\.json$/i.test(file.name), matrix = matrixAt(target);
  const done = isSetting ? openSetting(store, words, file) : matrix ? loadInto(store, words, matrix, file) : Promise.resolve(words.file_no_target);
  sayOnPage((await done.catch(() => words.failed)) || (isSetting ? words.opened : words.loaded));
}
