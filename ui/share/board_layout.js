// Lays out the matrices of a board in a figure: in lines, like the equation.

import { BELOW, BETWEEN, CAPTION, HEADING, LINE_GAP, OPERATOR, WIDE_OPERATOR, outerWidth, wordsHeight } from "../picture/matrix_view/lines.js";

/**
 * Returns the height of a matrix with its name above it, and its colour scale and axes below it.
 * @param {Matrices.Matrix} item @param {Matrices.Geometry} at
 */
export function heightOf(item, at) {
  return at.height + wordsHeight(item, at);
}

/** Spreads matrices that are below one another over the height of their line. @param {Share.PlacedPanel[]} column @param {number} bottom */
function spread(column, bottom) {
  const { item, at, y } = column[column.length - 1], spare = bottom - y - heightOf(item, at);
  column.forEach((panel, place) => { panel.y += place ? (spare * place) / (column.length - 1) : 0; });
}

/**
 * Lays out everything on a board of a given width.
 * @param {Matrices.Item[]} items @param {(item: Matrices.Matrix) => Matrices.Geometry} atOf @param {number} room
 */
export function boardLayout(items, atOf, room, widthOf = outerWidth) {
  /** @type {{panels: Share.PlacedPanel[], operators: ({text: string} & Picture.Point)[], headings: {text: string, y: number}[]}} */
  const { panels, operators, headings } = { panels: [], operators: [], headings: [] };
  // The matrix that another one may be stacked below.
  let last = /** @type {{left: number, bottom: number} | null} */ (null);
  let x = 0, y = 0, high = 0, widest = 0;
  /** @type {string[]} */
  let waiting = [];
  /** @type {Share.PlacedPanel[][]} */
  let line = [];
  const newLine = () => {
    for (const column of line) spread(column, y + high);
    line = [];
    if (high) y += high + LINE_GAP;
    [x, high, last] = [0, 0, null];
  };
  const put = (/** @type {Matrices.Matrix} */ item, /** @type {number} */ left, /** @type {number} */ top) => {
    const at = atOf(item), bottom = top + heightOf(item, at), panel = { item, at, x: left, y: top };
    panels.push(panel);
    if (item.below && line.length) line[line.length - 1].push(panel);
    else line.push([panel]);
    high = Math.max(high, bottom - y);
    widest = Math.max(widest, left + widthOf(item, at));
    last = { left, bottom };
    x = Math.max(x, left + widthOf(item, at) + BETWEEN);
  };
  for (const item of items) {
    if (item.kind === "break") {
      newLine();
      if (item.text) {
        headings.push({ text: item.text, y });
        y += HEADING;
      }
    } else if (item.kind === "operator") waiting.push(item.text);
    else if (item.below && last) put(item, last.left, last.bottom + BELOW);
    else {
      const before = waiting.reduce((sum, text) => sum + (text.trim() ? OPERATOR : WIDE_OPERATOR), 0);
      if (x && x + before + widthOf(item, atOf(item)) > room) newLine();
      const { top, cell, caption = CAPTION } = atOf(item), middle = y + caption + (top ?? 0) + (item.rowCount * (cell?.height ?? 0)) / 2;
      waiting.forEach((text, place) => operators.push({ text, x: x + (place + 0.5) * (before / waiting.length), y: middle }));
      waiting = [];
      put(item, x + before, y);
    }
  }
  newLine();
  return { panels, operators, headings, width: widest, height: Math.max(0, y - LINE_GAP) };
}
