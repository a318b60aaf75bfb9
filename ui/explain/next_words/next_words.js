// Draws the most probable next tokens as bars, with the written one highlighted.

import { element } from "../../picture/element.js";
import { glossedElement, labelNodes, withGloss } from "../../picture/glossed.js";

/** @typedef {{name: string, gloss: string, share: number, text: string, chosen: boolean}} NextWord */
/** @typedef {{title: string, before: string, rows: NextWord[]}} NextWordsPart */

/** @param {NextWord} word */
function rowOf({ name, gloss, share, text, chosen }) {
  const row = element("div", chosen ? "row chosen" : "row");
  const track = element("span", "track"), fill = element("span", "fill");
  fill.style.width = `${100 * share}%`;
  track.append(fill);
  const named = element("span", "name");
  named.append(...labelNodes(name, gloss));
  named.title = withGloss(name, gloss);
  row.append(named, track, element("span", "number", text));
  return row;
}

function nextWords() {
  const node = element("div", "next-words");
  node.setAttribute("role", "group");
  node.dataset.workbench = "next-words";
  return {
    node,
    /** @param {NextWordsPart} part */
    show({ title, before, rows }) {
      const heading = element("div", "heading");
      heading.append(element("span", "title", title), glossedElement("span", "before", `${before} …`));
      node.setAttribute("aria-label", title);
      node.replaceChildren(heading, ...rows.map(rowOf));
      node.dataset.drawn = String(performance.now());
    },
  };
}

/** @param {Page.AddKind} addKind */
export default function register(addKind) {
  addKind("next_words", nextWords);
}
