// The numbers on the map: those sent with the answer, and those requested when zooming in. Pure.

import { isGrid, lineLength, rowSize } from "./layout.js";

const WEIGHTS = new Set(["weights", "weights_before_dropout", "probabilities"]);
export const SEEN = ["now", "other", "difference"];

/** The tensors of a part with their numbers; `seen` selects one of two forward passes, or their difference. */
export function tensorsOf(part, seen = "now") {
  const total = part.tensors.reduce((sum, { count }) => sum + count, 0);
  return part.tensors.map((header, place) => {
    const at = (start) => part.numbers.subarray(start + header.at, start + header.at + header.count);
    const now = at(0), other = part.isCompared ? at(total) : null;
    const values = seen === "other" && other ? other : seen === "difference" && other ? minus(now, other) : now;
    const pool = pooling(part, header);
    const tensor = { ...header, index: place, values, pool, full: pool === 1 ? values : null, isDifference: seen === "difference" && Boolean(other) };
    return { ...tensor, scale: scaleOf(tensor), limit: limitOf(tensor) };
  });
}

function minus(now, other) {
  // Two hidden cells (both -Infinity) do not differ.
  const made = new Float32Array(now.length);
  for (let at = 0; at < now.length; at++) made[at] = now[at] === other[at] ? 0 : now[at] - other[at];
  return made;
}

/** How many numbers are pooled into one that was sent. */
function pooling(part, header) {
  const length = lineLength(rowSize(header), part.lines);
  return part.pool > 1 && !isGrid(header) && length % part.pool === 0 ? part.pool : 1;
}

function scaleOf({ own, isDifference }) {
  return WEIGHTS.has(own) && !isDifference ? "weights" : "diverging";
}

function limitOf(tensor) {
  return scaleOf(tensor) === "weights" ? 1 : largest(tensor.values);
}

export function largest(values) {
  let most = 0;
  for (let at = 0; at < values.length; at++) {
    const size = Math.abs(values[at]);
    if (size > most && size < Infinity) most = size;
  }
  return most || 1;
}

/** The offset of a cell in its tensor's numbers, in row-major order as in torch. */
export function offsetOf({ shape }, index) {
  return index.reduce((sum, place, axis) => sum * shape[axis] + place, 0);
}

/** The number in a cell; undefined while only pooled numbers have been received. */
export function valueAt(tensor, index) {
  return tensor.full?.[offsetOf(tensor, index)];
}

/** The masked scores that correspond to a tensor's cells, at the same offsets; null if it has no mask. */
export function maskedBy(tensors, tensor) {
  if (tensor.isDifference || !isGrid(tensor)) return null;
  const masked = tensor.masked < 0 ? tensor : tensors[tensor.masked];
  return masked.own === "masked" ? masked.full : null;
}

/** Return whether a mask hides a cell; it is then drawn as hidden. */
export function isHiddenAt(tensors, tensor, index) {
  return maskedBy(tensors, tensor)?.[offsetOf(tensor, index)] === -Infinity;
}

/** The index of the `number`th number of a row. */
export function indexIn(tensor, row, number) {
  const size = tensor.shape.at(-1);
  return tensor.heads ? [Math.floor(number / size), row, number % size] : [row, number];
}

/** The numbers of one row in the order in which they are drawn, pooled by `pool`. */
export function rowValues(tensor, row, pool) {
  const size = tensor.shape.at(-1), count = rowSize(tensor);
  if (!tensor.full) {
    const sent = tensor.values.length / tensor.shape.at(-2);
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

/** Like `rowValues`, but writes into the array `made` and returns the count. Plain loops: most drawing time is here. */
export function rowInto(made, tensor, row, pool) {
  const { full, shape } = tensor, rows = shape.at(-2), values = full ?? tensor.values;
  const size = full ? shape.at(-1) : values.length / rows, each = full ? pool : pool / tensor.pool;
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

/** Of every `count` numbers, the one with the largest absolute value. */
export function strongest(values, count) {
  if (count <= 1) return values;
  const made = new Float32Array(Math.ceil(values.length / count));
  for (let at = 0; at < values.length; at++) {
    const place = Math.floor(at / count);
    if (Math.abs(values[at]) > Math.abs(made[place])) made[place] = values[at];
  }
  return made;
}
