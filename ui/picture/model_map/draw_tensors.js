// Draws the tensors: zoomed out as colours, zoomed in with the numbers in the cells.

import { last } from "../last.js";
import { ramp, rampStep } from "../matrix_view/colour.js";
import { cellText, decimalsBetween } from "../matrix_view/numbers.js";
import { bitmapsFor, levelFor } from "./bitmaps.js";
import { filledShare, isGrid, rowSize } from "./layout.js";
import { rowSeen } from "./play.js";
import { cellRect } from "./points.js";
import { indexIn, isHiddenAt, valueAt } from "./tensors.js";

/** The size from which a cell has room for its number. */
const WIDE = 34, HIGH = 13;
/** The width of a digit of a number in a cell. */
const DIGIT = 6.6;
const FULL_FROM = 5;
/** The width from which a grid that was not sent is requested: a narrower one is a stripe. */
const LEGIBLE = 24;

/** @param {ModelMap.Frame} frame */
export function drawTensors(frame) {
  const { placed, view, tensors, ratio } = frame;
  const boxes = placed.boxes.filter(({ column, x, width }) => (column.kind === "vector" || column.kind === "grid") && x <= view.right && x + width >= view.left);
  const wanted = boxes.map(({ column: { place, length }, width }) => ({ place, length, level: levelFor(tensors[place], (width / length) * ratio, length) }));
  if (!frame.bitmaps) return;
  const bitmaps = bitmapsFor(frame.bitmaps, wanted, frame.mostPainted);
  if (frame.bitmaps.isBehind) frame.redraw();
  boxes.forEach((box, at) => drawTensor(frame, box, bitmaps[at]));
}

/** @param {ModelMap.Frame} frame @param {ModelMap.Box} box @param {ModelMap.Bitmap} bitmap */
function drawTensor(frame, box, bitmap) {
  const { context, placed, ratio, view, tensors } = frame, { side, length, place } = box.column, cell = box.width / length;
  const { full, name, pool, sent } = tensors[place];
  if (!full && (sent ? box.width > LEGIBLE : cell * pool > FULL_FROM)) frame.need(name);
  context.imageSmoothingEnabled = bitmap.width > box.width * ratio;
  for (const [first, count, until] of runs(frame, side)) {
    const width = Math.min(box.width, until - box.x);
    if (width <= 0) continue;
    const rowHeight = bitmap.height / frame.layout.rows[side], y = placed.tops[side] + first * placed.pitch;
    if (y > view.bottom || y + count * placed.pitch < view.top) continue;
    const [across, down] = [(width / box.width) * bitmap.width, count * rowHeight];
    context.drawImage(bitmap.image, bitmap.x, bitmap.y + first * rowHeight, across, down, box.x, y, width, count * placed.pitch);
  }
  if (cell >= WIDE && frame.tensors[place].full) drawNumbers(frame, box, cell);
}

/**
 * The visible rows, grouped by how far along x they are visible: [first row, number of rows, end x].
 * @param {Pick<ModelMap.Frame, "seen" | "layout" | "placed" | "encoderEnd">} frame @param {ModelMap.Side} side
 */
export function runs({ seen, layout, placed, encoderEnd }, side) {
  const count = layout.rows[side];
  if (side === "src") return [[0, count, encoderEnd]];
  if (seen.isAll) return [[0, count, Infinity]];
  if (seen.row < 0) return [];
  return [[0, seen.row, Infinity], [seen.row, 1, rowSeen(seen, seen.row, placed.width).until]];
}

/** @param {ModelMap.Frame} frame @param {ModelMap.Box} box @param {number} cell */
function drawNumbers(frame, box, cell) {
  const { placed, layout, view, camera } = frame, tensor = frame.tensors[box.column.place];
  const filled = placed.pitch * filledShare(layout), lines = isGrid(tensor) ? 1 : layout.part.lines;
  const height = filled / lines;
  if (height < HIGH) return;
  setNumberFont(frame, cell);
  // No number of which the names of the rows would cover a part
  const whole = Math.ceil((camera.x - box.x) / cell), first = Math.max(0, whole, Math.floor((view.left - box.x) / cell)), last = Math.min(box.column.length - 1, Math.floor((view.right - box.x) / cell));
  for (const [from, count, until] of runs(frame, box.column.side)) {
    for (let row = from; row < from + count; row++) {
      const top = placed.tops[box.column.side] + row * placed.pitch;
      if (top > view.bottom || top + filled < view.top) continue;
      for (let line = 0; line < lines; line++) {
        for (let at = first; at <= last; at++) {
          const x = box.x + (at + 0.5) * cell;
          if (x > until) break;
          drawNumber(frame, tensor, cellIndex(tensor, box.column.length, row, line, at), x, top + (line + 0.5) * height, cell);
        }
      }
    }
  }
}

/** Draw one cell with its number, over whatever was drawn there. @param {ModelMap.Frame} frame @param {ModelMap.Cell} cell */
export function drawCell(frame, { place, index }) {
  const { context, placed, layout, theme } = frame, tensor = frame.tensors[place], rect = cellRect(layout, placed, place, index);
  if (!rect || rect.width < WIDE || rect.height < HIGH || !tensor.full) return;
  context.fillStyle = isHiddenAt(frame.tensors, tensor, index) ? theme.hidden : ramp(theme, tensor.scale).css[rampStep(numberAt(tensor, index), tensor.scale, tensor.limit)];
  context.fillRect(rect.x, rect.y, rect.width, rect.height);
  setNumberFont(frame, rect.width);
  drawNumber(frame, tensor, index, rect.x + rect.width / 2, rect.y + rect.height / 2, rect.width);
}

/** The number in a cell of a tensor whose numbers are all known. @param {ModelMap.Tensor} tensor @param {number[]} index */
function numberAt(tensor, index) {
  return valueAt(tensor, index) ?? NaN;
}

/** @param {Pick<ModelMap.Frame, "context" | "theme">} frame @param {number} cell */
function setNumberFont({ context, theme }, cell) {
  context.font = `${Math.min(13, cell / 3.6)}px ${theme.font}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
}

/**
 * The index of the cell at `at` in a line of a row; null in the gap between two heads.
 * @param {ModelMap.Tensor} tensor @param {number} length @param {number} row @param {number} line @param {number} at
 */
function cellIndex(tensor, length, row, line, at) {
  const size = last(tensor.shape);
  if (isGrid(tensor)) {
    const head = Math.floor(at / (size + 1)), key = at % (size + 1);
    return key === size ? null : tensor.heads ? [head, row, key] : [row, key];
  }
  const number = line * length + at;
  return number < rowSize(tensor) ? indexIn(tensor, row, number) : null;
}

/** @param {Pick<ModelMap.Frame, "context" | "tensors" | "theme">} frame @param {ModelMap.Tensor} tensor @param {number[] | null} index @param {number} x @param {number} y @param {number} cell */
function drawNumber({ context, tensors, theme }, tensor, index, x, y, cell) {
  if (!index) return;
  if (isHiddenAt(tensors, tensor, index)) {
    hatch(context, theme, x, y, cell);
    return;
  }
  const value = numberAt(tensor, index), { dark } = ramp(theme, tensor.scale), room = cell / DIGIT;
  const decimals = decimalsBetween(tensor.scale === "weights" ? 0 : -tensor.limit, tensor.limit, room);
  context.fillStyle = dark[rampStep(value, tensor.scale, tensor.limit)] ? theme.onDark : theme.onLight;
  context.fillText(cellText(value, room, decimals), x, y);
}

/** @param {Picture.Context} context @param {Picture.Theme} theme @param {number} x @param {number} y @param {number} cell */
function hatch(context, theme, x, y, cell) {
  const size = Math.min(10, cell / 3);
  context.strokeStyle = theme.hatch;
  context.beginPath();
  for (const shift of [-size, 0, size]) {
    context.moveTo(x + shift - size / 2, y + size / 2);
    context.lineTo(x + shift + size / 2, y - size / 2);
  }
  context.stroke();
}
