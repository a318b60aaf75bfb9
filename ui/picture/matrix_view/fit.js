// Makes cells as large as the room for a board allows, and aligns matrices with one another.

import { isHeatmap, isWide, measure } from "./geometry.js";
import { isZoomed, pageZoom, topInWindow, windowSize } from "../zoom.js";
import { CAPTION, NARROW, NOTE_LINE, columnsOfLines, extent, fittingSize, isNoteBelow, isOfManyLines, sharingOfLines } from "./lines.js";

/** @typedef {Pick<Matrices.Panel, "item" | "at">} Laid a matrix with its geometry */

/** The room below the matrices, and above and below a heatmap; the largest height of a heatmap. */
const UNDER = 56, UNDER_ZOOMED = 12, CAPTIONS = 99, TALLEST = 400;
/** The share of a large room's height that a heatmap may take. */
const TALL_SHARE = 0.68;
/** The share of the window's height that a board gets at least, however far down it starts. */
const LEAST_SHARE = 0.5;
/** The gap between matrices that share a line, for the operators. */
const GAP_OF_LINE = 34;
/** The least room of a matrix on a line that would not hold all of them, and of any other. */
const LEAST_OF_LINE = 170, LEAST_STACKED = 240;
/** The smallest cells that a room can read. */
const LEAST_LEGIBLE = 30;
/** The narrowest cells that have their number written in them. */
const LEAST_WITH_NUMBER = 23;
/** Smaller differences in height are ignored. */
const SAME_HEIGHT = 6;

/** Give stacked matrices the same left edge and cell width, whatever their row labels. @param {Matrices.Laid} board */
function alignColumns(board) {
  for (const column of columnsOfLines(board.items).flat().filter((items) => items.length > 1)) {
    const panels = board.panels.filter((panel) => column.includes(panel.item));
    const left = Math.max(...panels.map(({ at }) => at.left));
    const cellWidth = Math.min(...panels.map(({ at }) => at.cell.width));
    for (const { at, item } of panels) {
      at.width += left - at.left + (cellWidth - at.cell.width) * item.colCount;
      at.cell.width = cellWidth;
      at.left = left;
    }
  }
}

/**
 * Give a matrix beside stacks, whose rows are labelled there, rows of their height.
 * @param {Matrices.Laid} board @param {Matrices.Matrix[][]} columns @param {number} rows @param {number} height
 */
function alignUnlabelled(board, columns, rows, height) {
  const single = columns.filter((column) => column.length === 1).flat();
  for (const { item, at } of board.panels) {
    if (!single.includes(item) || item.rowLabels || item.rowCount !== rows || at.heatmap) continue;
    at.height -= (at.cell.height - height) * item.rowCount;
    at.cell.height = height;
  }
}

/** Give stacked matrices side by side cells of the same size, although only the first have row labels. @param {Matrices.Laid} board */
function alignStacks(board) {
  for (const columns of columnsOfLines(board.items)) {
    const items = columns.filter((column) => column.length > 1).flat();
    const panels = board.panels.filter(({ item, at }) => items.includes(item) && at.cell && !at.heatmap);
    const width = Math.min(...panels.map(({ at }) => at.cell.width)), height = Math.min(...panels.map(({ at }) => at.cell.height));
    for (const { at, item } of panels) {
      at.width -= (at.cell.width - width) * item.colCount;
      at.height -= (at.cell.height - height) * item.rowCount;
      Object.assign(at.cell, { width, height });
    }
    if (panels.length) alignUnlabelled(board, columns, panels[0].item.rowCount, height);
  }
}

/** Give matrices on one line the same top, whether or not labels are tilted or notes are on a separate line. @param {Matrices.Laid} board */
function alignTops(board) {
  for (const columns of columnsOfLines(board.items)) {
    const deepest = Math.max(0, ...columns.map((column) => column.length));
    for (let depth = 0; depth < deepest; depth++) {
      const items = columns.map((column) => column[depth]).filter(Boolean);
      alignRow(board.panels.filter((panel) => items.includes(panel.item)));
    }
  }
}

/** @param {Pick<Matrices.Panel, "item" | "at">[]} panels */
function alignRow(panels) {
  const top = Math.max(...panels.map(({ at }) => at.top));
  const caption = CAPTION + (panels.some(({ item, at }) => item.note && isNoteBelow(item, at)) ? NOTE_LINE : 0);
  for (const { item, at } of panels) {
    at.caption = caption;
    if (item.kind === "tiles") continue;
    at.height += top - at.top;
    at.top = top;
  }
}

/** Return whether a column is a single compact matrix that shares its line. @param {Matrices.Matrix[]} matrix */
function isCompact([item, ...below]) {
  return !below.length && item.compact && isWide(item) && !isHeatmap(item);
}

/** Give compact matrices on a line without others the same cell width, although only the first has labels. @param {Matrices.Laid} board */
function alignCompact(board) {
  for (const columns of columnsOfLines(board.items)) {
    if (columns.length < 2 || !columns.every(isCompact)) continue;
    const panels = board.panels.filter(({ item }) => columns.flat().includes(item));
    const sum = (/** @type {(panel: Laid) => number} */ of) => panels.reduce((all, panel) => all + of(panel), 0);
    const labels = sum(({ item, at }) => at.width - at.cell.width * item.colCount);
    const room = board.width - GAP_OF_LINE * (panels.length - 1) - labels;
    const widths = panels.map(({ at }) => at.cell.width), shared = Math.floor(room / sum(({ item }) => item.colCount));
    const width = Math.max(Math.min(...widths), Math.min(Math.max(...widths), shared));
    for (const { item, at } of panels) {
      at.width += (width - at.cell.width) * item.colCount;
      at.cell.width = width;
    }
  }
}

/** Return whether the window is as narrow as a phone's; a board in a column of a wide window does not count. */
function isNarrow() {
  return windowSize().width < NARROW;
}

/**
 * The room for the whole board: the rest of the window, but at least `LEAST_SHARE` of its height.
 * @param {Matrices.Board} board @param {number} below what is left free under it
 */
export function roomOf(board, below = 0) {
  const top = topInWindow(board.stage) + (board.scroller?.scrollTop ?? 0);
  const { height } = windowSize(), rest = height - top - (isZoomed() ? UNDER_ZOOMED : UNDER) - below;
  return { width: board.width, height: Math.max(rest, height * LEAST_SHARE) };
}

/** The room of a board that may be as high as it likes. @param {Matrices.Laid} board */
function boundless({ width }) {
  return { width, height: Infinity };
}

/**
 * The room as last measured. Measuring the board's position makes the browser lay out the whole page, so it is done
 * after drawing, in `roomChanged`.
 * @param {Matrices.Laid} board
 */
function knownRoom(board) {
  const size = `${window.innerWidth} ${window.innerHeight} ${board.width} ${pageZoom()}`;
  if (board.known?.size !== size) board.known = { size, room: board.room?.() ?? boundless(board) };
  return board.known.room;
}

/** Measure the room again and return whether it has changed; the new one applies from now on. @param {Matrices.Board} board */
export function roomChanged(board) {
  if (!board.room || !board.known) return false;
  const room = board.room(), { height } = board.known.room;
  board.known = { ...board.known, room };
  return Math.abs(room.height - height) > SAME_HEIGHT;
}

/** The cell sizes with which everything fits; computed again when shapes, labels or the room change. @param {Matrices.Laid} board */
export function fitted(board) {
  const found = board.room ? knownRoom(board) : boundless(board);
  const room = { least: isZoomed() ? LEAST_LEGIBLE : 0, isNarrow: board.isNarrow ?? isNarrow(), isLong: isOfManyLines(board.items), ...found };
  const labels = board.items.map((item) => (item.shape
    ? [item.shape, item.widths, item.rows.labels, item.rows.glosses, item.cols.labels, item.cols.glosses, item.rowLabels, item.colLabels, item.columns] : item.kind));
  const key = JSON.stringify([room, labels]);
  if (board.fit?.key === key) return board.fit;
  const tallest = Number.isFinite(room.height) ? Math.max(TALLEST, TALL_SHARE * room.height) : TALLEST;
  const tall = Math.min(tallest, room.height - CAPTIONS);
  const isWithoutNumbers = () => board.panels.some(({ item, at }) => at.cell && hasNumbers(item, at) && at.cell.width < LEAST_WITH_NUMBER);
  const glossed = sized(board, room, tall, false);
  measureAll(board, glossed);
  // Numbers come first: without glosses cells are larger.
  const bare = isGlossed(board) && isWithoutNumbers() ? sized(board, room, tall, true) : glossed;
  board.fit = { key, ...(bare.most > glossed.most ? bare : glossed) };
  return board.fit;
}

/** Return whether a matrix is one whose cells may have numbers. @param {Matrices.Matrix} item @param {Matrices.Geometry} at */
function hasNumbers(item, at) {
  return item.kind === "matrix" && !item.compact && item.scale !== "mask" && !at.heatmap;
}

/** @param {Matrices.Laid} board */
function isGlossed({ panels }) {
  return panels.some(({ item }) => [item.rows, item.cols].some((axis) => axis.glosses?.some(Boolean)));
}

/**
 * The cell size with which everything fits, with its glosses or without them.
 * @param {Matrices.Laid} board @param {Parameters<typeof fittingSize>[0] & {width: number, isNarrow: boolean}} room @param {number} tall @param {boolean} bare
 */
function sized(board, room, tall, bare) {
  const extentAt = (/** @type {number} */ least) => (/** @type {number} */ size) => {
    measureAll(board, { most: size, tall, least, bare });
    const at = new Map(board.panels.map((panel) => [panel.item, panel.at]));
    return extent(board.items, (item) => /** @type {Matrices.Geometry} */ (at.get(item)), room.width);
  };
  // Only what would not stay on its line has less room: it makes cells smaller, and a window may have enough for large ones.
  const roomy = fittingSize(room, extentAt(LEAST_STACKED));
  const isTight = !room.isNarrow && extentAt(LEAST_STACKED)(roomy).isBroken, least = isTight ? LEAST_OF_LINE : LEAST_STACKED;
  return { most: isTight ? fittingSize(room, extentAt(least)) : roomy, tall, least, bare };
}

/** Measure every panel, with cells of at most this size. @param {Matrices.Laid} board @param {Pick<Matrices.Fit, "most" | "tall" | "least" | "bare">} fit */
export function measureAll(board, { most, tall, least, bare }) {
  const sharing = sharingOfLines(board.items), { width } = board;
  for (const panel of board.panels) {
    // In a narrow window matrices are stacked, so each needs its own labels.
    const isStacked = board.isNarrow ?? isNarrow();
    panel.item.bare = bare;
    panel.item.rowLabels = panel.item.ownRowLabels || isStacked;
    panel.item.colLabels = panel.item.ownColLabels || isStacked;
    const share = sharing.get(panel.item.id) ?? 1;
    const room = Math.min(width, Math.max(least, (width - GAP_OF_LINE * (share - 1)) / share));
    panel.at = measure(panel.item, room, most, tall);
  }
  alignColumns(board);
  alignStacks(board);
  alignCompact(board);
  alignTops(board);
}
