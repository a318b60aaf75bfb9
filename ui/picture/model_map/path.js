// The path at the upper edge of the map: where one is, each part a button that shows what it names.

import { element } from "../element.js";
import { flyOut, flyToCell, flyToRange } from "./interaction.js";
import { STRIP_FROM } from "./layout.js";
import { pathOf } from "./where.js";

/** @param {ModelMap.View} view */
export function createPath(view) {
  const node = element("nav", "map-path");
  let shown = "", width = 0;
  node.hidden = true;
  node.addEventListener("pointerdown", (event) => event.stopPropagation());
  return { node, width: () => width, refresh() {
    node.hidden = view.camera.t < STRIP_FROM;
    if (node.hidden) return;
    const path = pathOf(view), key = JSON.stringify(path.map(({ kind, text }) => [kind, text]));
    if (key === shown) return;
    shown = key;
    node.setAttribute("aria-label", view.part.strings.path);
    node.replaceChildren(...path.map((one, place) => buttonOf(view, one, place === path.length - 1)));
    // Of a path longer than the window, its end is in sight.
    node.scrollLeft = node.scrollWidth;
    const last = /** @type {HTMLElement} */ (node.lastChild);
    width = last.offsetLeft + last.offsetWidth;
  } };
}

/** @param {ModelMap.View} view @param {ModelMap.PathStep} pathStep @param {boolean} isLast */
function buttonOf(view, { kind, text, spanAt }, isLast) {
  const button = Object.assign(element("button", "place", text), { type: "button", onclick: () => goTo(view, kind, spanAt) });
  if (isLast) button.setAttribute("aria-current", "location");
  return button;
}

/** @param {ModelMap.View} view @param {string} kind @param {ModelMap.PathStep["spanAt"]} spanAt */
function goTo(view, kind, spanAt) {
  if (kind === "whole") flyOut(view);
  else if (spanAt) flyToRange(view, spanAt);
  else if (view.selection.pinned) flyToCell(view, view.selection.pinned);
}
