// The text around a matrix: its name, its note, the ends of its colour bar, and the names of its axes.

import { textWidth } from "../text_width.js";
import { briefText } from "./numbers.js";

/** The largest and the smallest length of the colour bar. */
const STRIP = 64, LEAST_STRIP = 28;
const GAP = 6;

/** The names of a matrix's axes, rows first. @param {Matrices.Matrix} item */
export function axesText(item) {
  const name = (/** @type {Matrices.Axis} */ axis) => axis.title || axis.spoken;
  const [rows, cols] = [name(item.rows), name(item.cols)];
  return [rows && `${rows} ↓`, cols && `${cols} →`].filter(Boolean).join("  ");
}

/** The numbers at the ends of the colour bar; null for a mask, whose cells show 0 and 1. @param {Matrices.Matrix} item */
export function endsOf(item) {
  if (item.scale === "mask") return null;
  // The end of a signed scale is the largest number, which may be a covered one.
  if (item.covered && item.scale === "diverging") return ["?", "?"];
  if (item.scale === "places") return [briefText(item.limit), "1"];
  return [item.scale === "weights" ? "0" : briefText(-item.limit), briefText(item.limit)];
}

/** The widths of the text around a matrix, without the colour bar. @param {Matrices.Matrix} item */
export function widthsOf(item) {
  const small = `11px ${item.font}`, ends = endsOf(item) ?? [];
  return {
    name: Math.ceil(textWidth(`700 14.5px ${item.font}`, item.name)) + 2,
    note: item.note ? Math.ceil(textWidth(`12px ${item.font}`, item.note)) + 2 : 0,
    ends: ends.reduce((sum, end) => sum + textWidth(small, end) + GAP, 0),
    axes: Math.ceil(textWidth(small, axesText(item))) + 2,
  };
}

/**
 * The length of the colour bar: no longer than its matrix has room for, but long enough to be seen.
 * @param {Matrices.Matrix} item @param {Matrices.Geometry} at
 */
export function stripOf(item, at) {
  const across = item.kind === "tiles" ? at.width : at.cell.width * item.colCount;
  const room = across - (item.widths?.ends ?? 0);
  return Math.max(LEAST_STRIP, Math.min(STRIP, room));
}
