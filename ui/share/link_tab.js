// The link: to copy, to photograph from a screen, and its contents; as a file if it is long.

import { element } from "../picture/element.js";
import { fileButton } from "./open_file.js";
import { copyField, saveFile } from "./save.js";
import { fetchShared, requestOf } from "./server.js";

/** @param {string} svg @param {Share.Texts} words */
function codeOf(svg, words) {
  const code = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  code.setAttribute("role", "img");
  code.setAttribute("aria-label", words.qr);
  const box = element("div", "qr");
  box.append(document.importNode(code, true));
  return box;
}

/** @param {Share.Context} context */
function copyRow({ link, words, say }) {
  const row = element("div", "row copy-link"), field = element("input");
  const copy = Object.assign(element("button", "chip main", words.copy_link), { type: "button" });
  Object.assign(field, { value: link, readOnly: true });
  field.setAttribute("aria-label", words.tab_link);
  field.onfocus = () => field.select();
  copy.onclick = async () => say((await copyField(field)) ? words.copied : words.copy_by_hand);
  row.append(field, copy);
  return row;
}

/** Lists what the link contains beyond the page's defaults. @param {Share.Context} context */
function heldIn({ about, words }) {
  const list = element("ul", "holds");
  list.append(...about.holds.map(([label, value]) => element("li", "", value ? `${label}: ${value}` : label)));
  const node = element("div");
  node.append(element("p", "", about.holds.length ? words.holds : words.holds_nothing), list);
  return node;
}

/** @param {Share.Context} context */
function fileRow({ store, words, say, dialog }) {
  const row = element("div", "row");
  const save = Object.assign(element("button", "chip", words.save_setting), { type: "button" });
  save.onclick = async () => {
    try {
      const file = await fetchShared(store, "setting", requestOf(store));
      saveFile(`${store.name}.json`, await file.blob());
      say(words.saved);
    } catch {
      say(words.failed);
    }
  };
  row.append(save, fileButton({ store, words, say, dialog }));
  return row;
}

/** Returns whether a host name means, on every machine, that machine itself. @param {string} host */
export function isOfThisMachine(host) {
  return /^(?:.+\.)?localhost$|^127(?:\.\d+){3}$|^\[::1\]$/.test(host);
}

/** @param {Share.Context} context */
export function linkTab(context) {
  const { about, link, words } = context, node = element("div", "link-tab"), text = element("div", "beside");
  text.append(copyRow(context));
  if (isOfThisMachine(new URL(link).hostname)) text.append(element("p", "long", words.only_here.replace("{host}", new URL(link).host)));
  if (about.long) text.append(element("p", "long", words.long.replace("{count}", link.length.toLocaleString("en"))));
  text.append(heldIn(context), fileRow(context), element("p", "quiet", words.file_help));
  node.append(text);
  if (about.qr) node.append(codeOf(about.qr, words));
  return node;
}
