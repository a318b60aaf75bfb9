// Opens a saved settings file, with a button or by dropping it on the page.

import { ask } from "../store/store.js";
import { element } from "../picture/element.js";
import { fetchShared } from "./server.js";

const LONGEST = 64_000;

/**
 * Opens a settings file. Returns the message to show; nothing on success.
 * @param {Page.Store} store @param {Share.Texts} words @param {File} file @returns {Promise<string>}
 */
export async function openSetting(store, words, file) {
  if (file.size > LONGEST) return words.no_setting_file;
  const answer = await fetchShared(store, "open", await file.text());
  const { error, page, address, state, lost } = await answer.json();
  if (error) return error;
  if (page === store.name) ask(store, { to: state });
  else location.assign(`${location.pathname.replace(/[^/]*$/, page)}${address}`);
  return lost;
}

/** A button that opens a file picker. @param {Pick<Share.Context, "store" | "words" | "say" | "dialog">} context */
export function fileButton({ store, words, say, dialog }) {
  const button = Object.assign(element("button", "chip", words.open_setting), { type: "button" });
  const field = Object.assign(element("input"), { type: "file", accept: ".json,application/json", hidden: true });
  field.setAttribute("aria-label", words.open_setting);
  button.onclick = () => field.click();
  field.onchange = async () => {
    const [file] = field.files ?? [];
    if (!file) return;
    const problem = await openSetting(store, words, file).catch(() => words.failed);
    field.value = "";
    say(problem || words.opened);
    if (!problem) dialog.close();
  };
  const node = element("span");
  node.append(button, field);
  return node;
}
