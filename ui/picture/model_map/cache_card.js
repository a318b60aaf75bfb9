// The numbers of a key-value cache: above the arithmetic, or where this is folded or below, under the map.

import { element } from "../element.js";
import { cacheWords } from "./cache.js";
import { cacheRow } from "./draw_cache.js";
import { frontOf, isDocked } from "./overlay.js";

export function createCacheCard() {
  const node = element("div", "box map-cache"), title = element("div", "title"), token = element("div", "token"), text = element("div", "text"), list = element("dl");
  node.append(title, token, text, list);
  node.dataset.workbench = "cache";
  let shown = "";
  return { node, refresh: (/** @type {ModelMap.View} */ view) => {
    const row = view.layout ? cacheRow(view) : null, words = row === null ? null : cacheWords(view.part, row);
    if (!words) {
      node.remove();
      return;
    }
    const place = placeOf(view);
    if (node.parentElement !== place) place.prepend(node);
    const key = JSON.stringify(words);
    if (key === shown) return;
    shown = key;
    title.textContent = words.title;
    token.textContent = words.token;
    text.textContent = words.text;
    list.replaceChildren(...words.lines.flatMap(([name, number]) => [element("dt", "", name), element("dd", "", number)]));
  }, close: () => node.remove() };
}

/** Where the card goes: into the dock, or under the map. @param {ModelMap.View} view @returns {HTMLElement} */
function placeOf(view) {
  const host = frontOf(view), sheet = view.node.closest(".workbench")?.querySelector(":scope > .sheet");
  return host && isDocked(host) && sheet ? /** @type {HTMLElement} */ (sheet) : view.foot;
}
