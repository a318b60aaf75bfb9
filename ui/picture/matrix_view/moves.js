// The moves from a cell by keys.

/** @type {Record<string, [down: number, right: number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
/** The number of rows that Page Up and Page Down move. */
const PAGE = 10;

/** @param {number} place @param {number} count */
const within = (/** @type {number} */ place, /** @type {number} */ count) => Math.max(0, Math.min(count - 1, place));

/**
 * The neighbouring tile in a direction; null if there is none. There are `columns` tiles in a row.
 * @param {Matrices.Matrix} item @param {number} columns @param {number} tile @param {[number, number]} by
 */
function nextTile(item, columns, tile, [down, right]) {
  const column = (tile % columns) + right, next = tile + right + down * columns;
  return column >= 0 && column < columns && next >= 0 && next < item.tiles ? next : null;
}

/** @param {Matrices.Matrix} item @param {number} columns @param {Matrices.Cell} cell @param {[number, number]} by */
function stepped(item, columns, { tile, row, col }, by) {
  const to = { tile, row: row + by[0], col: col + by[1] };
  const isInside = to.row >= 0 && to.col >= 0 && to.row < item.rowCount && to.col < item.colCount;
  if (isInside) return to;
  const next = item.tiles > 1 ? nextTile(item, columns, tile, by) : null;
  if (next === null) return { tile, row: within(to.row, item.rowCount), col: within(to.col, item.colCount) };
  // Across the edge of one tile into its neighbour.
  const enter = (/** @type {number} */ place, /** @type {number} */ count) => (place + count) % count;
  return { tile: next, row: enter(to.row, item.rowCount), col: enter(to.col, item.colCount) };
}

/**
 * The cell that a key moves to; null for any other key. Arrows also cross from tile to tile; Home and End move along
 * the row, or with `isFar` (Control) to the first and the last cell; Page Up and Down move by rows or tiles.
 * @param {Matrices.Matrix} item @param {number} columns @param {Matrices.Cell} cell @param {string} key @param {boolean} isFar
 */
export function movedBy(item, columns, cell, key, isFar) {
  const { rowCount, colCount, tiles } = item;
  if (ARROWS[key]) return isFar ? null : stepped(item, columns, cell, ARROWS[key]);
  if (key === "Home") return { ...cell, col: 0, row: isFar ? 0 : cell.row };
  if (key === "End") return { ...cell, col: colCount - 1, row: isFar ? rowCount - 1 : cell.row };
  const by = key === "PageUp" ? -1 : key === "PageDown" ? 1 : 0;
  if (!by || isFar) return null;
  return tiles > 1 ? { ...cell, tile: within(cell.tile + by, tiles) }
    : { ...cell, row: within(cell.row + by * PAGE, rowCount) };
}
