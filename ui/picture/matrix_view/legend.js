// What is written around a matrix: its name, its note, the ends of its colours, and what its axes count.

import { textWidth } from "../text_width.js";
import { briefText } from "./numbers.js";

/** The greatest and the least length of the strip of colours. */
const STRIP = 64, LEAST_STRIP = 28;
const GAP = 6;

/** What the axes of a matrix count, rows first. */
export function axesText(item) {
  const name = (axis) => axis.title || axis.spoken;
  const [rows, cols] = [name(item.rows), name(item.cols)];
  return [rows && `${rows} ↓`, cols && `${cols} →`].filter(Boolean).join("  ");
}

/** The numbers at the ends of the colours; none where 0 and 1 are written in the cells. */
export function endsOf(item) {
  if (item.scale === "mask") return null;
  return [item.scale === "weights" ? "0" : briefText(-item.limit), briefText(item.limit)];
}

/** How wide the words around a matrix are set, without the strip of colours. */
export function widthsOf(item) {
  const small = `11px ${item.font}`, ends = endsOf(item) ?? [];
  return {
    name: Math.ceil(textWidth(`700 14.5px ${item.font}`, item.name)) + 2,
    note: item.note ? Math.ceil(textWidth(`12px ${item.font}`, item.note)) + 2 : 0,
    ends: ends.reduce((sum, end) => sum + textWidth(small, end) + GAP, 0),
    axes: Math.ceil(textWidth(small, axesText(item))) + 2,
  };
}

/** How long the strip of colours is: never longer than its matrix has room for, as long as it can be seen. */
export function stripOf(item, at) {
  const across = item.kind === "tiles" ? at.width : at.cell.width * item.colCount;
  const room = across - (item.widths?.ends ?? 0);
  return Math.max(LEAST_STRIP, Math.min(STRIP, room));
}
