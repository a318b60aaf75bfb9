// Draws the hovered and the pinned cell, the trail, and the origins of the pinned number.

import { last } from "../last.js";
import { drawCell } from "./draw_tensors.js";
import { filledShare, isGrid } from "./layout.js";
import { boxOf, cellRect } from "./points.js";

/** The width of a line that carries a share of 1. */
const WIDEST = 5;
/** The outlines of a row, by its state; all in ink, since every other colour means something. */
const PINNED = { width: 1.6, alpha: 1, dash: [] }, HOVERED = { width: 1, alpha: 0.6, dash: [] }, ATTENDED = { width: 1, alpha: 0.8, dash: [3, 3] };

/** @param {ModelMap.Frame} frame */
export function drawSelection(frame) {
  const { selection, context } = frame;
  drawOrigins(frame);
  drawTrail(frame);
  if (selection.pinned) drawPlace(frame, selection.pinned, true);
  if (selection.hovered) drawPlace(frame, selection.hovered, false);
  context.globalAlpha = 1;
}

/**
 * Highlight a row across the map; for a cell also the attended word, or the same column in the other rows.
 * @param {ModelMap.Frame} frame @param {ModelMap.Pointed} place @param {boolean} isPinned
 */
function drawPlace(frame, place, isPinned) {
  const { context, placed, layout, theme, tensors } = frame;
  rowBand(frame, place.side, place.row, isPinned ? PINNED : HOVERED);
  if (place.place === undefined) return;
  const tensor = tensors[place.place];
  if (isGrid(tensor)) rowBand(frame, tensor.of || place.side, last(place.index), ATTENDED);
  else sameColumn(frame, place, tensor);
  const rect = cellRect(layout, placed, place.place, place.index);
  if (!rect) return;
  const grown = Math.max(0, (4 - rect.width) / 2);
  context.strokeStyle = theme.ink;
  context.lineWidth = isPinned ? 2 : 1.4;
  context.strokeRect(rect.x - grown, rect.y, rect.width + 2 * grown, Math.max(4, rect.height));
}

/** @param {Pick<ModelMap.Frame, "context" | "placed" | "layout" | "view" | "theme">} frame @param {ModelMap.Side} side @param {number} row @param {{width: number, alpha: number, dash: number[]}} x */
function rowBand({ context, placed, layout, view, theme }, side, row, { width, alpha, dash }) {
  const y = placed.tops[side] + row * placed.pitch - 1, height = placed.pitch * filledShare(layout) + 2;
  context.strokeStyle = theme.ink;
  context.globalAlpha = alpha;
  context.lineWidth = width;
  context.setLineDash(dash);
  context.strokeRect(Math.max(1, view.left - 4), y, Math.min(placed.width, view.right + 4) - Math.max(1, view.left - 4), height);
  context.setLineDash([]);
  context.globalAlpha = 1;
}

/**
 * Outline the same column in all rows of the tensor.
 * @param {Pick<ModelMap.Frame, "context" | "placed" | "layout" | "theme">} frame @param {ModelMap.Cell} cell @param {ModelMap.Tensor} tensor
 */
function sameColumn({ context, placed, layout, theme }, { place, index }, tensor) {
  const first = cellRect(layout, placed, place, [...index.slice(0, -2), 0, last(index)]);
  if (!first || first.width < 2) return;
  context.strokeStyle = theme.ink;
  context.lineWidth = 0.8;
  context.globalAlpha = 0.6;
  for (let row = 0; row < last(tensor.shape, 2); row++) context.strokeRect(first.x, first.y + row * placed.pitch, first.width, first.height);
  context.globalAlpha = 1;
}

/** @param {Pick<ModelMap.Frame, "layout" | "placed">} frame @param {ModelMap.Cell} cell */
function centre({ layout, placed }, { place, index }) {
  const rect = boxOf(placed, place) ? cellRect(layout, placed, place, index) : null;
  return rect && { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
}

/** Draw the trail as dashes from number to number. @param {ModelMap.Frame} frame */
function drawTrail(frame) {
  const { context, theme, selection } = frame, points = selection.trail.flatMap((cell) => centre(frame, cell) ?? []);
  if (points.length < 2) return;
  context.strokeStyle = theme.ink;
  context.lineWidth = 1.4;
  context.setLineDash([5, 4]);
  context.beginPath();
  points.forEach(({ x, y }, at) => (at ? context.lineTo(x, y) : context.moveTo(x, y)));
  context.stroke();
  context.setLineDash([]);
}

/** Draw the origins, the strongest contributions last, so that they are on top. @param {ModelMap.Frame} frame */
function drawOrigins(frame) {
  const { context, selection, theme, view } = frame;
  if (!selection.origins.length) return;
  // Fade everything else.
  context.globalAlpha = 0.6;
  context.fillStyle = theme.surface;
  context.fillRect(view.left, view.top, view.right - view.left, view.bottom - view.top);
  context.strokeStyle = theme.origins;
  context.lineCap = "round";
  for (const { output, input, share } of [...selection.origins].reverse()) {
    const ends = endsOf(frame, input, output);
    if (!ends) continue;
    const [from, to] = ends, bend = (to.x - from.x) * 0.5;
    context.globalAlpha = 0.5 + 0.45 * Math.min(1, share * 4);
    context.lineWidth = 0.8 + WIDEST * share;
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.bezierCurveTo(from.x + bend, from.y, to.x - bend, to.y, to.x, to.y);
    context.stroke();
  }
  context.lineCap = "butt";
  context.globalAlpha = 1;
  // Keep the explained number readable.
  if (selection.pinned) drawCell(frame, selection.pinned);
}

/**
 * The ends of a line, at the edges of the two cells so that it covers neither number.
 * @param {Pick<ModelMap.Frame, "layout" | "placed">} frame @param {ModelMap.Cell} input @param {ModelMap.Cell} output
 */
function endsOf({ layout, placed }, input, output) {
  const [from, to] = [input, output].map(({ place, index }) => (boxOf(placed, place) ? cellRect(layout, placed, place, index) : null));
  if (!from || !to) return null;
  const isOn = from.x + from.width <= to.x, middle = (/** @type {Picture.Box} */ { y, height }) => y + height / 2;
  return [{ x: isOn ? from.x + from.width : from.x, y: middle(from) }, { x: isOn ? to.x : to.x + to.width, y: middle(to) }];
}
