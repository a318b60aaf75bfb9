// How matrices stand in lines, and the largest cells with which all of them fit the room there is.

import { isWide } from "./geometry.js";
import { stripOf } from "./legend.js";

export const CAPTION = 22, BAR = 19, AXES = 15, BELOW = 12, BETWEEN = 7, LINE_GAP = 18, HEADING = 34;
/** What a note adds to a caption that has no room for it beside the name. */
export const NOTE_LINE = 16;
/** How much wider than its matrix a caption may make a panel, rather than take a second line. */
const SPARE_WIDTH = 12;
export const OPERATOR = 21, WIDE_OPERATOR = 32;
/** Cell sizes to try, the roomiest first. */
export const LARGE_SIZES = [56, 50, 45];
export const SIZES = [40, 36, 33, 30, 27, 25, 22, 19, 16, 14, 12];
/** In a narrower window matrices stand below one another rather than shrink. */
export const NARROW = 640;

/** The columns of each line: a matrix and those that stand below it. */
export function columnsOfLines(items) {
  const lines = [[]];
  for (const item of items) {
    if (item.kind === "break") lines.push([]);
    else if (item.shape && item.below) lines.at(-1).at(-1).push(item);
    else if (item.shape) lines.at(-1).push([item]);
  }
  return lines;
}

/**
 * How many wide matrices or stacked columns share the line that each stands on, and so its width.
 * Tiles take all the room there is: they share theirs with everything on their line.
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

/** How wide name and note are in one line, from the left edge of a panel. */
function captionWidth(item, at) {
  const { name, note } = item.widths ?? NO_WIDTHS;
  return at.left + name + (note && 8 + note);
}

/** Whether a note stands in a line of its own, below the name. */
export function isNoteBelow(item, at) {
  return captionWidth(item, at) > Math.max(at.width, narrowest(item, at)) + SPARE_WIDTH;
}

/** No word around a matrix is cut. */
function narrowest(item, at) {
  const { name, note, ends, axes } = item.widths ?? NO_WIDTHS;
  const bar = ends && ends + stripOf(item, at);
  return at.left + Math.max(name, note, bar, axes);
}

/** How wide a panel is: a matrix with its labels, and at least the words around it. */
export function outerWidth(item, at) {
  const caption = isNoteBelow(item, at) ? 0 : captionWidth(item, at);
  return Math.max(at.width, narrowest(item, at), caption);
}

/** How high the words around a matrix are. */
export function wordsHeight(item, at) {
  return (at.caption ?? CAPTION) + (item.scale === "mask" ? 3 : BAR) + AXES;
}

function heightOf(column, atOf) {
  const bars = column.map((item) => atOf(item).height + wordsHeight(item, atOf(item)));
  return bars.reduce((sum, one) => sum + one, BELOW * (column.length - 1));
}

/** Every line as the widths and heights of its groups, each with the operator before it, and its heading. */
function groupsOfLines(items, atOf) {
  const lines = [{ heading: 0, groups: [] }];
  let operator = 0, column = [];
  const close = () => {
    if (column.length) {
      const width = Math.max(...column.map((item) => outerWidth(item, atOf(item)))) + operator;
      lines.at(-1).groups.push({ width, height: heightOf(column, atOf) });
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

/** How high everything is in a width, and whether a line had to be broken for that. */
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

/** It takes a want of width, not of height, to shrink cells below that. */
const LEAST_FOR_HEIGHT = 19;
/** The smallest cells with numbers, for which a board may be a little too high. */
const LEAST_WITH_NUMBERS = 25, FOR_NUMBERS = 1.2;
/** What stands below a board and stays in sight when its cells grow. */
const FOLLOWING = 90;
/** How much higher than it need be a board may stand for larger cells. */
const SPARE = 1.12;

/**
 * The largest cell size with which everything fits a room, by `extentAt(size)`: larger ones where there is room to
 * spare; with its lines whole, in cells
 * that can be read though they may then be too high for it; else with lines broken; where the height cannot be
 * kept, with lines whole, else the largest that is hardly higher than need be.
 */
export function fittingSize(room, extentAt) {
  if (room.isNarrow) return SIZES[0];
  for (const size of LARGE_SIZES) {
    const { height, isBroken } = extentAt(size);
    if (!isBroken && height <= room.height - FOLLOWING) return size;
  }
  const tried = [];
  for (const size of SIZES) {
    const { height, isBroken } = extentAt(size);
    const fits = height <= room.height * (size === LEAST_WITH_NUMBERS ? FOR_NUMBERS : 1);
    if (!isBroken && (fits || size <= LEAST_FOR_HEIGHT)) return size;
    tried.push({ size, height, isBroken });
  }
  const least = Math.min(...tried.map(({ height }) => height));
  const chosen = tried.find(({ height }) => height <= room.height) ?? tried.find(({ isBroken }) => !isBroken)
    ?? tried.find(({ height }) => height <= SPARE * least);
  return chosen.size;
}
