// The layout of a matrix on its canvas, in CSS pixels.

import { isBelow, labelRoom, overhangOf, tileTitleRoom } from "./label_room.js";

const HEATMAP_HEIGHT = 400;
const ROOMY = 40;
const BARS_WIDTH = 58;

/** A single matrix, as tiles. */
const ONE_TILE = { columns: 1, gap: 0, title: 0, tileWidth: 0, tileHeight: 0 };

/** Return whether a matrix is drawn as an image; one with few cells is drawn cell by cell, with gaps and values. @param {Matrices.Matrix} item */
export function isHeatmap(item) {
  return item.kind !== "tiles" && (item.rowCount > 32 || item.colCount > 32);
}

const COMPACT = 16;
const LEAST_COMPACT = 6;
/** The number of columns from which a compact matrix counts as wide. */
const COMPACT_COLS = 16;
/** The smallest height of a row that has room for its name. */
const LEAST_NAMED = 14;
const FLAT = 22;
/** The width of a board on a phone, and that of a column whose numbers are still legible there. */
const PHONE = 480, LEAST_ON_PHONE = 25;
/** The width of a cell in a tile, as a share of that of other cells. */
const TILE_CELL = 0.6;

/** Return whether a matrix's cells shrink so that several matrices fit on one line. @param {Matrices.Matrix} item */
export function isWide(item) {
  return isHeatmap(item) || (item.compact && item.colCount >= COMPACT_COLS);
}

/** The row height that lines up a compact matrix with neighbours that show values. @param {number} rows */
function rowHeight(rows) {
  return rows <= 8 ? 38 : rows <= 12 ? 36 : 31;
}

/** By which factor cells may be larger than usual in a large window. @param {number} most */
function growth(most) {
  return Math.max(1, most / ROOMY);
}

/** @param {Matrices.Matrix} item @param {number} room @param {number} most */
function smallCell(item, room, most) {
  const fit = Math.floor(room / item.colCount), grown = (/** @type {number} */ size) => Math.floor(size * growth(most));
  if (item.compact) {
    const width = Math.max(LEAST_COMPACT, Math.min(grown(COMPACT), fit, most));
    const isTall = item.colCount <= item.rowCount;
    const height = Math.min(most, grown(isTall ? COMPACT : item.flat ? FLAT : rowHeight(item.rowCount)));
    return { width, height: Math.max(height, item.rows.labels ? LEAST_NAMED : 0) };
  }
  const roomy = Math.min(most, grown(item.colCount <= 8 ? 40 : item.colCount <= 12 ? 36 : 31));
  const least = Math.min(most, item.colCount <= 16 ? 29 : 12);
  const width = Math.max(least, Math.min(roomy, fit));
  const legible = item.rows.labels ? LEAST_NAMED : 0;
  return { width, height: Math.min(Math.max(width, legible), grown(item.rowCount > 20 ? 22 : 38)) };
}

/** @param {Matrices.Matrix} item @param {number} room @param {number} most @param {number} tall */
function heatmapCell(item, room, most, tall) {
  const usual = Math.floor(24 * growth(most)), width = Math.min(usual, most, room / item.colCount);
  const square = item.rowCount === item.colCount;
  const least = item.rows.labels ? 15 : square ? 0 : Math.max(width, 3);
  const height = Math.min(usual, Math.max(width, least), Math.max(tall / item.rowCount, item.rows.labels ? 15 : 0));
  return square ? { width: Math.min(width, height), height: Math.min(width, height) } : { width, height };
}

/** The frames of the outer tiles, and a pixel that a canvas may lose when its size is rounded. */
const EDGES = 3;

/** @param {Matrices.Matrix} item @param {number} room @param {number} most */
function tileGrid(item, room, most) {
  const columns = item.columns ?? Math.min(item.tiles, Math.max(1, Math.floor(room / 118)));
  const gap = item.tiles > 40 ? 6 : 14;
  // An overview: its cells are smaller than those of a matrix beside it, which shows its numbers.
  const usual = Math.min(5.5, Math.max(3, TILE_CELL * item.colCount)) * most;
  const width = Math.min(usual, (room - EDGES - gap * (columns - 1)) / columns);
  const cell = { width: width / item.colCount, height: Math.min(width, 4 * most) / item.rowCount };
  if (item.rowCount === item.colCount) cell.height = cell.width;
  return { columns, gap, title: item.tiles > 40 ? 0 : tileTitleRoom(item, cell.width * item.colCount + gap - 4), cell };
}

/**
 * Lay out a matrix. `most` is the largest cell size that fits, `tall` the height of a large heatmap.
 * @param {Matrices.Matrix} item @param {number} boardWidth @param {number} [most] @param {number} [tall]
 */
export function measure(item, boardWidth, most = ROOMY, tall = HEATMAP_HEIGHT) {
  if (item.kind === "tiles") {
    const grid = tileGrid(item, boardWidth, most);
    const tileWidth = grid.cell.width * item.colCount;
    const tileHeight = grid.cell.height * item.rowCount + grid.title;
    const lines = Math.ceil(item.tiles / grid.columns);
    return {
      ...grid, left: 0, top: 0, heatmap: true, bars: 0, tilted: false, tileWidth, tileHeight,
      width: grid.columns * (tileWidth + grid.gap) - grid.gap + EDGES,
      height: lines * (tileHeight + grid.gap) - grid.gap + EDGES,
    };
  }
  const heatmap = isHeatmap(item);
  const bars = item.bars ? BARS_WIDTH : 0;
  const titleSide = item.rows.title && item.rowLabels ? 16 : 0;
  const cellIn = (/** @type {number} */ room) => (heatmap ? heatmapCell(item, room, most, tall) : smallCell(item, room, most));
  const fixed = titleSide + bars + 4, guess = cellIn(boardWidth - 60);
  let labels = labelRoom(item, guess), cell = cellIn(boardWidth - labels.left - fixed);
  if (isBelow(cell) !== isBelow(guess)) {
    // Name and gloss are in one line after all.
    labels = labelRoom(item, cell);
    cell = cellIn(boardWidth - labels.left - fixed);
  }
  if (labels.tilted && !heatmap && !item.compact && boardWidth < PHONE) {
    // The last slanted label has room on the board, too, as far as numbers stay legible.
    const room = boardWidth - labels.left - titleSide - Math.max(bars, overhangOf(item, cell));
    cell = { ...cell, width: Math.min(cell.width, Math.max(LEAST_ON_PHONE, Math.floor(room / item.colCount))) };
  }
  const overhang = labels.tilted ? overhangOf(item, cell) : 2;
  return {
    ...ONE_TILE, cell, heatmap, bars, tilted: labels.tilted, left: labels.left + titleSide, top: labels.top,
    width: labels.left + titleSide + cell.width * item.colCount + Math.max(bars, overhang),
    height: labels.top + cell.height * item.rowCount + (heatmap && !labels.tilted ? 22 : 4),
  };
}

/** The upper left corner of a cell. @param {Matrices.Matrix} item @param {Matrices.Geometry} at @param {Matrices.Cell} cell */
export function cellOrigin(item, at, cell) {
  if (item.kind !== "tiles") {
    return { x: at.left + cell.col * at.cell.width, y: at.top + cell.row * at.cell.height };
  }
  const tileCol = cell.tile % at.columns, tileRow = Math.floor(cell.tile / at.columns);
  return {
    x: 1 + tileCol * (at.tileWidth + at.gap) + cell.col * at.cell.width,
    y: 1 + tileRow * (at.tileHeight + at.gap) + at.title + cell.row * at.cell.height,
  };
}

/** The cell under a point, or null. @param {Matrices.Matrix} item @param {Matrices.Geometry} at @param {number} x @param {number} y */
export function cellAt(item, at, x, y) {
  let tile = 0, left = at.left, top = at.top;
  if (item.kind === "tiles") {
    const tileCol = Math.floor((x - 1) / (at.tileWidth + at.gap));
    const tileRow = Math.floor((y - 1) / (at.tileHeight + at.gap));
    if (tileCol < 0 || tileCol >= at.columns || tileRow < 0) return null;
    tile = tileRow * at.columns + tileCol;
    if (tile >= item.tiles) return null;
    ({ x: left, y: top } = cellOrigin(item, at, { tile, row: 0, col: 0 }));
  }
  const row = Math.floor((y - top) / at.cell.height), col = Math.floor((x - left) / at.cell.width);
  const inside = row >= 0 && col >= 0 && row < item.rowCount && col < item.colCount;
  return inside ? { tile, row, col } : null;
}
