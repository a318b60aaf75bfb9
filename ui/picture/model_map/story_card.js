// During playback, the narration takes the place of the arithmetic; where this is folded or below, it lies over the map.

import { element } from "../element.js";
import { lastStep } from "./play.js";
import { filled, narrationAt, stageAt } from "./narration.js";
import { frontOf, isDocked } from "./overlay.js";
import { nextOf, storyOf } from "./readout.js";

/** The number of the step, its title and its text; null while there is nothing to tell. @param {ModelMap.View} view */
function storyAt(view) {
  const { part, placed, time } = view, { narration } = part.strings;
  if (view.ending) return ["", narration.end_title, storyOf(view)];
  if (time === null || !placed) return null;
  const { title, text } = narrationAt(part, placed, time, nextOf(view));
  return [filled(narration.step, { number: Math.max(1, stageAt(time) + 1), count: lastStep(part) }), title, text];
}

/** Where the card goes: into the dock, or over the lower edge of a map that has the window. @param {ModelMap.View} view */
function placeOf(view) {
  const host = frontOf(view);
  return host && !isDocked(host) ? host : view.node.closest(".workbench")?.querySelector(":scope > .sheet");
}

/** A card in place of the arithmetic, hidden from screen readers: the readout below the map has the same text. */
export function createStoryCard() {
  const node = element("div", "box map-story"), count = element("div", "count"), title = element("div", "title"), text = element("div", "text");
  node.setAttribute("aria-hidden", "true");
  node.append(count, title, text);
  return { node, refresh: (/** @type {ModelMap.View} */ view) => {
    const place = placeOf(view), story = storyAt(view);
    if (!place) return;
    if (node.parentElement !== place) place.append(node);
    if (!story) return;
    [count, title, text].forEach((one, at) => {
      if (one.textContent !== story[at]) one.textContent = story[at];
    });
  }, close: () => node.remove() };
}
