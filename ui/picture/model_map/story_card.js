// During playback, the narration takes the place of the arithmetic.

import { element } from "../element.js";
import { lastStep } from "./play.js";
import { filled, narrationAt, stageAt } from "./narration.js";
import { nextOf } from "./said.js";

/** A card in place of the arithmetic, hidden from screen readers: the readout below the map has the same text. */
export function createStoryCard() {
  const node = element("div", "box map-story"), count = element("div", "count"), title = element("div", "title"), text = element("div", "text");
  node.setAttribute("aria-hidden", "true");
  node.append(count, title, text);
  return { node, refresh: (view) => {
    const sheet = view.node.closest(".workbench")?.querySelector(":scope > .sheet");
    if (!sheet) return;
    if (node.parentElement !== sheet) sheet.append(node);
    if (view.time === null || !view.placed) return;
    const { part } = view, story = narrationAt(part, view.placed, view.time, nextOf(view));
    const words = [filled(part.strings.narration.step, { number: stageAt(view.time) + 1, count: lastStep(part) }), story.title, story.text];
    [count, title, text].forEach((one, place) => {
      if (one.textContent !== words[place]) one.textContent = words[place];
    });
  }, close: () => node.remove() };
}
