// The lines of attention, the only place where rows interact: from the attended word to the attending one, as thick
// as the attention weight, in the colour of the head.

import { last } from "../last.js";
import { beginSprites, drawSprite } from "./line_sprites.js";
import { rowSeen } from "./play.js";
import { LEAST, hasHeadsApart, headShift, headsOff, sizesOf, strongestHeads, widestAt } from "./ribbons.js";

/** Upper bounds of weights: all lines of one thickness are drawn in one stroke. */
const THICKNESSES = [0.1, 0.25, 0.5, 0.8, 1.01];

/** @type {WeakMap<Float32Array, Map<string, number[][][]>>} */
const known = new WeakMap();

/**
 * What is highlighted in an attention: the lines of a query, of a key or of a head, or a single line.
 * @typedef {{query: number | null, key: number | null, head: number | null, isOne?: boolean, isSame?: boolean}} Chosen
 */

/**
 * All attention weights to draw, by head and thickness, as flat lists of query, key, query, key, ...
 * @param {ModelMap.Tensor} tensor @param {Int16Array | null} [strongest] where each pair of words has one line: its strongest head.
 */
export function strokesOf(tensor, strongest = null) {
  const [heads, rows, keys] = sizesOf(tensor);
  /** @type {number[][][]} */
  const strokes = Array.from({ length: heads }, () => THICKNESSES.map(() => []));
  for (let head = 0, at = 0; head < heads; head++) {
    for (let row = 0; row < rows; row++) {
      for (let key = 0; key < keys; key++, at++) {
        // Dropout scales some weights above 1.
        const weight = Math.min(1, Math.abs(tensor.values[at]));
        const isDrawn = weight >= LEAST && (!strongest || strongest[row * keys + key] === head);
        if (isDrawn) strokes[head][THICKNESSES.findIndex((least) => weight < least)]?.push(row, key);
      }
    }
  }
  return strokes;
}

/** @param {ModelMap.Tensor} tensor @param {boolean} isApart @param {number[]} off @returns {number[][][]} */
function strokesFor(tensor, isApart, off) {
  const made = known.get(tensor.values) ?? new Map(), key = isApart ? "" : `far ${off}`;
  known.set(tensor.values, made);
  const strokes = made.get(key) ?? strokesOf(tensor, isApart ? null : strongestHeads(tensor, off));
  made.set(key, strokes);
  return strokes;
}

/** @param {ModelMap.Frame} frame */
export function drawLines(frame) {
  const { placed, view } = frame;
  beginSprites(frame);
  for (const box of placed.boxes) {
    const { column } = box;
    if (column.kind !== "lines" || (column.isShared && column.side === "src")) continue;
    if (box.x > view.right || box.x + box.width < view.left) continue;
    drawAttention(frame, box);
  }
  frame.context.globalAlpha = 1;
}

/**
 * What to highlight in an attention: an attending row, an attended row, a head; or a single line.
 * @param {ModelMap.Frame} frame @param {ModelMap.Column} column @returns {Chosen | null}
 */
function chosenIn(frame, column) {
  /** @type {ModelMap.Pointed | null} */
  const place = frame.selection.hovered ?? frame.selection.pinned;
  if (!place) return null;
  if (place.isRibbon && place.column === column) return { query: place.row, key: last(place.index), head: last(place.index, 3) ?? null, isOne: true };
  const head = place.place !== undefined && frame.tensors[place.place].heads && frame.layout.part.sections[column.section].tensors.includes(place.place)
    ? place.index[0] : null;
  const query = place.side === column.side ? place.row : null, key = place.side === column.from ? place.row : null;
  return query === null && key === null ? null : { query, key, head, isSame: column.side === column.from };
}

/** @param {ModelMap.Frame} frame @param {ModelMap.Box} box */
function drawAttention(frame, box) {
  const { tensors, layout } = frame, { column } = box, tensor = tensors[column.place], off = headsOff(layout.part, tensor);
  const chosen = chosenIn(frame, column), isOfHead = chosen !== null && chosen.head !== null && !chosen.isOne;
  const isApart = hasHeadsApart(frame.placed) || isOfHead;
  const strokes = strokesFor(tensor, isApart, off), isStill = !frame.isMoving || !frame.seen.isAll;
  const look = { strokes, chosen: JSON.stringify(chosen) };
  const strokeAll = (/** @type {ModelMap.Frame} */ within, /** @type {ModelMap.Box} */ at) => strokeLines(within, at, strokes, { chosen, isApart, off });
  if (isStill || !drawSprite(frame, box, look, strokeAll)) strokeAll(frame, box);
}

/**
 * Stroke the lines of an attention, head by head.
 * @param {ModelMap.Frame} frame @param {ModelMap.Box} box @param {number[][][]} strokes
 * @param {{chosen: Chosen | null, isApart: boolean, off: number[]}} how
 */
function strokeLines(frame, box, strokes, { chosen, isApart, off }) {
  const { context, layout } = frame, widest = widestAt(frame.placed.pitch);
  strokes.forEach((byThickness, head) => {
    if (off.includes(head)) return;
    context.strokeStyle = layout.part.colours[head % layout.part.colours.length];
    byThickness.forEach((pairs, thickness) => {
      const weight = Math.min(1, THICKNESSES[thickness] * 0.85);
      context.lineWidth = Math.max(0.5, weight * widest);
      for (const isLit of chosen ? [false, true] : [true]) {
        context.globalAlpha = isLit ? 0.16 + 0.6 * weight : 0.06;
        const shift = isApart ? headShift(strokes.length, head, frame.placed.pitch) : 0;
        stroke(frame, box, pairs, shift, (query, key) => isLitBy(chosen, head, query, key) === isLit);
      }
    });
  });
}

/** @param {Chosen | null} chosen @param {number} head @param {number} query @param {number} key */
function isLitBy(chosen, head, query, key) {
  if (!chosen) return true;
  if (chosen.head !== null && chosen.head !== head) return false;
  if (chosen.isOne) return query === chosen.query && key === chosen.key;
  return query === chosen.query || (!chosen.isSame && key === chosen.key);
}

/**
 * A predicate: whether the lines of a query are already drawn in playback.
 * @param {Pick<ModelMap.Frame, "placed" | "seen" | "encoderEnd">} frame @param {ModelMap.Box} box
 */
export function linesSeen({ placed, seen, encoderEnd }, { x, width, column }) {
  return (/** @type {number} */ query) => (column.side === "src" ? x + width <= encoderEnd : rowSeen(seen, query, placed.width).until >= x + width);
}

/** @param {ModelMap.Frame} frame @param {ModelMap.Box} box @param {number[]} pairs @param {number} shift @param {(query: number, key: number) => boolean} isWanted */
function stroke(frame, box, pairs, shift, isWanted) {
  const { context, placed } = frame, { x, width, column } = box, isSeen = linesSeen(frame, box);
  const [from, to] = [placed.tops[column.from], placed.tops[column.side]], half = 0.45 * placed.pitch + shift, bend = width * 0.5;
  context.beginPath();
  for (let at = 0; at < pairs.length; at += 2) {
    const query = pairs[at], key = pairs[at + 1];
    if (!isWanted(query, key) || !isSeen(query)) continue;
    const start = from + key * placed.pitch + half, end = to + query * placed.pitch + half;
    context.moveTo(x, start);
    context.bezierCurveTo(x + bend, start, x + width - bend, end, x + width, end);
  }
  context.stroke();
}
