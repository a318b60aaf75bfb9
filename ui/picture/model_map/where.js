// Where on the map one is: at the pinned number if it is in sight, otherwise in the layer at the middle of the window and
// in whatever of it fills the window: a sublayer, a block, a column, a head. Pure: tested without a browser.

import { last } from "../last.js";
import { blocksIn } from "./blocks.js";
import { columnName } from "./draw_words.js";
import { isGrid } from "./layout.js";
import { rowName } from "./names.js";
import { boxOf, sideAt } from "./points.js";
import { layerNames } from "./titles.js";

/** The share of the window's width from which something fills it. */
const FILLING = 0.85;

/**
 * The parts of the path, from the whole model inwards, each as {kind, text}. Those between the whole and the pinned
 * number's row have `spanAt`: what they name as {left, right, side}, at any zoom.
 * @param {Pick<ModelMap.View, "part" | "layout" | "placed" | "camera" | "selection">} view @returns {ModelMap.PathStep[]}
 */
export function pathOf({ part, layout, placed, camera, selection }) {
  const whole = { kind: "whole", text: part.strings.tools.whole }, { pinned } = selection;
  if (camera.t <= 0) return [whole];
  const box = pinned && boxOf(placed, pinned.place);
  if (pinned && box && isInSight(placed, camera, layout.room, pinned)) {
    const levels = levelsOf(layout, box.column, part.tensors[pinned.place].heads ? pinned.index[0] : null);
    return [whole, ...levels, { kind: "row", text: rowName(part[pinned.side], pinned.row) }];
  }
  const { column, head } = inMiddle(layout, placed, camera), [layer, ...nearer] = levelsOf(layout, column, head);
  // Where numbers can be read there is nothing nearer, even if it does not fill the window.
  const fills = (/** @type {ModelMap.Span} */ { left, right }) => camera.t >= 1 || right - left >= FILLING * layout.room.width;
  return [whole, layer, ...nearer.filter(({ spanAt }) => spanAt && fills(spanAt(placed)))];
}

/**
 * The layer, sublayer, block, column and head of a column, as far as it has them.
 * @param {ModelMap.Layout} layout @param {ModelMap.Column} column @param {number | null} head
 */
function levelsOf(layout, column, head) {
  const { part } = layout, { sections, strings } = part, section = sections[column.section], tensor = part.tensors[column.place];
  /** @type {(isOf: (column: ModelMap.Column) => boolean) => ModelMap.PathStep["spanAt"]} */
  const of = (isOf) => (placed) => extentOf(placed.boxes.filter((box) => box.column.side === column.side && isOf(box.column)), column.side);
  /** @type {ModelMap.PathStep[]} */
  const levels = [{ kind: "layer", text: layerNames(strings, section)[0], spanAt: of((one) => isSameLayer(section, sections[one.section])) }];
  if (!tensor) return levels;
  const isOwn = (/** @type {ModelMap.Column} */ one) => one.section === column.section, block = blocksIn(layout).of.get(column);
  if (section.layer !== null) levels.push({ kind: "sublayer", text: strings.parts[section.part], spanAt: of(isOwn) });
  if (block && block.columns.length > 1) levels.push({ kind: "block", text: strings.blocks?.[block.name] ?? "", spanAt: of((one) => block.columns.includes(one)) });
  const name = column.kind === "lines" ? strings.tensors.lines : columnName(strings, tensor);
  levels.push({ kind: "column", text: name, spanAt: of((one) => one === column) });
  if (head !== null) levels.push({ kind: "head", text: strings.head.replace("{number}", String(head + 1)), spanAt: (placed) => headSpan(placed, column, tensor, head) });
  return levels.filter(({ text }) => text);
}

/** @param {ModelMap.Section} one @param {ModelMap.Section} other */
function isSameLayer(one, other) {
  return one === other || (one.layer !== null && one.stack === other.stack && one.layer === other.layer);
}

/** @param {ModelMap.Box[]} boxes @param {ModelMap.Side} side */
function extentOf(boxes, side) {
  return { left: Math.min(...boxes.map(({ x }) => x)), right: Math.max(...boxes.map(({ x, width }) => x + width)), side };
}

/**
 * A head's own cells of a column: side by side, or of a vector the numbers of one head, which may begin on any line.
 * @param {ModelMap.Placed} placed @param {ModelMap.Column} column @param {ModelMap.TensorHeader} tensor @param {number} head
 */
function headSpan(placed, column, tensor, head) {
  const { x, width } = /** @type {ModelMap.Box} */ (placed.boxes.find((box) => box.column === column));
  if (!isGrid(tensor)) return { left: x, right: x + width, side: column.side };
  const cell = width / column.length, keys = last(tensor.shape), left = x + head * (keys + 1) * cell;
  return { left, right: left + keys * cell, side: column.side };
}

/**
 * The column in the middle of the window, or nearest to it, and the head that is there.
 * @param {ModelMap.Layout} layout @param {ModelMap.Placed} placed @param {ModelMap.Camera} camera
 */
function inMiddle(layout, placed, camera) {
  const side = sideAt(placed, layout.rows, camera.y + layout.room.height / 2), middle = camera.x + layout.room.width / 2;
  const own = placed.boxes.filter(({ column }) => column.side === side && !(column.isShared && side === "src"));
  const apart = (/** @type {ModelMap.Box} */ { x, width }) => Math.max(x - middle, middle - x - width, 0);
  const { column, x, width } = own.reduce((best, one) => (apart(one) < apart(best) ? one : best));
  const tensor = layout.part.tensors[column.place], isHeaded = column.kind === "grid" && tensor.heads > 0;
  const cell = Math.floor((Math.max(0, Math.min(0.999, (middle - x) / width))) * column.length);
  return { column, head: isHeaded ? Math.floor(cell / (last(tensor.shape) + 1)) : null };
}

/** @param {ModelMap.Placed} placed @param {Picture.Point} point @param {ModelMap.Room} room @param {ModelMap.Cell} cell */
function isInSight(placed, { x, y }, room, { place, side, row }) {
  const box = boxOf(placed, place), top = placed.tops[side] + row * placed.pitch;
  return box !== undefined && box.x < x + room.width && box.x + box.width > x && top < y + room.height && top + placed.pitch > y;
}
