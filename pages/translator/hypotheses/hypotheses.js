// Draws the hypotheses of beam search as a small table, with the translation highlighted.

import { element } from "../../../ui/picture/element.js";
import { glossedElement } from "../../../ui/picture/glossed.js";

/** @typedef {{text: string, glosses: string, numbers: string[], finished: boolean, chosen: boolean}} Hypothesis */
/** @typedef {{title: string, about: string, columns: string[], rows: Hypothesis[]}} HypothesesPart */

/** A text, and below it what its tokens mean. @param {string} text @param {string} glosses */
function cellOf(text, glosses) {
  const cell = glossedElement("td", "text", text);
  if (glosses) cell.append(element("div", "gloss", glosses));
  return cell;
}

/** @param {Hypothesis} hypothesis */
function rowOf({ text, glosses, numbers, finished, chosen }) {
  const row = element("tr", [chosen && "chosen", finished && "finished"].filter(Boolean).join(" "));
  row.append(cellOf(text, glosses), ...numbers.map((number) => element("td", "number", number)));
  return row;
}

function hypotheses() {
  const node = element("div", "hypotheses");
  node.setAttribute("role", "group");
  node.dataset.workbench = "hypotheses";
  return {
    node,
    /** @param {HypothesesPart} part */
    show({ title, about, columns, rows }) {
      const heading = element("div", "heading"), table = element("table"), head = element("tr");
      heading.append(element("span", "title", title), element("span", "about", about));
      columns.forEach((name, place) => head.append(element("th", place ? "number" : "text", name)));
      table.append(head, ...rows.map(rowOf));
      node.setAttribute("aria-label", title);
      node.replaceChildren(heading, table);
      node.dataset.drawn = String(performance.now());
    },
  };
}

/** @param {Page.AddKind} addKind */
export default function register(addKind) {
  addKind("hypotheses", hypotheses);
}
