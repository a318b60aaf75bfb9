// Covers numbers: what is drawn, said, tabulated or saved is a copy of the matrix that does not have them.

import { coveredCells } from "./places.js";

/**
 * A copy of a matrix without the numbers of some cells, and without what tells of them: marks, bars, a caption, colours.
 * @param {Matrices.Matrix} item @param {number[]} cells @param {Prediction.Answer | null} [answer] @returns {Matrices.Matrix}
 */
export function veiled(item, cells, answer = null) {
  const covered = new Uint8Array(item.values.length), values = new Float32Array(item.values), hidden = item.hidden?.slice() ?? null;
  for (const index of withMirrored(item, cells)) {
    covered[index] = 1;
    values[index] = NaN;
    if (hidden) hidden[index] = 0;
  }
  return { ...item, values, hidden, covered, answer, marks: null, note: item.note && "?", editable: false, paintable: false, ...barsOf(item, covered) };
}

/** In a symmetric matrix a column has the numbers of a row: they are covered with it. @param {Matrices.Matrix} item @param {number[]} cells */
function withMirrored({ kind, rowCount: size, colCount, values }, cells) {
  const mirrored = (/** @type {number} */ index) => (index % size) * size + Math.floor(index / size);
  const isSymmetric = kind !== "tiles" && size === colCount && size > 1 && values.every((value, index) => isNear(value, values[mirrored(index)]));
  return isSymmetric ? [...cells, ...cells.map(mirrored)] : cells;
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
 * The cells that another matrix hides as a mask does, if it hides all that the mask does: hatching tells as much as the
 * mask's own numbers. A mask of one row hides the same keys in every row.
 * @param {Matrices.Matrix} item @param {Matrices.Matrix} mask @param {Prediction.Question} question
 */
function maskedCells(item, mask, question) {
  const { hidden } = item, { rowCount, colCount } = mask;
  if (!hidden || !mask.hidden?.some(Boolean) || item.colCount !== colCount || ![1, item.rowCount].includes(rowCount)) return [];
  const places = Array.from(item.values.keys(), (index) => index % (rowCount * colCount));
  if (!places.every((place, index) => !mask.hidden?.[place] || hidden[index])) return [];
  const covered = new Set(coveredCells(mask, question));
  return [...places.keys()].filter((index) => covered.has(places[index]));
}

/** @param {Matrices.Matrix} one @param {Matrices.Matrix} other */
const isSameShape = (one, other) => one.rowCount === other.rowCount && one.colCount === other.colCount;

/**
 * The cells in which another matrix shows what a question covers, because it, or one of its tiles, has the same numbers.
 * @param {Matrices.Matrix} item @param {Matrices.Matrix} asked @param {Prediction.Question} question
 */
export function sameCells(item, asked, question) {
  if (asked.scale === "mask") return maskedCells(item, asked, question);
  if (!isSameShape(item, asked) || item.scale !== asked.scale) return [];
  const size = asked.rowCount * asked.colCount, first = question.tile * size;
  const cells = coveredCells(asked, question).map((index) => index - first);
  return startsOf(item, asked.values.subarray(first, first + size)).flatMap((start) => cells.map((place) => start + place));
}

/**
 * Whether every row has the same order in two matrices, as the scores, the scaled scores and the weights of a query:
 * whoever sees one of them knows which number of the other is the largest. Equal numbers may be in any order.
 * @param {Matrices.Matrix} item @param {Matrices.Matrix} asked
 */
function isInSameOrder(item, asked) {
  const { rowCount, colCount, values, hidden } = asked;
  let isOrdered = false;
  for (let row = 0; row < rowCount; row++) {
    const places = Array.from({ length: colCount }, (_, col) => row * colCount + col).filter((place) => !hidden?.[place]);
    const sorted = places.sort((one, other) => values[one] - values[other] || item.values[one] - item.values[other]);
    for (let at = 1; at < sorted.length; at++) {
      const before = sorted[at - 1], here = sorted[at];
      if (!(item.values[before] <= item.values[here])) return false;
      isOrdered ||= values[before] < values[here] && item.values[before] < item.values[here];
    }
  }
  return isOrdered;
}

/** Whether a matrix is the difference of two others. @param {Matrices.Matrix} item @param {Matrices.Matrix} one @param {Matrices.Matrix} other */
function isDifference(item, one, other) {
  let sign = 0;
  for (let index = 0; index < item.values.length; index++) {
    const gap = one.values[index] - other.values[index], value = item.values[index];
    if (!Number.isFinite(gap) || item.hidden?.[index] || !gap) continue;
    const here = isNear(value, gap) ? 1 : isNear(value, -gap) ? -1 : 0;
    if (!here || (sign && here !== sign)) return false;
    sign = here;
  }
  return sign !== 0;
}

/** @param {number} one @param {number} other */
const isNear = (one, other) => Math.abs(one - other) <= 1e-5 * Math.max(1, Math.abs(other));

/**
 * The cells of a board's other matrix that give away what a question covers in one of its matrices: those of a later one
 * with the same order in each row, as it follows from the covered one, and those of a later difference.
 * @param {Matrices.Matrix} item @param {Matrices.Matrix} asked @param {Prediction.Question} question @param {Matrices.Item[]} items
 */
function tellingCells(item, asked, question, items) {
  const isPlain = item.kind !== "tiles" && asked.kind !== "tiles" && asked.scale !== "mask" && item.scale !== "mask" && isSameShape(item, asked);
  const at = items.indexOf(item), isLater = items.includes(asked) && items.indexOf(asked) < at;
  if (!isPlain || !isLater) return [];
  const others = items.slice(0, at).flatMap((one) => (one.shape && one !== asked && one.kind !== "tiles" && isSameShape(one, asked) ? [one] : []));
  const tells = isInSameOrder(item, asked) || others.some((other) => isDifference(item, asked, other));
  return tells ? coveredCells(asked, question) : [];
}

/** The cells of the columns and rows of a matrix that are a covered line. @param {Matrices.Matrix} item @param {(number | null)[][]} lines */
function lineCells(item, lines) {
  const { rowCount, colCount } = item, columns = Array.from({ length: colCount }, (_, col) => Array.from({ length: rowCount }, (__, row) => row * colCount + col));
  const rows = Array.from({ length: rowCount }, (_, row) => Array.from({ length: colCount }, (__, col) => row * colCount + col));
  const isLine = (/** @type {number[]} */ places) => lines.some((line) => (
    line.length === places.length && line.length > 1 && places.every((place, at) => isNear(item.values[place], line[at] ?? NaN))));
  return item.kind === "tiles" ? [] : [...columns, ...rows].filter(isLine).flat();
}

/**
 * An item of a board while something on the page is covered: as it is, or veiled.
 * @param {Matrices.Item} item @param {Prediction.Covered[]} covers @param {Matrices.Item[]} [items] of the same board
 */
export function veiledBy(item, covers, items = []) {
  if (!item.shape) return item;
  const cells = covers.flatMap((one) => {
    if (one.kind === "curve") return lineCells(item, one.lines);
    if (one.item === item) return coveredCells(item, one.question);
    const same = sameCells(item, one.item, one.question);
    return same.length ? same : tellingCells(item, one.item, one.question, items);
  });
  return cells.length ? veiled(item, cells) : item;
}
