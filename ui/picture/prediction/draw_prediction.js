// Draws covered cells with what was answered so far, and after revealing the gap between that and the truth. As all
// drawing of matrices, a function of (item, geometry, theme). What is right and what is not differ in shape and colour.

import { hatch } from "../matrix_view/hatch.js";
import { cellText } from "../matrix_view/numbers.js";
import { ramp, rampStep } from "../matrix_view/colour.js";
import { cellOrigin } from "../matrix_view/geometry.js";
import { cellOf } from "./places.js";
import { truePlaces } from "./scores.js";

/** The smallest cell with a question mark of its own, and with two numbers above each other. */
const MARKED = 10, STACKED = { width: 30, height: 24 };

/** @typedef {{context: Picture.Context, item: Matrices.Matrix, at: Matrices.Geometry, theme: Picture.Theme}} Drawing */

/** @param {Drawing} drawing @param {number} index @returns {Picture.Box} */
function boxOf({ item, at }, index) {
  const { width, height } = at.cell, gap = width > 20 ? 1 : width > 8 ? 0.5 : 0;
  return { ...cellOrigin(item, at, cellOf(item, index)), width: width - gap, height: height - gap };
}

/** @param {Drawing} drawing @param {string} text @param {Picture.Box} box @param {{size?: number, bold?: boolean, colour?: string}} [looks] */
function write({ context, item, theme }, text, { x, y, width, height }, { size = Math.min(16, width / 2.6, height * 0.62), bold = false, colour = theme.ink } = {}) {
  context.font = `${bold ? "700 " : ""}${Math.max(8, Math.round(size * 2) / 2)}px ${item.font}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = colour;
  context.fillText(text, x + width / 2, y + height / 2 + 0.5);
}

/** Draws what a matrix has of a prediction, over its cells. @param {Picture.Context} context @param {Matrices.Matrix} item @param {Matrices.Geometry} at @param {Picture.Theme} theme */
export function drawPrediction(context, item, at, theme) {
  const drawing = { context, item, at, theme };
  context.save();
  if (item.covered) drawCover(drawing, item.covered);
  if (item.answer) (item.answer.isRevealed ? drawGaps : drawGiven)(drawing, item.answer);
  context.restore();
}

/** @param {Drawing} drawing @param {Uint8Array} covered */
function drawCover(drawing, covered) {
  const { context, item, at, theme } = drawing, isMarked = Math.min(at.cell.width, at.cell.height) >= MARKED && (item.kind === "tiles" || !at.heatmap);
  for (const run of runsOf(item, covered)) {
    const first = boxOf(drawing, run.start), width = first.width + (run.count - 1) * at.cell.width;
    context.fillStyle = theme.surface;
    context.fillRect(first.x, first.y, isMarked ? width : run.count * at.cell.width, isMarked ? first.height : at.cell.height);
    if (!isMarked) continue;
    for (let place = 0; place < run.count; place++) drawQuestion(drawing, run.start + place);
  }
  if (!isMarked) drawOneQuestion(drawing, covered);
}

/** @param {Drawing} drawing @param {number} index */
function drawQuestion(drawing, index) {
  const box = boxOf(drawing, index), { context, theme } = drawing;
  context.fillStyle = theme.surface;
  context.fillRect(box.x, box.y, box.width, box.height);
  if (drawing.at.cell.width > 8) {
    context.strokeStyle = theme.line;
    context.lineWidth = 1;
    context.strokeRect(box.x - 0.5, box.y - 0.5, box.width + 1, box.height + 1);
  }
  if (!isGiven(drawing.item, index)) write(drawing, "?", box, { colour: theme.secondary });
}

/** Cells that are too small for a question mark have one together. @param {Drawing} drawing @param {Uint8Array} covered */
function drawOneQuestion(drawing, covered) {
  const { context, item, at, theme } = drawing, size = item.rowCount * item.colCount;
  for (let tile = 0; tile < item.tiles; tile++) {
    const first = covered.indexOf(1, tile * size), last = covered.lastIndexOf(1, (tile + 1) * size - 1);
    if (first < 0 || first > last) continue;
    // Covered are whole rows, or cells of one row.
    const from = cellOf(item, first), to = cellOf(item, last), isOneRow = from.row === to.row;
    const { x, y } = cellOrigin(item, at, isOneRow ? from : { ...from, col: 0 }), across = isOneRow ? to.col - from.col + 1 : item.colCount;
    const right = x + across * at.cell.width, bottom = y + (to.row - from.row + 1) * at.cell.height;
    context.strokeStyle = theme.secondary;
    context.lineWidth = 1;
    context.strokeRect(x + 0.5, y + 0.5, right - x - 1, bottom - y - 1);
    if (bottom - y >= MARKED) write(drawing, "?", { x, y, width: right - x, height: bottom - y }, { size: Math.min(28, (bottom - y) * 0.7), colour: theme.secondary });
  }
}

/** The covered cells as runs within a row. @param {Matrices.Matrix} item @param {Uint8Array} covered */
function* runsOf(item, covered) {
  for (let start = 0; start < covered.length; start++) {
    if (!covered[start]) continue;
    let count = 1;
    while ((start + count) % item.colCount && covered[start + count]) count += 1;
    yield { start, count };
    start += count - 1;
  }
}

/** @param {Matrices.Matrix} item @param {number} index */
function isGiven({ answer }, index) {
  const at = answer ? answer.cells.indexOf(index) : -1;
  return at >= 0 && answer?.given[at] !== null && !(answer?.kind === "mask" && !answer.given[at]);
}

/** What was answered so far, in the covered cells. @param {Drawing} drawing @param {Prediction.Answer} answer */
function drawGiven(drawing, { kind, cells, given }) {
  cells.forEach((index, at) => {
    const value = given[at];
    if (kind === "pick" && value === null) return undefined;
    const box = boxOf(drawing, index);
    if (value === null) return ring(drawing, box, drawing.theme.secondary, [2, 3], 1);
    if (kind === "mask") return value ? drawHidden(drawing, box) : undefined;
    if (kind === "pick") return ring(drawing, box, drawing.theme.ink, [], 3);
    if (box.width >= MARKED) write(drawing, kind === "order" ? String(value) : cellText(value, roomOf(box), 2), box, { bold: true, size: sizeOf(box) });
  });
}

/** @param {Picture.Box} box */
const sizeOf = (box) => Math.min(14, box.width / 3, box.height * 0.6);
/** @param {Picture.Box} box */
const roomOf = (box) => Math.max(1, Math.floor((box.width - 2) / (Math.max(8, sizeOf(box)) * 0.56)));

/** @param {Drawing} drawing @param {Picture.Box} box */
function drawHidden({ context, theme }, { x, y, width, height }) {
  context.fillStyle = hatch(context, theme);
  context.fillRect(x, y, width, height);
}

/** @param {Drawing} drawing @param {Picture.Box} box @param {string} colour @param {number[]} dash @param {number} width */
function ring({ context, theme }, box, colour, dash, width) {
  const inset = Math.min(width / 2 + 0.5, box.width / 4);
  for (const [stroke, wide] of /** @type {[string, number][]} */ ([[theme.surface, width + 2], [colour, width]])) {
    context.setLineDash(stroke === colour ? dash : []);
    context.strokeStyle = stroke;
    context.lineWidth = wide;
    context.strokeRect(box.x + inset, box.y + inset, box.width - 2 * inset, box.height - 2 * inset);
  }
  context.setLineDash([]);
}

/** @type {Record<string, (drawing: Drawing, answer: Prediction.Answer) => void>} */
const GAPS = { mask: drawMaskGaps, pick: drawPickGap, order: drawPlaceGaps, cell: drawNumberGaps, row: drawNumberGaps };

/** @param {Drawing} drawing @param {Prediction.Answer} answer */
function drawGaps(drawing, answer) {
  GAPS[answer.kind]?.(drawing, answer);
}

/** @param {Drawing} drawing @param {Prediction.Answer} answer */
function drawNumberGaps(drawing, { cells, given, truth, within }) {
  cells.forEach((index, at) => {
    const value = given[at];
    if (value === null) return;
    const box = boxOf(drawing, index), isRight = Math.abs(value - truth[at]) <= within + 1e-6;
    drawGap(drawing, box, index, cellText(value, roomOf(box), 2), isRight);
  });
}

/** @param {Drawing} drawing @param {Prediction.Answer} answer */
function drawPlaceGaps(drawing, { cells, given, truth }) {
  const places = truePlaces(given, truth);
  cells.forEach((index, at) => {
    const isRight = given[at] === places[at];
    drawGap(drawing, boxOf(drawing, index), index, isRight ? String(given[at]) : `${given[at]}→${places[at]}`, isRight);
  });
}

/** Yours above the true number, plain if it is right, hatched if not; a low cell is ringed, whole or in dashes, and a small one has a mark alone. @param {Drawing} drawing @param {Picture.Box} box @param {number} index @param {string} yours @param {boolean} isRight */
function drawGap(drawing, box, index, yours, isRight) {
  const { context, item, theme } = drawing, colour = isRight ? theme.roles.value : theme.roles.key;
  if (box.width < STACKED.width) return isRight ? tick(drawing, box) : cross(drawing, box);
  if (box.height < STACKED.height) return ring(drawing, box, colour, isRight ? [] : [4, 3], 2);
  const half = { ...box, height: Math.round(box.height / 2) }, low = { ...box, y: box.y + half.height, height: box.height - half.height };
  context.fillStyle = isRight ? theme.surface : hatch(context, theme);
  context.fillRect(half.x, half.y, half.width, half.height);
  if (!isRight) {
    const wide = Math.min(box.width - 4, 0.62 * sizeOf(half) * yours.length + 6);
    context.fillStyle = theme.surface;
    context.fillRect(box.x + (box.width - wide) / 2, half.y + 1, wide, half.height - 2);
  }
  write(drawing, yours, half, { bold: true, size: sizeOf(half) });
  const step = rampStep(item.values[index], item.scale, item.limit), { css, dark } = ramp(theme, item.scale);
  context.fillStyle = css[step];
  context.fillRect(low.x, low.y, low.width, low.height);
  write(drawing, cellText(item.values[index], roomOf(low), 2), low, { colour: dark[step] ? theme.onDark : theme.onLight, size: sizeOf(low) });
  context.fillStyle = colour;
  context.fillRect(box.x, half.y, 3, half.height);
}

/** @param {Drawing} drawing @param {Prediction.Answer} answer */
function drawMaskGaps(drawing, { cells, given, truth }) {
  cells.forEach((index, at) => {
    const box = boxOf(drawing, index);
    if (given[at] === truth[at]) tick(drawing, box);
    else if (truth[at]) circle(drawing, box);
    else cross(drawing, box);
  });
}

/** @param {Drawing} drawing @param {Prediction.Answer} answer */
function drawPickGap(drawing, { cells, given, truth }) {
  const { theme } = drawing, picked = given.indexOf(1), most = Math.max(...truth), isRight = truth[picked] === most;
  if (!isRight) ring(drawing, boxOf(drawing, cells[picked]), theme.roles.key, [4, 3], 3);
  const box = boxOf(drawing, cells[isRight ? picked : truth.indexOf(most)]);
  ring(drawing, box, theme.roles.value, [], 3);
}

/** The box of a mark: the upper right corner of a large cell, the middle of a small one. @param {Picture.Box} box @returns {Picture.Box} */
function cornerOf({ x, y, width, height }) {
  const size = Math.max(4, Math.min(11, width - 3, height - 3)), isLarge = Math.min(width, height) >= 24;
  return isLarge ? { x: x + width - size - 3, y: y + 3, width: size, height: size }
    : { x: x + (width - size) / 2, y: y + (height - size) / 2, width: size, height: size };
}

/** @param {Drawing} drawing @param {Picture.Box} box @param {string} colour @param {(context: Picture.Context, box: Picture.Box) => void} path */
function mark({ context, theme }, box, colour, path) {
  const corner = cornerOf(box);
  for (const [stroke, width] of /** @type {[string, number][]} */ ([[theme.surface, 5], [colour, 2]])) {
    context.strokeStyle = stroke;
    context.lineWidth = width;
    context.beginPath();
    path(context, corner);
    context.stroke();
  }
}

/** As in the truth. @param {Drawing} drawing @param {Picture.Box} box */
function tick(drawing, box) {
  mark(drawing, box, drawing.theme.roles.value, (context, { x, y, width, height }) => {
    context.moveTo(x, y + 0.55 * height);
    context.lineTo(x + 0.4 * width, y + 0.9 * height);
    context.lineTo(x + width, y + 0.1 * height);
  });
}

/** In the answer and not in the truth, or too far from it. @param {Drawing} drawing @param {Picture.Box} box */
function cross(drawing, box) {
  mark(drawing, box, drawing.theme.roles.key, (context, { x, y, width, height }) => {
    context.moveTo(x, y);
    context.lineTo(x + width, y + height);
    context.moveTo(x + width, y);
    context.lineTo(x, y + height);
  });
}

/** In the truth and not in the answer. @param {Drawing} drawing @param {Picture.Box} box */
function circle(drawing, box) {
  mark(drawing, box, drawing.theme.roles.key, (context, { x, y, width, height }) => {
    context.moveTo(x + width, y + height / 2);
    context.arc(x + width / 2, y + height / 2, width / 2, 0, 2 * Math.PI);
  });
}
