// Covers numbers: what is drawn, said, tabulated or saved is a copy of the matrix that does not have them.

import { coveredCells } from "./places.js";

/**
 * A copy of a matrix without the numbers of some cells, and without what tells of them: marks, bars, a caption, colours.
 * @param {Matrices.Matrix} item @param {number[]} cells @param {Prediction.Answer | null} [answer] @returns {Matrices.Matrix}
 */
export function veiled(item, cells, answer = null) {
  const covered = new Uint8Array(item.values.length), values = new Float32Array(item.values), hidden = item.hidden?.slice() ?? null;
  for (const index of cells) {
    covered[index] = 1;
    values[index] = NaN;
    if (hidden) hidden[index] = 0;
  }
  return { ...item, values, hidden, covered, answer, marks: null, note: item.note && "?", editable: false, paintable: false, ...barsOf(item, covered) };
}

/** The bars beside the rows, without those of covered cells. @param {Matrices.Matrix} item @param {Uint8Array} covered */
function barsOf({ bars, colCount }, covered) {
  if (!bars) return {};
  const isOpen = (/** @type {number} */ row) => !covered.subarray(row * colCount, (row + 1) * colCount).some(Boolean);
  return { bars: { ...bars, values: bars.values.map((value, row) => (isOpen(row) ? value : null)) } };
}

/** The first index of each matrix in an item that has the same numbers. @param {Matrices.Matrix} item @param {Float32Array} numbers */
function startsOf(item, numbers) {
  const starts = Array.from({ length: item.tiles }, (_, tile) => tile * numbers.length);
  return starts.filter((start) => numbers.every((value, at) => Object.is(value, item.values[start + at])));
}

/**
 * The cells that another matrix hides as a mask does, if it hides what the mask does and nothing else: hatching tells as
 * much as the mask's own numbers. A mask of one row hides the same keys in every row.
 * @param {Matrices.Matrix} item @param {Matrices.Matrix} mask @param {Prediction.Question} question
 */
function maskedCells(item, mask, question) {
  const { hidden } = item, { rowCount, colCount } = mask;
  if (!hidden || !mask.hidden?.some(Boolean) || item.colCount !== colCount || ![1, item.rowCount].includes(rowCount)) return [];
  const places = Array.from(item.values.keys(), (index) => index % (rowCount * colCount));
  if (!places.every((place, index) => Boolean(mask.hidden?.[place]) === Boolean(hidden[index]))) return [];
  const covered = new Set(coveredCells(mask, question));
  return [...places.keys()].filter((index) => covered.has(places[index]));
}

/**
 * The cells in which another matrix shows what a question covers, because it, or one of its tiles, has the same numbers.
 * @param {Matrices.Matrix} item @param {Matrices.Matrix} asked @param {Prediction.Question} question
 */
export function sameCells(item, asked, question) {
  if (asked.scale === "mask") return maskedCells(item, asked, question);
  if (item.rowCount !== asked.rowCount || item.colCount !== asked.colCount || item.scale !== asked.scale) return [];
  const size = asked.rowCount * asked.colCount, first = question.tile * size;
  const cells = coveredCells(asked, question).map((index) => index - first);
  return startsOf(item, asked.values.subarray(first, first + size)).flatMap((start) => cells.map((place) => start + place));
}

/**
 * An item of a board while something on the page is covered: as it is, or veiled.
 * @param {Matrices.Item} item @param {(Prediction.Covered & {kind: "matrix"})[]} covers
 */
export function veiledBy(item, covers) {
  if (!item.shape) return item;
  const cells = covers.flatMap((one) => (one.item === item ? coveredCells(item, one.question) : sameCells(item, one.item, one.question)));
  return cells.length ? veiled(item, cells) : item;
}
