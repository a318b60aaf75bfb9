// Points of a placed map: what is at a point, where a cell is, and where a point goes when the zoom changes. Pure: tested
// without a browser.

import { last } from "../last.js";
import { filledShare, isGrid, rowSize } from "./layout.js";

/**
 * All edges along x on one side (`edgesX`) or along y (`edgesY`); a point lies between two of them.
 * @param {ModelMap.Placed} placed @param {ModelMap.Side} side
 */
export function edgesX(placed, side) {
  const own = placed.boxes.filter(({ column }) => column.side === side);
  return [0, ...own.flatMap(({ x, width }) => [x, x + width]), placed.width];
}

/** @param {ModelMap.Placed} placed @param {ModelMap.Sides<number>} rows */
export function edgesY({ tops, pitch, height }, rows) {
  return [0, tops.src, tops.src + rows.src * pitch, tops.tgt, tops.tgt + rows.tgt * pitch, height];
}

/**
 * The side that is nearer to a point along y; of half a model the one that it has.
 * @param {Pick<ModelMap.Placed, "tops" | "pitch">} placed @param {ModelMap.Sides<number>} rows @param {number} y @returns {ModelMap.Side}
 */
export function sideAt({ tops, pitch }, rows, y) {
  if (!rows.src || !rows.tgt) return rows.src ? "src" : "tgt";
  return y >= (tops.src + rows.src * pitch + tops.tgt) / 2 ? "tgt" : "src";
}

/**
 * The same point after a change of zoom, at the same position between the same two edges.
 * @param {number} point @param {number[]} before @param {number[]} after
 */
export function carried(point, before, after) {
  let at = before.findIndex((edge, place) => place + 1 < before.length && point < before[place + 1]);
  if (at < 0) at = before.length - 2;
  const span = before[at + 1] - before[at] || 1;
  return after[at] + ((point - before[at]) / span) * (after[at + 1] - after[at]);
}

/**
 * The box of a tensor's column. `place` is the tensor's index in the part.
 * @param {ModelMap.Placed} placed @param {number} place @param {ModelMap.ColumnKind} [kind]
 */
export function boxOf(placed, place, kind) {
  return placed.boxes.find(({ column }) => column.place === place && (kind ? column.kind === kind : column.kind !== "lines"));
}

/**
 * The rectangle of a cell. `index` is the cell's index in its tensor.
 * @param {ModelMap.Layout} layout @param {ModelMap.Placed} placed @param {number} place @param {number[]} index
 */
export function cellRect(layout, placed, place, index) {
  const tensor = layout.part.tensors[place], box = boxOf(placed, place);
  if (!box) return null;
  const row = last(index, 2), top = placed.tops[tensor.rows] + row * placed.pitch, filled = placed.pitch * filledShare(layout);
  if (isGrid(tensor)) {
    const head = tensor.heads ? index[0] : 0, width = box.width / box.column.length;
    return { x: box.x + (head * (last(tensor.shape) + 1) + last(index)) * width, y: top, width, height: filled };
  }
  const number = (tensor.heads ? index[0] * last(tensor.shape) : 0) + last(index);
  const width = box.width / box.column.length, height = filled / layout.part.lines;
  const line = Math.floor(number / box.column.length);
  return { x: box.x + (number % box.column.length) * width, y: top + line * height, width, height };
}

/**
 * What is at a point: {side, row} and, in a column, {place, index}; null outside all rows.
 * @param {ModelMap.Layout} layout @param {ModelMap.Placed} placed @param {number} x @param {number} y @returns {ModelMap.RowHit | ModelMap.CellHit | null}
 */
export function hitAt(layout, placed, x, y) {
  const side = y >= placed.tops.tgt ? "tgt" : "src", row = Math.floor((y - placed.tops[side]) / placed.pitch);
  if (row < 0 || row >= layout.rows[side]) return null;
  const box = placed.boxes.find((one) => one.column.side === side && x >= one.x && x < one.x + one.width);
  if (!box || box.column.place < 0 || box.column.kind === "lines") return { side, row, column: box?.column };
  const index = indexAt(layout, placed, box, row, x, y - placed.tops[side] - row * placed.pitch);
  return index ? { side, row, column: box.column, place: box.column.place, index } : { side, row, column: box.column };
}

/** @param {ModelMap.Layout} layout @param {ModelMap.Placed} placed @param {ModelMap.Box} box @param {number} row @param {number} x @param {number} down */
function indexAt(layout, placed, box, row, x, down) {
  const tensor = layout.part.tensors[box.column.place], size = last(tensor.shape), filled = placed.pitch * filledShare(layout);
  const along = Math.min(box.column.length - 1, Math.floor(((x - box.x) / box.width) * box.column.length));
  if (isGrid(tensor)) {
    const head = Math.floor(along / (size + 1)), key = along % (size + 1);
    if (key === size) return null;
    return tensor.heads ? [head, row, key] : [row, key];
  }
  const line = Math.min(layout.part.lines - 1, Math.floor((Math.min(down, filled - 1e-6) / filled) * layout.part.lines));
  const number = line * box.column.length + along;
  if (number >= rowSize(tensor)) return null;
  return tensor.heads ? [Math.floor(number / size), row, number % size] : [row, number];
}
