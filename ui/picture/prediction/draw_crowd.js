// Draws what a class answered over the cells that it was asked about: how many chose each cell, or every row of numbers as
// a line through its cells. With the truth, the right one is next to them. A function of (item, geometry, theme).

import { cellOrigin } from "../matrix_view/geometry.js";
import { cellOf } from "./places.js";

/** How strong the colour of a cell is that all have chosen. */
const STRONGEST = 0.75;
/** The smallest cell with a number of its own. */
const WRITTEN = { width: 16, height: 13 };

/** @typedef {{context: Picture.Context, item: Matrices.Matrix, at: Matrices.Geometry, theme: Picture.Theme}} Drawing */

/** @param {Drawing} drawing @param {number} index @returns {Picture.Box} */
function boxOf({ item, at }, index) {
  const { width, height } = at.cell, gap = width > 20 ? 1 : 0;
  return { ...cellOrigin(item, at, cellOf(item, index)), width: width - gap, height: height - gap };
}

/** @param {Picture.Context} context @param {Matrices.Matrix} item @param {Matrices.Geometry} at @param {Picture.Theme} theme */
export function drawCrowd(context, item, at, theme) {
  const { crowd } = item, drawing = { context, item, at, theme };
  if (!crowd) return;
  context.save();
  if (crowd.counts.length) drawCounts(drawing, crowd);
  if (crowd.drawn.length || crowd.kind === "row" || crowd.kind === "number") drawLines(drawing, crowd);
  context.restore();
}

/** @param {Drawing} drawing @param {Prediction.Crowd & {cells: number[]}} crowd */
function drawCounts(drawing, { cells, counts, answered, truth, kind }) {
  const { context, theme, item } = drawing, most = Math.max(answered, 1), right = truth ? rightCells(kind, truth) : [];
  cells.forEach((index, at) => {
    const box = boxOf(drawing, index), share = counts[at] / most;
    context.fillStyle = theme.surface;
    context.fillRect(box.x, box.y, box.width, box.height);
    context.globalAlpha = STRONGEST * share;
    context.fillStyle = theme.roles.query;
    context.fillRect(box.x, box.y, box.width, box.height);
    context.globalAlpha = 1;
    context.strokeStyle = theme.line;
    context.lineWidth = 1;
    context.strokeRect(box.x + 0.5, box.y + 0.5, box.width - 1, box.height - 1);
    if (counts[at] && box.width >= WRITTEN.width && box.height >= WRITTEN.height) write(drawing, String(counts[at]), box, share > 0.55 ? theme.surface : theme.ink, item.font);
  });
  for (const at of right) ring(drawing, boxOf(drawing, cells[at]));
}

/** Which of the asked cells are right. @param {Prediction.Crowd["kind"]} kind @param {number[]} truth places; of an order the first one */
function rightCells(kind, truth) {
  return kind === "order" ? truth.slice(0, 1) : truth;
}

/** @param {Drawing} drawing @param {string} text @param {Picture.Box} box @param {string} colour @param {string} font */
function write({ context }, text, { x, y, width, height }, colour, font) {
  context.font = `700 ${Math.max(9, Math.min(15, height * 0.55, width / 2))}px ${font}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = colour;
  context.fillText(text, x + width / 2, y + height / 2 + 0.5);
}

/** @param {Drawing} drawing @param {Picture.Box} box */
function ring({ context, theme }, { x, y, width, height }) {
  for (const [stroke, wide] of /** @type {[string, number][]} */ ([[theme.surface, 5], [theme.roles.value, 3]])) {
    context.strokeStyle = stroke;
    context.lineWidth = wide;
    context.strokeRect(x + 2, y + 2, width - 4, height - 4);
  }
}

/** Every answer is a line through the asked cells, each value as high as the cell is. @param {Drawing} drawing @param {Prediction.Crowd & {cells: number[]}} crowd */
function drawLines(drawing, { cells, drawn, truth }) {
  const { context, theme } = drawing, [low, high] = rangeOf([...drawn, ...(truth ? [truth] : [])]);
  const boxes = cells.map((index) => boxOf(drawing, index));
  for (const { x, y, width, height } of boxes) {
    context.fillStyle = theme.surface;
    context.fillRect(x, y, width, height);
    context.strokeStyle = theme.line;
    context.lineWidth = 1;
    context.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
  }
  const pointAt = (/** @type {number} */ value, /** @type {number} */ at) => {
    const { x, y, width, height } = boxes[at], share = (value - low) / (high - low);
    return { x: x + width / 2, y: y + 3 + (height - 6) * (1 - share) };
  };
  context.lineJoin = "round";
  for (const row of drawn) stroke(drawing, row.map(pointAt), theme.roles.query, 1.25, Math.max(0.12, Math.min(0.6, 6 / drawn.length)));
  if (truth) stroke(drawing, truth.map(pointAt), theme.roles.value, 3, 1);
}

/** The smallest and the largest of all values; for shares, from 0 to 1. @param {number[][]} rows */
export function rangeOf(rows) {
  const all = rows.flat(), low = Math.min(0, ...all), high = Math.max(low < 0 ? 0 : 1, ...all);
  return high > low ? [low, high] : [low, low + 1];
}

/** @param {Drawing} drawing @param {Picture.Point[]} points @param {string} colour @param {number} width @param {number} alpha */
function stroke({ context }, points, colour, width, alpha) {
  context.globalAlpha = alpha;
  context.strokeStyle = context.fillStyle = colour;
  context.lineWidth = width;
  context.beginPath();
  points.forEach(({ x, y }, at) => (at ? context.lineTo(x, y) : context.moveTo(x, y)));
  context.stroke();
  for (const { x, y } of points) {
    context.beginPath();
    context.arc(x, y, width + 0.75, 0, 2 * Math.PI);
    context.fill();
  }
  context.globalAlpha = 1;
}
