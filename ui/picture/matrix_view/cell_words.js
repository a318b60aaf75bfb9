// What is said of a cell: its place by name, and its value.

import { exactText } from "./numbers.js";
import { cellIndex, isHidden, namedAt } from "./selection.js";

/** @param {Matrices.Board} board @param {string} id */
export function itemOf(board, id) {
  return /** @type {Matrices.Matrix} */ (board.items.find((item) => item.id === id));
}

/**
 * A value as text: for a mask its meaning, for a hidden cell only that it is hidden.
 * @param {Matrices.Board} board @param {Matrices.Matrix} item @param {Matrices.Cell} cell
 */
function valueText(board, item, cell) {
  const { hidden, mask_hidden: one, mask_visible: zero, predict_covered: covered } = board.strings;
  if (item.covered?.[cellIndex(item, cell)]) return covered;
  if (item.scale === "mask") {
    const hides = isHidden(item, cell);
    // Of a mask whose True keeps, a 0 hides. What is painted is in `hidden` alone.
    const number = item.paintable || item.answer ? Number(hides) : item.values[cellIndex(item, cell)];
    return (hides ? one : zero).replace("{number}", String(number));
  }
  return isHidden(item, cell) ? hidden : exactText(item.values[cellIndex(item, cell)]);
}

/** @param {Matrices.Board} board @param {Matrices.Pin} place */
export function sentence(board, place) {
  const item = itemOf(board, place.id), { row, col, tile } = place.cell;
  const where = [{ axis: item.rows, at: row }, { axis: item.cols, at: col }];
  if (item.kind === "tiles") where.unshift({ axis: item.tileAxis, at: tile });
  const names = where.map(({ axis, at }) => `${axis.spoken} ${namedAt(axis, at)}`.trim()).join(", ");
  return `${item.name} [ ${names} ] = ${valueText(board, item, place.cell)}`;
}

/** The number of a cell as a plain text, to edit. @param {Matrices.Board} board @param {Matrices.Pin} pin */
export function exactPlain(board, pin) {
  const item = itemOf(board, pin.id);
  return String(Number(item.values[cellIndex(item, pin.cell)].toPrecision(7)));
}
