// The tensors as bitmaps with one pixel per cell, painted once and then only drawn. Bitmaps needed at the same time
// are painted on one canvas: creating a canvas for each would take longer than painting all their pixels.

import { penOf } from "../element.js";
import { last } from "../last.js";
import { channels, ramp, rampStep } from "../matrix_view/colour.js";
import { isGrid, rowSize } from "./layout.js";
import { maskedBy, rowInto } from "./tensors.js";

/** @typedef {{pixels: Uint32Array, stride: number, start: number, width: number}} Target where a bitmap is painted on a sheet */

/** Level n has one pixel per 2 ** n cells, showing the strongest of them when zoomed out. */
const MOST_LEVEL = 6;
/** The largest width of a sheet, in pixels. */
const SHEET = 4096;

/**
 * Create the cache of bitmaps of one answer in one theme. `sheet` is a canvas to reuse for the first ones.
 * @param {ModelMap.Layout} layout @param {ModelMap.Tensor[]} tensors @param {Picture.Theme} theme @param {HTMLCanvasElement | null} [sheet]
 */
export function createBitmaps(layout, tensors, theme, sheet = null) {
  return { layout, tensors, theme, sheet, made: new Map() };
}

/**
 * The level at which a pixel of the bitmap covers at least one pixel of the screen, if that is possible.
 * @param {ModelMap.Tensor} tensor @param {number} pointsACell @param {number} length
 */
export function levelFor(tensor, pointsACell, length) {
  if (isGrid(tensor)) return 0;
  const least = Math.log2(tensor.full ? 1 : tensor.pool);
  let level = Math.max(least, Math.min(MOST_LEVEL, Math.floor(Math.log2(1 / Math.max(pointsACell, 1e-3)))));
  while (level > least && length % 2 ** level) level--;
  return level;
}

/** @param {Pick<ModelMap.WantedBitmap, "place" | "level">} wantedBitmap @param {ModelMap.Tensor} tensor */
function keyOf({ place, level }, tensor) {
  return `${place}.${level}.${tensor.full ? 1 : 0}`;
}

/**
 * The bitmaps of {place, level, length}, in the same order, each as {image, x, y, width, height}.
 * @param most numbers to paint at once, where a bitmap of another level can be shown meanwhile: `bitmaps.isBehind` then
 *   says that some are still to be painted.
 * @param {ModelMap.Bitmaps} bitmaps @param {ModelMap.WantedBitmap[]} wanted @param {number} [most] @returns {ModelMap.Bitmap[]}
 */
export function bitmapsFor(bitmaps, wanted, most = Infinity) {
  const keys = wanted.map((one) => keyOf(one, bitmaps.tensors[one.place]));
  const missing = wanted.filter((one, at) => !bitmaps.made.has(keys[at]) && keys.indexOf(keys[at]) === at);
  const due = dueOf(bitmaps, missing, most);
  if (due.length) make(bitmaps, due);
  bitmaps.isBehind = due.length < missing.length;
  return keys.map((key, at) => bitmaps.made.get(key) ?? /** @type {ModelMap.Bitmap} */ (substitute(bitmaps, wanted[at])));
}

/**
 * Those to paint now: all that nothing can be shown for, and of the others the first ones.
 * @param {ModelMap.Bitmaps} bitmaps @param {ModelMap.WantedBitmap[]} missing @param {number} most
 */
function dueOf(bitmaps, missing, most) {
  let count = 0;
  return missing.filter((one) => {
    if (!substitute(bitmaps, one)) return true;
    const isFirst = count === 0;
    count += bitmaps.tensors[one.place].values.length;
    return isFirst || count <= most;
  });
}

/**
 * The bitmap of the same tensor at the nearest level; undefined if it has none.
 * @param {{made: Map<string, ModelMap.Bitmap>}} x @param {Pick<ModelMap.WantedBitmap, "place" | "level">} wantedBitmap
 */
function substitute({ made }, { place, level }) {
  for (let apart = 0; apart <= MOST_LEVEL; apart++) {
    for (const other of [level + apart, level - apart]) {
      const found = made.get(`${place}.${other}.1`) ?? made.get(`${place}.${other}.0`);
      if (found) return found;
    }
  }
  return undefined;
}

/** Drop all cached bitmaps of a tensor. @param {ModelMap.Bitmaps} bitmaps @param {number} place */
export function forget(bitmaps, place) {
  for (const key of bitmaps.made.keys()) if (key.startsWith(`${place}.`)) bitmaps.made.delete(key);
}

/** Pack bitmaps side by side in lines: the position of each, and the size of the sheet. Pure. @param {Picture.Size[]} sizes @param {number} [most] */
export function packed(sizes, most = SHEET) {
  let x = 0, y = 0, high = 0, wide = 0;
  const places = sizes.map(({ width, height }) => {
    if (x && x + width > most) [x, y, high] = [0, y + high, 0];
    const place = { x, y, width, height };
    x += width;
    high = Math.max(high, height);
    wide = Math.max(wide, x);
    return place;
  });
  return { places, width: wide, height: y + high };
}

/** @param {ModelMap.Bitmaps} bitmaps @param {ModelMap.WantedBitmap[]} missing */
function make(bitmaps, missing) {
  const { layout, tensors } = bitmaps, rowHeight = layout.part.lines * layout.sublines + 1;
  // One pixel of padding at the right, so that no colour bleeds in from the next bitmap.
  const sizes = missing.map(({ place, level, length }) => ({
    width: 1 + (isGrid(tensors[place]) ? length : Math.ceil(length / 2 ** level)), height: last(tensors[place].shape, 2) * rowHeight,
  }));
  const { places: roomy, width, height } = packed(sizes), places = roomy.map((one) => ({ ...one, width: one.width - 1 })), image = sheetOf(bitmaps, width, height);
  const context = penOf(image), data = context.createImageData(width, height), pixels = new Uint32Array(data.data.buffer);
  missing.forEach((one, at) => {
    const tensor = tensors[one.place], target = { pixels, stride: width, start: places[at].y * width + places[at].x, ...places[at] };
    (isGrid(tensor) ? paintGrid : paintVectors)(bitmaps, tensor, target, 2 ** one.level);
    bitmaps.made.set(keyOf(one, tensor), { image, ...places[at] });
  });
  context.putImageData(data, 0, 0);
}

/** Reuse the canvas of the previous answer if it is large enough. @param {ModelMap.Bitmaps} bitmaps @param {number} width @param {number} height */
function sheetOf(bitmaps, width, height) {
  const { sheet } = bitmaps;
  bitmaps.sheet = null;
  if (sheet && sheet.width >= width && sheet.height >= height) return (bitmaps.used = sheet);
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  bitmaps.used ??= canvas;
  return canvas;
}

/** @param {string} hex */
function packedColour(hex) {
  const [red, green, blue] = channels(hex);
  return (255 << 24) | (blue << 16) | (green << 8) | red;
}

/** @param {ModelMap.Bitmaps} bitmaps @param {ModelMap.Tensor} tensor @param {Target} target @param {number} pool */
function paintVectors({ layout, theme }, tensor, { pixels, stride, start, width }, pool) {
  const { sublines } = layout, { scale, limit } = tensor, { packed: colours } = ramp(theme, scale);
  const rowHeight = layout.part.lines * sublines + 1, row = new Float32Array(rowSize(tensor));
  for (let place = 0; place < last(tensor.shape, 2); place++) {
    const count = rowInto(row, tensor, place, pool);
    for (let from = 0, line = start + place * rowHeight * stride; from < count; from += width, line += sublines * stride) {
      const length = Math.min(width, count - from);
      for (let at = 0; at < length; at++) pixels[line + at] = colours[rampStep(row[from + at], scale, limit)];
      for (let sub = 1; sub < sublines; sub++) pixels.copyWithin(line + sub * stride, line, line + length);
    }
  }
}

/** @param {ModelMap.Bitmaps} bitmaps @param {ModelMap.Tensor} tensor @param {Target} target */
function paintGrid({ layout, theme, tensors }, tensor, { pixels, stride, start }) {
  const size = last(tensor.shape), rows = last(tensor.shape, 2), heads = tensor.heads || 1;
  const rowHeight = layout.part.lines * layout.sublines + 1, { packed: colours } = ramp(theme, tensor.scale), hidden = packedColour(theme.hidden);
  const masked = maskedBy(tensors, tensor);
  for (let head = 0; head < heads; head++) {
    for (let row = 0; row < rows; row++) {
      for (let key = 0; key < size; key++) {
        const at = (head * rows + row) * size + key;
        const colour = masked?.[at] === -Infinity ? hidden : colours[rampStep(tensor.values[at], tensor.scale, tensor.limit)];
        const first = start + row * rowHeight * stride + head * (size + 1) + key;
        for (let sub = 0; sub < rowHeight - 1; sub++) pixels[first + sub * stride] = colour;
      }
    }
  }
}
