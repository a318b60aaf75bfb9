// A selection has indices on named axes, e.g. {query: 2, key: 1}. A matrix whose rows are queries
// highlights row 2, one whose columns are keys highlights column 1, and one with both the cell.

import { withGloss } from "../glossed.js";

/** The selection that corresponds to a cell. @param {Matrices.Matrix} item @param {Matrices.Cell} cell */
export function selectionOf(item, cell) {
  const selection = { ...item.fixed };
  if (item.kind === "tiles") selection[item.tileAxis.name] = cell.tile;
  selection[item.rows.name] = cell.row;
  selection[item.cols.name] = cell.col;
  return selection;
}

/** @param {Matrices.Axis} axis @param {Matrices.Selection} selection @param {number} count */
function placesOn(axis, selection, count) {
  const places = [axis.name, ...axis.also].map((name) => selection[name]);
  return [...new Set(places.filter((place) => place !== undefined && place < count))];
}

/**
 * The rows, columns and tiles of a matrix that a selection highlights; empty lists if it does not apply.
 * @param {Matrices.Matrix} item @param {Matrices.Selection | null | undefined} selection
 */
export function lit(item, selection) {
  const none = { rows: [], cols: [], tiles: [] };
  if (!selection) return none;
  for (const [axis, place] of Object.entries(item.fixed ?? {})) {
    if (selection[axis] !== undefined && selection[axis] !== place) return none;
  }
  const tiles = item.kind === "tiles" ? placesOn(item.tileAxis, selection, item.tiles) : [0];
  return {
    rows: placesOn(item.rows, selection, item.rowCount),
    cols: placesOn(item.cols, selection, item.colCount),
    tiles,
  };
}

/** @param {Matrices.Axis} axis @param {number} place */
export function labelAt(axis, place) {
  return axis.labels ? axis.labels[place] : String(place + axis.first);
}

/** The gloss of a token; empty if it has none. @param {Matrices.Axis} axis @param {number} place */
export function glossAt(axis, place) {
  return axis.glosses?.[place] ?? "";
}

/** A label with its gloss, as text. @param {Matrices.Axis} axis @param {number} place */
export function namedAt(axis, place) {
  return withGloss(labelAt(axis, place), glossAt(axis, place));
}

/** @param {Matrices.Matrix} item @param {Matrices.Cell} cell */
export function cellIndex(item, cell) {
  return (cell.tile * item.rowCount + cell.row) * item.colCount + cell.col;
}

/** @param {Matrices.Matrix} item @param {Matrices.Cell} cell */
export function isHidden(item, cell) {
  return Boolean(item.hidden && item.hidden[cellIndex(item, cell)]);
}

/** The matrices of a board, without the operators and line breaks between them. @param {Matrices.Item[]} items */
export function matricesOf(items) {
  return items.filter((item) => item.shape !== undefined);
}

/** Return whether a matrix has a row, a column and a tile of a cell. @param {Matrices.Matrix} item @param {Matrices.Cell} cell */
export function isInside(item, { row, col, tile }) {
  return row < item.rowCount && col < item.colCount && tile < item.tiles;
}

/** A pin as text, e.g. "weights.2.1" or, in tiles, "heads.3.2.1". @param {Matrices.Matrix} item @param {Matrices.Cell | null} cell */
export function pinText(item, cell) {
  if (!cell) return "";
  const places = item.kind === "tiles" ? [cell.tile, cell.row, cell.col] : [cell.row, cell.col];
  return [item.id, ...places].join(".");
}

/** @param {Matrices.Item[]} items @param {string} text */
export function parsePin(items, text) {
  const [id, ...places] = (text || "").split(".");
  const item = matricesOf(items).find((one) => one.id === id);
  if (!item) return null;
  const [col, row, tile = 0] = places.map(Number).reverse();
  const cell = { tile, row, col };
  return isInside(item, cell) && row >= 0 && col >= 0 && tile >= 0 ? { id, cell } : null;
}
