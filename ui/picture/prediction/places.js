// Which cells a question is about, and which of them are covered. Indices are of a matrix's values.

import { cellIndex } from "../matrix_view/selection.js";

/** What tells two equal words apart on an axis. */
const COUNTED = / \(\d+\)$/;

/**
 * The index of a row or column as the page names it: its word, or the number that the page shows there, as `place_of` in
 * ui/lesson/conditions.py finds it; null if there is none.
 * @param {Prediction.Label | undefined} label @param {Pick<Matrices.Axis, "labels" | "first">} axis @param {number} count
 */
export function placeOf(label, { labels, first }, count) {
  for (const names of labels ? [labels, labels.map((one) => one.replace(COUNTED, ""))] : []) {
    const place = names.indexOf(String(label));
    if (place >= 0 && place < count) return place;
  }
  const place = typeof label === "number" && Number.isInteger(label) ? label - (labels ? 1 : first) : -1;
  return place >= 0 && place < count ? place : null;
}

/** The indices of the cells of a row. @param {Matrices.Matrix} item @param {number} tile @param {number} row */
function cellsOfRow(item, tile, row) {
  return Array.from({ length: item.colCount }, (_, col) => cellIndex(item, { tile, row, col }));
}

/** The indices of all cells of a matrix, or of one of several. @param {Matrices.Matrix} item @param {number} tile */
function cellsOfTile(item, tile) {
  const size = item.rowCount * item.colCount;
  return Array.from({ length: size }, (_, place) => tile * size + place);
}

/** A hidden cell has no number to guess; in a mask that is what is asked. @param {Matrices.Matrix} item @param {number[]} cells */
function withNumbers(item, cells) {
  return item.scale === "mask" ? cells : cells.filter((index) => !item.hidden?.[index]);
}

/** The cells that a question covers. @param {Matrices.Matrix} item @param {Prediction.Question} question */
export function coveredCells(item, { cover, tile, row, col }) {
  const cells = cover === "all" ? cellsOfTile(item, tile) : cover === "row" ? cellsOfRow(item, tile, row) : [cellIndex(item, { tile, row, col })];
  return withNumbers(item, cells);
}

/** The cells that a question asks about: those to fill in, or to choose among. @param {Matrices.Matrix} item @param {Prediction.Question} question */
export function askedCells(item, question) {
  const { kind, cover, tile, row } = question;
  if (kind === "cell") return coveredCells(item, { ...question, cover: "cell" });
  if (kind === "mask" || (kind === "pick" && cover === "all")) return coveredCells(item, question);
  return withNumbers(item, cellsOfRow(item, tile, row));
}

/** Tile, row and column of an index. @param {Matrices.Matrix} item @param {number} index @returns {Matrices.Cell} */
export function cellOf(item, index) {
  const size = item.rowCount * item.colCount, place = index % size;
  return { tile: Math.floor(index / size), row: Math.floor(place / item.colCount), col: place % item.colCount };
}

/** The first row with at least two numbers, else the first one. @param {Matrices.Matrix} item @param {number} tile */
export function firstRow(item, tile = 0) {
  for (let row = 0; row < item.rowCount; row++) {
    if (withNumbers(item, cellsOfRow(item, tile, row)).length > 1) return row;
  }
  return 0;
}

/** The first column of a row that has a number. @param {Matrices.Matrix} item @param {number} tile @param {number} row */
export function firstCol(item, tile, row) {
  const [first] = withNumbers(item, cellsOfRow(item, tile, row));
  return first === undefined ? 0 : cellOf(item, first).col;
}
