// The room that the labels of a matrix take, in CSS pixels.

import { GLOSS_GAP, GLOSS_SIZE } from "../glossed.js";
import { textWidth } from "../text_width.js";
import { glossAt, labelAt } from "./selection.js";

const LABEL_SIZE = 12;
/** The size of slanted labels in narrow columns at most and at least, and the width from which a column is not narrow. */
const DENSE_SIZE = 11, SMALLEST_SIZE = 8.4, ROOMY_COLUMN = 18;
/** The longest label of a row and of a column, with its gloss if that is in the same line. */
export const MAX_ROW_LABEL = 110, MAX_COL_LABEL = 96;
/** The height of a row from which a gloss goes below its token, as on the map. */
const BELOW = 30;
/** The width and the height of a slanted label, as a share of its length. */
const SLANT = 0.71;

/** @param {{font: string}} x @param {boolean | undefined} strong @param {number} [size] */
export function fontsOf({ font }, strong, size = LABEL_SIZE) {
  return { nameFont: `${strong ? "700 " : ""}${size}px ${font}`, glossFont: `${Math.min(size, GLOSS_SIZE)}px ${font}` };
}

/** How large slanted labels may be as a share of their column's width; less with glosses, whose letters are higher. @param {Matrices.Matrix} item */
const sizePerWidth = (item) => (!item.bare && item.cols.glosses?.some(Boolean) ? 0.6 : Math.SQRT1_2);

/** The size of slanted labels in columns of this width: they become smaller before some are left out. @param {Matrices.Matrix} item @param {{width: number}} cell */
export function slantedSize(item, { width }) {
  const share = sizePerWidth(item);
  if (width >= LABEL_SIZE / share || (width >= ROOMY_COLUMN && share === Math.SQRT1_2)) return LABEL_SIZE;
  return Math.max(SMALLEST_SIZE, Math.min(DENSE_SIZE, Math.floor(10 * width * share) / 10));
}

/** The least width of columns of which every one has its slanted label. @param {Matrices.Matrix} item */
export function leastSlanted(item) {
  return SMALLEST_SIZE / sizePerWidth(item);
}

/** Return whether the rows are high enough for a second line. @param {{height: number}} x */
export function isBelow({ height }) {
  return height >= BELOW;
}

/**
 * The widths of the labels of an axis: of name and gloss in one line, or `below` each other.
 * @param {Matrices.Matrix} item @param {Matrices.Axis} axis @param {number} count @param {boolean} below
 */
function widthsOf(item, axis, count, below) {
  const { nameFont, glossFont } = fontsOf(item, false), places = axis.labels ? axis.labels.keys() : [count - 1];
  return Array.from(places, (place) => {
    const name = textWidth(nameFont, labelAt(axis, place)), gloss = item.bare ? "" : glossAt(axis, place);
    if (!gloss) return name;
    const width = textWidth(glossFont, gloss);
    return below ? Math.max(name, width) : name + GLOSS_GAP + width;
  });
}

/** @param {Matrices.Matrix} item @param {Picture.Size} cell */
export function labelRoom(item, cell) {
  const rows = Math.max(0, ...widthsOf(item, item.rows, item.rowCount, isBelow(cell)));
  const cols = Math.max(0, ...widthsOf(item, item.cols, item.colCount, false));
  const left = item.rowLabels ? Math.min(MAX_ROW_LABEL, rows) + 9 : 2;
  const tilted = item.colLabels && item.cols.labels !== null && cols > cell.width - 4;
  const top = !item.colLabels ? 4 : tilted ? Math.min(MAX_COL_LABEL, cols) * SLANT + 14 : 18;
  return { left, top, tilted };
}

/** How far slanted labels extend beyond the last column. @param {Matrices.Matrix} item @param {Picture.Size} cell */
export function overhangOf(item, cell) {
  const widths = widthsOf(item, item.cols, item.colCount, false);
  const ends = widths.map((width, col) => (col + 0.5) * cell.width + Math.min(MAX_COL_LABEL, width) * SLANT);
  return Math.max(0, Math.max(...ends) - widths.length * cell.width) + 6;
}

const TILE_SEPARATOR = " · ";
/** The height of a line of a tile's title, and of the room above it. */
export const TILE_LINE = 14, ABOVE_TILE = 4;

/** The title of a tile on as many lines as its room needs, broken between its parts. @param {string} font @param {string} title @param {number} room */
export function tileLines(font, title, room) {
  /** @type {string[]} */
  const lines = [];
  for (const part of title.split(TILE_SEPARATOR)) {
    const joined = lines.length ? `${lines[lines.length - 1]}${TILE_SEPARATOR}${part}` : part;
    if (lines.length && textWidth(font, joined) <= room) lines[lines.length - 1] = joined;
    else lines.push(part);
  }
  return lines;
}

/** The room of the titles above tiles of a width. @param {Matrices.Matrix} item @param {number} room */
export function tileTitleRoom(item, room) {
  const { nameFont } = fontsOf(item, false), labels = item.tileAxis?.labels ?? [];
  return ABOVE_TILE + TILE_LINE * Math.max(1, ...labels.map((label) => tileLines(nameFont, label, room).length));
}
