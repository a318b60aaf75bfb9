// Which rows are named, and in what size: of dense rows the hovered one, then those that are attended to most. Pure.

import { last } from "../last.js";
import { textWidth } from "../text_width.js";
import { sizesOf } from "./ribbons.js";
import { legible } from "../zoom.js";

/** The pitch below which not every row is named; the sizes of names. */
const CLOSE = 10.5, SMALLEST = 9, SMALL = 11, LARGEST = 15;
const GAP = 8;

/** How many rows share the room of one name. @param {number} pitch */
export function rowsPerName(pitch) {
  return Math.max(1, Math.ceil(CLOSE / pitch));
}

/** The size of the names, in CSS pixels. @param {number} pitch */
export function nameSize(pitch) {
  return legible(Math.max(SMALLEST, Math.min(pitch < CLOSE ? SMALL : LARGEST, rowsPerName(pitch) * pitch * 0.8)));
}

/**
 * The width of a name with its gloss in front of it, at their largest, and of the gaps around them.
 * @param {string} font @param {string} label @param {string} gloss
 */
export function namedWidth(font, label, gloss) {
  return textWidth(`500 ${LARGEST}px ${font}`, label) + (gloss ? textWidth(`11px ${font}`, gloss) + 2 * GAP : 0) + 2 * GAP;
}

const attended = new WeakMap();

/**
 * How much each row of a side is attended to: its weights, summed over all attentions, heads and attending rows.
 * @param {ModelMap.Tensor[]} tensors @param {ModelMap.Side} side @param {number} count
 */
export function attendedTo(tensors, side, count) {
  if (!attended.has(tensors)) attended.set(tensors, {});
  const known = attended.get(tensors);
  known[side] ??= sumOfWeights(tensors, side, count);
  return known[side];
}

/** @param {ModelMap.Tensor[]} tensors @param {ModelMap.Side} side @param {number} count */
function sumOfWeights(tensors, side, count) {
  const sums = new Float64Array(count);
  for (const tensor of tensors) {
    if (tensor.own !== "weights" || (tensor.of || tensor.rows) !== side) continue;
    const keys = last(sizesOf(tensor));
    tensor.values.forEach((weight, at) => { sums[at % keys] += Math.abs(weight); });
  }
  return sums;
}

/**
 * The rows to name, as a set. `lit` is the hovered or pinned row, whose name replaces those next to it.
 * @param {number} pitch @param {ArrayLike<number>} importance of each row. @param {number | null} [lit]
 */
export function rowsToName(pitch, importance, lit = null) {
  const order = Array.from(importance, (_, row) => row), apart = rowsPerName(pitch), named = new Set();
  const rank = (/** @type {number} */ row) => (row === lit ? Infinity : importance[row]);
  order.sort((one, other) => rank(other) - rank(one) || one - other);
  for (const row of order) {
    let isFree = true;
    for (let near = row - apart + 1; near < row + apart; near++) isFree &&= !named.has(near);
    if (isFree) named.add(row);
  }
  return named;
}

/**
 * The rows of a side to name in a frame.
 * @param {Pick<ModelMap.Frame, "placed" | "layout" | "tensors" | "selection">} frame @param {ModelMap.Side} side
 */
export function namedIn({ placed, layout, tensors, selection }, side) {
  const place = selection.hovered ?? selection.pinned, lit = place?.side === side ? place.row : null;
  return rowsToName(placed.pitch, attendedTo(tensors, side, layout.rows[side]), lit);
}
