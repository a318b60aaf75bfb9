// What becomes of a file that was dropped on the page, and what is said of it.

import { element } from "../picture/element.js";
import { loadInto } from "./load.js";
import { openSetting } from "./open_file.js";
import { fetchShared, requestOf } from "./server.js";
import { withStyles } from "./styles.js";

const SAID_MS = 8000;

/** A line at the lower edge of the window, for a while. */
export function sayOnPage(text) {
  document.querySelector(".share-said")?.remove();
  const sign = element("div", "share-said");
  sign.setAttribute("role", "status");
  document.body.append(sign);
  // What is put into a place that is there already is read out.
  setTimeout(() => { sign.textContent = text; });
  setTimeout(() => sign.remove(), SAID_MS);
}

let before = Promise.resolve();

/**
 * Puts the numbers of a file into the matrix that it was dropped on, or opens the file of a setting: one file after the
 * other, so that what is said is of the last.
 */
export function takeFile(store, file, target) {
  before = before.then(() => taken(store, file, target)).catch(() => sayOnPage(store.shared.strings.no_answer));
  return before;
}

async function taken(store, file, target) {
  if (!store.state) return;
  const asked = Promise.all([fetchShared(store, "about", requestOf(store)), withStyles()]);
  const about = await asked.then(([answer]) => answer.json()).catch(() => null);
  if (!about) return sayOnPage(store.shared.strings.no_answer);
  const { words } = about;
  const isSetting = /\.json$/i.test(file.name), matrix = target.closest?.("[data-workbench=matrix]")?.dataset.id;
  const done = isSetting ? openSetting(store, words, file) : matrix ? loadInto(store, words, matrix, file) : Promise.resolve(words.file_no_target);
  sayOnPage((await done.catch(() => words.failed)) || (isSetting ? words.opened : words.loaded));
}
