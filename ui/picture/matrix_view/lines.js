// Arranges matrices in lines, and finds the largest cells with which all of them fit the room.

import { isZoomed } from "../zoom.js";
import { last } from "../last.js";
import { isWide } from "./geometry.js";
import { stripOf } from "./legend.js";

export const CAPTION = 22, BAR = 19, AXES = 15, BELOW = 12, BETWEEN = 7, LINE_GAP = 18, HEADING = 34;
/** The height that a note adds to a caption if it does not fit next to the name. */
export const NOTE_LINE = 16;
/** How much wider than its matrix a panel may become before its caption takes a second line. */
const SPARE_WIDTH = 12;
export const OPERATOR = 21, WIDE_OPERATOR = 32;
/** The cell sizes to try, the largest first. */
export const LARGE_SIZES = [80, 72, 64, 56, 50, 45];
export const SIZES = [40, 36, 33, 30, 27, 25, 23, 19, 16, 14, 12];
/** In a narrower window matrices are stacked instead of shrunk. */
export const NARROW = 640;

/** The columns of each line; a column is a matrix and those stacked below it. @param {Matrices.Item[]} items */
export function columnsOfLines(items) {
  /** @type {Matrices.Matrix[][][]} */
  const lines = [[]];
  for (const item of items) {
    if (item.kind === "break") lines.push([]);
    else if (item.shape && item.below) last(last(lines)).push(item);
    else if (item.shape) last(lines).push([item]);
  }
  return lines;
}

/**
 * For each wide or stacked matrix, how many such columns share the width of its line.
 * Tiles use all available room, so they share it with everything on their line.
 * @param {Matrices.Item[]} items
 */
export function sharingOfLines(items) {
  const counts = new Map();
  for (const columns of columnsOfLines(items)) {
    const tiled = columns.some(([item]) => item.kind === "tiles");
    const sharing = columns.filter((column) => tiled || column.length > 1 || isWide(column[0]));
    sharing.flat().forEach((item) => counts.set(item.id, sharing.length));
  }
  return counts;
}

const NO_WIDTHS = { name: 0, note: 0, ends: 0, axes: 0 };

/** The width of name and note on one line, from the left edge of a panel. @param {Matrices.Matrix} item @param {Matrices.Geometry} at */
function captionWidth(item, at) {
  const { name, note } = item.widths ?? NO_WIDTHS;
  return at.left + name + (note && 8 + note);
}

/** Return whether a note goes on a separate line below the name. @param {Matrices.Matrix} item @param {Matrices.Geometry} at */
export function isNoteBelow(item, at) {
  return captionWidth(item, at) > Math.max(at.width, narrowest(item, at)) + SPARE_WIDTH;
}

/** The least width of a panel at which no text around its matrix is cut off. @param {Matrices.Matrix} item @param {Matrices.Geometry} at */
function narrowest(item, at) {
  const { name, note, ends, axes } = item.widths ?? NO_WIDTHS;
  const bar = ends && ends + stripOf(item, at);
  return at.left + Math.max(name, note, bar, axes);
}

/**
 * The width of a panel: that of the matrix with its labels, but at least that of the text around it.
 * @param {Matrices.Matrix} item @param {Matrices.Geometry} at
 */
export function outerWidth(item, at) {
  const caption = isNoteBelow(item, at) ? 0 : captionWidth(item, at);
  return Math.max(at.width, narrowest(item, at), caption);
}

/** The height of the text around a matrix. @param {Matrices.Matrix} item @param {Matrices.Geometry} at */
export function wordsHeight(item, at) {
  return (at.caption ?? CAPTION) + (item.scale === "mask" || isZoomed() ? 3 : BAR) + AXES;
}

/** @param {Matrices.Matrix[]} column @param {(item: Matrices.Matrix) => Matrices.Geometry} atOf */
function heightOf(column, atOf) {
  const bars = column.map((item) => atOf(item).height + wordsHeight(item, atOf(item)));
  return bars.reduce((sum, one) => sum + one, BELOW * (column.length - 1));
}

/**
 * Every line as its heading and the sizes of its groups; a group includes the operator before it.
 * @param {Matrices.Item[]} items @param {(item: Matrices.Matrix) => Matrices.Geometry} atOf
 */
function groupsOfLines(items, atOf) {
  /** @type {{heading: number, groups: Picture.Size[]}[]} */
  const lines = [{ heading: 0, groups: [] }];
  /** @type {Matrices.Matrix[]} */
  let column = [];
  let operator = 0;
  const close = () => {
    if (column.length) {
      const width = Math.max(...column.map((item) => outerWidth(item, atOf(item)))) + operator;
      last(lines).groups.push({ width, height: heightOf(column, atOf) });
      operator = 0;
    }
    column = [];
  };
  for (const item of items) {
    if (item.shape && item.below) column.push(item);
    else {
      close();
      if (item.kind === "operator") operator += item.text.trim() ? OPERATOR : WIDE_OPERATOR;
      else if (item.kind === "break") lines.push({ heading: item.text ? HEADING : 0, groups: [] });
      else column = [item];
    }
  }
  close();
  return lines;
}

/**
 * The total height at a width, and whether a line has to be broken for it.
 * @param {Matrices.Item[]} items @param {(item: Matrices.Matrix) => Matrices.Geometry} atOf @param {number} room
 */
export function extent(items, atOf, room) {
  let height = 0, isBroken = false;
  for (const { heading, groups } of groupsOfLines(items, atOf)) {
    height += heading;
    let used = 0, high = 0;
    for (const group of groups) {
      if (used && used + group.width > room) {
        isBroken = true;
        height += high + LINE_GAP;
        used = high = 0;
      }
      isBroken ||= group.width > room;
      used += group.width + BETWEEN;
      high = Math.max(high, group.height);
    }
    height += high ? high + LINE_GAP : 0;
  }
  return { height: height - LINE_GAP, isBroken };
}

/** Cells are made smaller than this only for lack of width, not of height. */
const LEAST_FOR_HEIGHT = 19;
/** The smallest cells with numbers. */
const LEAST_WITH_NUMBERS = 23;
/** For numbers, a board may exceed the height by this factor, and one of many lines by more: it is read line by line. */
const FOR_NUMBERS = 1.3, FOR_NUMBERS_OF_LINES = 1.8, MANY_LINES = 3;

/** @param {Matrices.Item[]} items */
export function isOfManyLines(items) {
  return columnsOfLines(items).length >= MANY_LINES;
}

/** The height below a board that has to stay visible when its cells grow. */
const FOLLOWING = 90;
/** How much higher than the least height a board may be, for larger cells. */
const SPARE = 1.12;

/**
 * The largest cell size with which everything fits a room, by `extentAt(size)`. Large sizes are used if there is room
 * to spare. Unbroken lines come first, in legible cells even if these are too high for the room; then broken lines
 * that fit the height. If nothing fits: unbroken lines, else the largest size close to the least height.
 * @param {{isNarrow: boolean, height: number, isLong?: boolean, least?: number}} room with the smallest cells that may be chosen @param {(size: number) => {height: number, isBroken: boolean}} extentAt
 */
export function fittingSize(room, extentAt) {
  if (room.isNarrow) return SIZES[0];
  for (const size of LARGE_SIZES) {
    const { height, isBroken } = extentAt(size);
    if (!isBroken && height <= room.height - (room.least ? 0 : FOLLOWING)) return size;
  }
  const tried = [], forNumbers = room.isLong ? FOR_NUMBERS_OF_LINES : FOR_NUMBERS;
  for (const size of SIZES.filter((one) => one >= (room.least ?? 0))) {
    const { height, isBroken } = extentAt(size);
    const fits = height <= room.height * (size === LEAST_WITH_NUMBERS ? forNumbers : 1);
    if (!isBroken && (fits || size <= LEAST_FOR_HEIGHT)) return size;
    tried.push({ size, height, isBroken });
  }
  const least = Math.min(...tried.map(({ height }) => height));
  const chosen = tried.find(({ height }) => height <= room.height) ?? tried.find(({ isBroken }) => !isBroken)
    ?? tried.find(({ height }) => height <= SPARE * least);
  return chosen?.size ?? SIZES[0];
}
