// What was read of somebody's data: shown before anything starts.

import { element } from "../../ui/picture/element.js";

const MOST_LINES = 12;

/** @param {string} text @param {Record<string, string | number>} values */
export function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (found, name) => {
    const value = values[name];
    return value === undefined ? found : typeof value === "number" ? value.toLocaleString("en") : value;
  });
}

/**
 * The lines that were left out for a reason, the first of them by number.
 * @param {Training.Brought} found @param {string} reason @param {number} count @param {Training.OwnDataPart} part
 */
function reasonText({ left_out: lines }, reason, count, { strings, reasons }) {
  const numbers = lines.filter(([, why]) => why === reason).map(([line]) => line).slice(0, MOST_LINES);
  const more = count > numbers.length ? ` ${filled(strings.more, { count: count - numbers.length })}` : "";
  return filled(strings.reason, { reason: reasons[reason], lines: numbers.map((line) => line.toLocaleString("en")).join(", ") + more });
}

/** The share of tokens as a percentage, with a digit after the point below ten. @param {number} share */
function percent(share) {
  return (100 * share).toFixed(share && share < 0.1 ? 1 : 0);
}

/**
 * The sentences about what was read, in order.
 * @param {Training.Brought} found @param {Training.OwnDataPart} part @returns {string[]}
 */
export function sentencesOf(found, part) {
  const { strings } = part, values = {
    size: found.size, training: found.training, held_out: found.held_out, tokens: found.tokens, encoding: found.encoding.toUpperCase(), format: found.format.toUpperCase(),
    source: found.source_vocabulary, target: found.target_vocabulary, unknown: percent(found.unknown),
  };
  const said = [filled(strings[found.kind], values)], [source, target] = [found.source_lengths, found.target_lengths];
  if (source && target) {
    said.push(filled(strings.lengths, {
      source_least: source[0], source_middle: source[1], source_most: source[2], target_least: target[0], target_middle: target[1], target_most: target[2],
    }));
  }
  said.push(filled(strings[found.kind === "pairs" ? "vocabulary" : "vocabulary_text"], values));
  if (found.floors) said.push(filled(strings.floors, { unigram: found.floors.unigram.toFixed(3), bigram: found.floors.bigram.toFixed(3) }));
  const reasons = Object.entries(found.left_out_counts), count = reasons.reduce((sum, [, one]) => sum + one, 0);
  if (count) said.push(filled(count === 1 ? strings.left_out_one : strings.left_out, { count }), ...reasons.map(([reason, one]) => reasonText(found, reason, one, part)));
  if (found.removed) said.push(filled(found.removed === 1 ? strings.removed_one : strings.removed, { count: found.removed }));
  return said;
}

/** @param {() => void} swap called to exchange source and target */
export function createDataReport(swap) {
  const node = element("div", "report");
  node.dataset.workbench = "data-report";

  /** The first pairs as they are cut, under the names of their columns. @param {Training.Brought} found @param {Training.Texts} strings */
  function table({ examples }, strings) {
    const made = element("table"), head = element("tr");
    for (const name of ["source", "target"]) head.append(element("th", "", strings[name]));
    made.append(head, ...examples.map((pair) => {
      const row = element("tr");
      row.append(...pair.map((side) => Object.assign(element("td", "", side), { dir: "auto" })));
      return row;
    }));
    return made;
  }
  /** How one word is cut, step by step. @param {string[][]} steps @param {Training.Texts} strings */
  function piece(steps, strings) {
    const made = element("details"), summary = element("summary", "", strings.piece), list = element("ol");
    list.append(...steps.map((parts) => {
      const item = element("li");
      item.append(...parts.map((one) => element("span", "token", one.replace(/ /g, "␣"))));
      return item;
    }));
    made.append(summary, list);
    return made;
  }
  return { node, show(/** @type {Training.Brought | null} */ found, /** @type {Training.OwnDataPart} */ part) {
    node.replaceChildren();
    if (!found) return;
    const { strings } = part;
    node.append(...sentencesOf(found, part).map((text) => element("p", "", text)));
    if (found.kind === "pairs") {
      const change = element("button", "chip small", strings.swap);
      Object.assign(change, { type: "button", onclick: swap });
      node.append(table(found, strings));
      if (!found.is_plain) node.append(element("p", "which", strings.which));
      node.append(change);
    }
    if (found.piece.length > 1) node.append(piece(found.piece, strings));
  } };
}
