// Names of cells and sections, for the readout below the map and for screen readers. Pure.

import { columnName } from "./draw_words.js";
import { isGrid } from "./layout.js";

/** The name of a cell: "Encoder layer 1 · head 2 · Weights[ cat, sat ]". */
export function cellName(part, { place, index }) {
  const tensor = part.tensors[place], { strings } = part;
  const head = tensor.heads ? strings.head.replace("{number}", String(index[0] + 1)) : "";
  const where = [sectionName(part, place), head, columnName(strings, tensor)].filter(Boolean).join(" · ");
  return `${where}[ ${part[tensor.rows].labels[index.at(-2)]}, ${lastLabel(part, tensor, index.at(-1))} ]`;
}

function lastLabel(part, tensor, at) {
  if (isGrid(tensor)) return part[tensor.of || tensor.rows].labels[at];
  return (tensor.axis === "token" && vocabularyOf(part)?.[at]) || String(at);
}

const vocabularies = new WeakMap();

/** The names of the columns of the logits, sent as lines of one text; null if they have no names. */
export function vocabularyOf(part) {
  if (!part.vocabulary) return null;
  if (!vocabularies.has(part)) vocabularies.set(part, part.vocabulary.split("\n"));
  return vocabularies.get(part);
}

/** The layer and the sublayer in which a tensor is computed. */
export function sectionName(part, place) {
  const section = part.sections.find(({ tensors }) => tensors.includes(place));
  return sectionTitle(part, section);
}

export function sectionTitle({ strings }, { stack, part, layer }) {
  if (layer === null) return strings.titles[`${stack}.${part}`] ?? strings.titles[part] ?? "";
  return `${strings.titles[stack].replace("{number}", String(layer + 1))} · ${strings.parts[part]}`;
}
