// The numbers on the map: those sent with the answer, and those requested when zooming in. Pure.

import { last } from "../last.js";
import { isGrid, lineLength, rowSize } from "./layout.js";

const WEIGHTS = new Set(["weights", "weights_before_dropout", "probabilities"]);
/** Pools for the columns of a vocabulary, as in `tensors.py`. */
const WIDE_POOLS = [64, 32];
/** @type {ModelMap.Seen[]} */
export const SEEN = ["now", "other", "difference"];

/**
 * The tensors of a part with their numbers; `seen` selects one of two forward passes, or their difference.
 * @param {ModelMap.Part} part @param {ModelMap.Seen} [seen] @returns {ModelMap.Tensor[]}
 */
export function tensorsOf(part, seen = "now") {
  const total = part.tensors.reduce((sum, { count }) => sum + count, 0);
  // The differences of pooled numbers follow those of both forward passes.
  let next = 2 * total;
  return part.tensors.map((header, place) => {
    const at = (/** @type {number} */ start) => whole(header, part.numbers.subarray(start + header.at, start + header.at + header.count));
    const now = at(0), other = part.isCompared ? at(total) : null, pool = pooling(part, header);
    const differences = part.hasDifferences && pool > 1 ? part.numbers.subarray(next, next + header.count) : null;
    next += differences?.length ?? 0;
    const values = seen === "other" && other ? other : seen === "difference" && other ? differences ?? minus(now, other) : now;
    const tensor = { ...header, index: place, values, pool, full: pool === 1 && !header.sent ? values : null, isDifference: seen === "difference" && Boolean(other) };
    return { ...tensor, scale: scaleOf(tensor), limit: limitOf(tensor) };
  });
}

/** @type {Map<number, Float32Array>} */
const zeros = new Map();

/**
 * The numbers of a tensor, with 0 in the place of those that were not sent.
 * @param {ModelMap.TensorHeader} header @param {Float32Array} sent @returns {Float32Array}
 */
function whole({ sent: which, shape }, sent) {
  if (!which) return sent;
  const size = shape.reduce((product, one) => product * one, 1);
  if (which === "none") {
    // One array for all that have nothing: together they would take much memory.
    if (!zeros.has(size)) zeros.set(size, new Float32Array(size));
    return /** @type {Float32Array} */ (zeros.get(size));
  }
  const made = new Float32Array(size), count = sent.length / 2;
  for (let at = 0; at < count; at++) made[sent[at]] = sent[count + at];
  return made;
}

/** @param {Float32Array} now @param {Float32Array} other */
export function minus(now, other) {
  // Two hidden cells (both -Infinity) do not differ.
  const made = new Float32Array(now.length);
  for (let at = 0; at < now.length; at++) made[at] = now[at] === other[at] ? 0 : now[at] - other[at];
  return made;
}

/** How many numbers are pooled into one that was sent. @param {ModelMap.Part} part @param {ModelMap.TensorHeader} header */
function pooling(part, header) {
  const length = lineLength(rowSize(header), part.lines);
  if (part.pool === 1 || isGrid(header) || length % part.pool) return 1;
  return (header.axis === "token" ? WIDE_POOLS.find((wide) => length % wide === 0) : undefined) ?? part.pool;
}

/** @param {Pick<ModelMap.Tensor, "own" | "isDifference">} tensor @returns {"weights" | "diverging"} */
function scaleOf({ own, isDifference }) {
  return WEIGHTS.has(own) && !isDifference ? "weights" : "diverging";
}

/** @param {Pick<ModelMap.Tensor, "own" | "isDifference" | "values">} tensor */
export function limitOf(tensor) {
  return scaleOf(tensor) === "weights" ? 1 : largest(tensor.values);
}

/** @param {ArrayLike<number>} values */
export function largest(values) {
  let most = 0;
  for (let at = 0; at < values.length; at++) {
    const size = Math.abs(values[at]);
    if (size > most && size < Infinity) most = size;
  }
  return most || 1;
}

/** The offset of a cell in its tensor's numbers, in row-major order as in torch. @param {{shape: number[]}} x @param {number[]} index */
export function offsetOf({ shape }, index) {
  return index.reduce((sum, place, axis) => sum * shape[axis] + place, 0);
}

/** The number in a cell; undefined while only pooled numbers have been received. @param {ModelMap.Tensor} tensor @param {number[]} index */
export function valueAt(tensor, index) {
  return tensor.full?.[offsetOf(tensor, index)];
}

/**
 * The masked scores that correspond to a tensor's cells, at the same offsets; null if it has no mask.
 * @param {ModelMap.Tensor[]} tensors @param {ModelMap.Tensor} tensor
 */
export function maskedBy(tensors, tensor) {
  if (tensor.isDifference || !isGrid(tensor)) return null;
  const masked = tensor.masked < 0 ? tensor : tensors[tensor.masked];
  return masked.own === "masked" ? masked.full : null;
}

/**
 * Return whether a mask hides a cell; it is then drawn as hidden.
 * @param {ModelMap.Tensor[]} tensors @param {ModelMap.Tensor} tensor @param {number[]} index
 */
export function isHiddenAt(tensors, tensor, index) {
  return maskedBy(tensors, tensor)?.[offsetOf(tensor, index)] === -Infinity;
}

/**
 * The index of the `number`th number of a row.
 * @param {Pick<ModelMap.TensorHeader, "shape" | "heads">} tensor @param {number} row @param {number} number
 */
export function indexIn(tensor, row, number) {
  const size = last(tensor.shape);
  return tensor.heads ? [Math.floor(number / size), row, number % size] : [row, number];
}

/**
 * The numbers of one row in the order in which they are drawn, pooled by `pool`.
 * @param {ModelMap.Tensor} tensor @param {number} row @param {number} pool
 */
export function rowValues(tensor, row, pool) {
  const size = last(tensor.shape), count = rowSize(tensor);
  if (!tensor.full) {
    const sent = tensor.values.length / last(tensor.shape, 2);
    return strongest(tensor.values.subarray(row * sent, (row + 1) * sent), pool / tensor.pool);
  }
  if (!tensor.heads || isGrid(tensor)) return strongest(tensor.full.subarray(row * size, (row + 1) * size), pool);
  const made = new Float32Array(count);
  for (let head = 0; head < tensor.heads; head++) {
    const start = (head * tensor.shape[1] + row) * size;
    made.set(tensor.full.subarray(start, start + size), head * size);
  }
  return strongest(made, pool);
}

/**
 * Like `rowValues`, but writes into the array `made` and returns the count. Plain loops: most drawing time is here.
 * @param {Float32Array} made @param {ModelMap.Tensor} tensor @param {number} row @param {number} pool
 */
export function rowInto(made, tensor, row, pool) {
  const { full, shape } = tensor, rows = last(shape, 2), values = full ?? tensor.values;
  const size = full ? last(shape) : values.length / rows, each = full ? pool : pool / tensor.pool;
  const parts = full && !isGrid(tensor) ? tensor.heads || 1 : 1;
  let place = 0, count = 0, best = 0;
  for (let part = 0; part < parts; part++) {
    const start = (part * rows + row) * size;
    for (let at = start; at < start + size; at++) {
      const value = values[at];
      if (count === 0 || Math.abs(value) > Math.abs(best)) best = value;
      if (++count < each) continue;
      made[place++] = best;
      count = 0;
    }
  }
  if (count) made[place++] = best;
  return place;
}

/** Of every `count` numbers, the one with the largest absolute value. @param {Float32Array} values @param {number} count */
export function strongest(values, count) {
  if (count <= 1) return values;
  const made = new Float32Array(Math.ceil(values.length / count));
  for (let at = 0; at < values.length; at++) {
    const place = Math.floor(at / count);
    if (Math.abs(values[at]) > Math.abs(made[place])) made[place] = values[at];
  }
  return made;
}
