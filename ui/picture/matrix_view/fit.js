// Cells as large as the room for a board allows, and matrices that stand in line with one another.

import { isHeatmap, isWide, measure } from "./geometry.js";
import { CAPTION, NARROW, NOTE_LINE, columnsOfLines, extent, fittingSize, isNoteBelow, sharingOfLines } from "./lines.js";

/** What stands under the matrices, and above and below a heatmap; its greatest height. */
const UNDER = 56, CAPTIONS = 99, TALLEST = 400;
/** Of a large room's height, what a heatmap may take. */
const TALL_SHARE = 0.68;
/** Of the window's height, what a board gets however far down it starts. */
const LEAST_SHARE = 0.55;
/** Kept between matrices that share a line, for the signs between them. */
const GAP_OF_LINE = 34;
/** Differences in height that change nothing. */
const SAME_HEIGHT = 6;

/** Matrices below one another share their left edge and their cells, whatever their row labels. */
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

/** Matrices on one line start at one height, whether or not their labels are tilted or their notes stand below. */
function alignTops(board) {
  for (const columns of columnsOfLines(board.items)) {
    const deepest = Math.max(0, ...columns.map((column) => column.length));
    for (let depth = 0; depth < deepest; depth++) {
      const items = columns.map((column) => column[depth]).filter(Boolean);
      alignRow(board.panels.filter((panel) => items.includes(panel.item)));
    }
  }
}

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

/** Whether a column is one compact matrix that shares its line. */
function isCompact([item, ...below]) {
  return !below.length && item.compact && isWide(item) && !isHeatmap(item);
}

/** Compact matrices that have a line to themselves get cells of one width, though only the first has labels. */
function alignCompact(board) {
  for (const columns of columnsOfLines(board.items)) {
    if (columns.length < 2 || !columns.every(isCompact)) continue;
    const panels = board.panels.filter(({ item }) => columns.flat().includes(item));
    const sum = (of) => panels.reduce((all, panel) => all + of(panel), 0);
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

/** Whether the window is a telephone's; a board in a column of a wide one is only small. */
function isNarrow() {
  return window.innerWidth < NARROW;
}

/** The room for the whole board: the rest of the window, where it starts in its upper part. */
export function roomOf(board) {
  const top = board.stage.getBoundingClientRect().top + (board.scroller?.scrollTop ?? 0);
  const rest = window.innerHeight - top - UNDER;
  return { width: board.width, height: Math.max(rest, window.innerHeight * LEAST_SHARE) };
}

/**
 * The room as it was found last: to ask where the board stands makes the browser lay out the whole page, so that is
 * asked when the picture stands already, see `roomChanged`.
 */
function knownRoom(board) {
  const size = `${window.innerWidth} ${window.innerHeight} ${board.width}`;
  if (board.known?.size !== size) board.known = { size, room: board.room() };
  return board.known.room;
}

/** Whether the room has become another one since; it then counts from now on. */
export function roomChanged(board) {
  if (!board.room || !board.known) return false;
  const room = board.room(), { height } = board.known.room;
  board.known = { ...board.known, room };
  return Math.abs(room.height - height) > SAME_HEIGHT;
}

/** With which cells everything fits; asked anew when shapes, labels or the room are others. */
export function fitted(board) {
  const found = board.room ? knownRoom(board) : { width: board.width, height: Infinity };
  const room = { isNarrow: board.isNarrow ?? isNarrow(), ...found };
  const labels = board.items.map((item) => [item.shape, item.widths, item.rows?.labels, item.cols?.labels, item.rowLabels, item.columns]);
  const key = JSON.stringify([room, labels]);
  if (board.fit?.key === key) return board.fit;
  const tallest = Number.isFinite(room.height) ? Math.max(TALLEST, TALL_SHARE * room.height) : TALLEST;
  const tall = Math.min(tallest, room.height - CAPTIONS);
  const most = fittingSize(room, (size) => {
    measureAll(board, { most: size, tall });
    const at = new Map(board.panels.map((panel) => [panel.item, panel.at]));
    return extent(board.items, (item) => at.get(item), room.width);
  });
  board.fit = { key, most, tall };
  return board.fit;
}

/** Gives every panel its place in cells of at most this size. */
export function measureAll(board, { most, tall }) {
  const sharing = sharingOfLines(board.items), { width } = board;
  for (const panel of board.panels) {
    // Where matrices stand below one another each needs its own labels.
    panel.item.rowLabels = panel.item.ownRowLabels || (board.isNarrow ?? isNarrow());
    const share = sharing.get(panel.item.id) ?? 1;
    const room = Math.min(width, Math.max(240, (width - GAP_OF_LINE * (share - 1)) / share));
    panel.at = measure(panel.item, room, most, tall);
  }
  alignColumns(board);
  alignCompact(board);
  alignTops(board);
}
