// Draws the most probable next tokens as bars, with the written one highlighted. A press on one pins its probability,
// where that can be explained.

import { element } from "../../picture/element.js";
import { ask } from "../../store/store.js";
import { glossedElement, labelNodes, withGloss } from "../../picture/glossed.js";

/** @typedef {{name: string, gloss: string, share: number, text: string, chosen: boolean, pin: string}} NextWord */
/** @typedef {{id: string, title: string, before: string, rows: NextWord[]}} NextWordsPart */

/** @param {NextWord} word @param {(pin: string) => void} pinned */
function rowOf({ name, gloss, share, text, chosen, pin }, pinned) {
  const row = element(pin ? "button" : "div", chosen ? "row chosen" : "row");
  if (pin) {
    row.setAttribute("type", "button");
    row.onclick = () => pinned(pin);
  }
  const track = element("span", "track"), fill = element("span", "fill");
  fill.style.width = `${100 * share}%`;
  track.append(fill);
  const named = element("span", "name");
  named.append(...labelNodes(name, gloss));
  named.title = withGloss(name, gloss);
  row.append(named, track, element("span", "number", text));
  return row;
}

/** @param {{store: Page.Store}} context */
function nextWords({ store }) {
  const node = element("div", "next-words");
  node.setAttribute("role", "group");
  node.dataset.workbench = "next-words";
  return {
    node,
    /** @param {NextWordsPart} part */
    show({ id, title, before, rows }) {
      node.dataset.id = id;
      const heading = element("div", "heading");
      heading.append(element("span", "title", title), glossedElement("span", "before", `${before} …`));
      node.setAttribute("aria-label", title);
      node.replaceChildren(heading, ...rows.map((row) => rowOf(row, (pin) => ask(store, { do: { pin } }))));
      node.dataset.drawn = String(performance.now());
    },
  };
}

/** @param {Page.AddKind} addKind */
export default function register(addKind) {
  addKind("next_words", nextWords);
}
