// Names of cells and sections, for the readout below the map and for screen readers. Pure.

import { withGloss } from "../glossed.js";
import { last } from "../last.js";
import { columnName } from "./draw_words.js";
import { isGrid } from "./layout.js";

/** The name of a cell: "Encoder layer 1 · head 2 · Weights[ cat, sat ]". @param {ModelMap.Part} part @param {ModelMap.Cell} cell */
export function cellName(part, { place, index }) {
  const tensor = part.tensors[place], { strings } = part;
  const head = tensor.heads ? strings.head.replace("{number}", String(index[0] + 1)) : "";
  const where = [sectionName(part, place), head, columnName(strings, tensor)].filter(Boolean).join(" · ");
  return `${where}[ ${rowName(part[tensor.rows], last(index, 2))}, ${lastLabel(part, tensor, last(index))} ]`;
}

/** The name of a row, with its gloss. @param {ModelMap.Words} words @param {number} row */
export function rowName({ labels, glosses }, row) {
  return withGloss(labels[row], glosses?.[row]);
}

/** The word of several rows that a row is a piece of, if it is of one. @param {ModelMap.Words} words @param {number} row */
export function joinedAt({ joined }, row) {
  return joined?.find(({ first, count }) => row >= first && row < first + count);
}

/** What a row's token is besides its name: a special one, or a piece of a word. @param {ModelMap.Part} part @param {ModelMap.Side} side @param {number} row */
export function kindOfRow(part, side, row) {
  const word = joinedAt(part[side], row), { special = "", piece = "" } = part.strings;
  if (part[side].special?.includes(row)) return special;
  return word ? piece.replace("{word}", () => word.word) : "";
}

/**
 * The name of a column: a token, with its gloss, or a number.
 * @param {ModelMap.Part} part @param {ModelMap.TensorHeader} tensor @param {number} at
 */
export function lastLabel(part, tensor, at) {
  if (isGrid(tensor)) return rowName(part[tensor.of || tensor.rows], at);
  return (tensor.axis === "token" && tokenName(part, at)) || String(at);
}

/**
 * The name of a token of the vocabulary, with its gloss; beyond the named ones its id, null if none is named.
 * @param {ModelMap.Part} part @param {number} at
 */
function tokenName(part, at) {
  const names = vocabularyOf(part);
  return names && (names[at] === undefined ? `#${at}` : withGloss(names[at], glossesOf(part)[at]));
}

/** The id of a token that the map names; -1 if it names none so. @param {ModelMap.Part} part @param {string} name */
export function tokenId(part, name) {
  const names = vocabularyOf(part), [, id] = /^#(\d+)$/.exec(name) ?? [];
  const place = names?.indexOf(name) ?? -1;
  return place < 0 && names && id ? Number(id) : place;
}

const vocabularies = new WeakMap(), glosses = new WeakMap();

/** The glosses of the vocabulary, sent like its names; empty if it has none. @param {ModelMap.Part} part */
function glossesOf(part) {
  if (!glosses.has(part)) glosses.set(part, (part.vocabularyGlosses ?? "").split("\n"));
  return glosses.get(part);
}

/**
 * The names of the first columns of the logits, sent as lines of one text, or of a large vocabulary those that are shown;
 * null if they have no names.
 * @param {ModelMap.Part} part @returns {string[] | null}
 */
function vocabularyOf(part) {
  if (!part.vocabulary && !part.named) return null;
  if (!vocabularies.has(part)) vocabularies.set(part, part.vocabulary?.split("\n") ?? sparse(part.named ?? {}));
  return vocabularies.get(part);
}

/** @param {Record<string, string>} named */
function sparse(named) {
  /** @type {string[]} */
  const names = [];
  for (const [id, name] of Object.entries(named)) names[Number(id)] = name;
  return names;
}

/** The layer and the sublayer in which a tensor is computed. @param {ModelMap.Part} part @param {number} place */
export function sectionName(part, place) {
  const section = part.sections.find(({ tensors }) => tensors.includes(place));
  return section ? sectionTitle(part, section) : "";
}

/** @param {Pick<ModelMap.Part, "strings">} part @param {ModelMap.Section} section */
export function sectionTitle({ strings }, { stack, part, layer }) {
  if (layer === null) return strings.titles[`${stack}.${part}`] ?? strings.titles[part] ?? "";
  return `${strings.titles[stack].replace("{number}", String(layer + 1))} · ${strings.parts[part]}`;
}
