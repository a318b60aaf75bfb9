// Draws the tensors: zoomed out as colours, zoomed in with the numbers in the cells.

import { ramp, rampStep } from "../matrix_view/colour.js";
import { cellText } from "../matrix_view/numbers.js";
import { bitmapsFor, levelFor } from "./bitmaps.js";
import { cellRect, filledShare, isGrid, rowSize } from "./layout.js";
import { rowSeen } from "./play.js";
import { indexIn, isHiddenAt, valueAt } from "./tensors.js";

/** The size from which a cell has room for its number. */
const WIDE = 34, HIGH = 13;
const FULL_FROM = 5;

export function drawTensors(frame) {
  const { placed, view, tensors, ratio } = frame;
  const boxes = placed.boxes.filter(({ column, x, width }) => (column.kind === "vector" || column.kind === "grid") && x <= view.right && x + width >= view.left);
  const wanted = boxes.map(({ column: { place, length }, width }) => ({ place, length, level: levelFor(tensors[place], (width / length) * ratio, length) }));
  const bitmaps = bitmapsFor(frame.bitmaps, wanted, frame.mostPainted);
  if (frame.bitmaps.isBehind) frame.redraw();
  boxes.forEach((box, at) => drawTensor(frame, box, bitmaps[at]));
}

function drawTensor(frame, box, bitmap) {
  const { context, placed, ratio, view, tensors } = frame, { side, length, place } = box.column, cell = box.width / length;
  if (cell * tensors[place].pool > FULL_FROM && !tensors[place].full) frame.need(tensors[place].name);
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

/** The visible rows, grouped by how far along x they are visible: [first row, number of rows, end x]. */
export function runs({ seen, layout, placed, encoderEnd }, side) {
  const count = layout.rows[side];
  if (side === "src") return [[0, count, encoderEnd]];
  if (seen.isAll) return [[0, count, Infinity]];
  if (seen.row < 0) return [];
  return [[0, seen.row, Infinity], [seen.row, 1, rowSeen(seen, seen.row, placed.width).until]];
}

function drawNumbers(frame, box, cell) {
  const { placed, layout, view } = frame, tensor = frame.tensors[box.column.place];
  const filled = placed.pitch * filledShare(layout), lines = isGrid(tensor) ? 1 : layout.part.lines;
  const height = filled / lines;
  if (height < HIGH) return;
  setNumberFont(frame, cell);
  const first = Math.max(0, Math.floor((view.left - box.x) / cell)), last = Math.min(box.column.length - 1, Math.floor((view.right - box.x) / cell));
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

/** Draw one cell with its number, over whatever was drawn there. */
export function drawCell(frame, { place, index }) {
  const { context, placed, layout, theme } = frame, tensor = frame.tensors[place], rect = cellRect(layout, placed, place, index);
  if (!rect || rect.width < WIDE || rect.height < HIGH || !tensor.full) return;
  context.fillStyle = isHiddenAt(frame.tensors, tensor, index) ? theme.hidden : ramp(theme, tensor.scale).css[rampStep(valueAt(tensor, index), tensor.scale, tensor.limit)];
  context.fillRect(rect.x, rect.y, rect.width, rect.height);
  setNumberFont(frame, rect.width);
  drawNumber(frame, tensor, index, rect.x + rect.width / 2, rect.y + rect.height / 2, rect.width);
}

function setNumberFont({ context, theme }, cell) {
  context.font = `${Math.min(13, cell / 3.6)}px ${theme.font}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
}

/** The index of the cell at `at` in a line of a row; null in the gap between two heads. */
function cellIndex(tensor, length, row, line, at) {
  const size = tensor.shape.at(-1);
  if (isGrid(tensor)) {
    const head = Math.floor(at / (size + 1)), key = at % (size + 1);
    return key === size ? null : tensor.heads ? [head, row, key] : [row, key];
  }
  const number = line * length + at;
  return number < rowSize(tensor) ? indexIn(tensor, row, number) : null;
}

function drawNumber({ context, tensors, theme }, tensor, index, x, y, cell) {
  if (!index) return;
  if (isHiddenAt(tensors, tensor, index)) {
    hatch(context, theme, x, y, cell);
    return;
  }
  const value = valueAt(tensor, index), { dark } = ramp(theme, tensor.scale);
  context.fillStyle = dark[rampStep(value, tensor.scale, tensor.limit)] ? theme.onDark : theme.onLight;
  context.fillText(cellText(value, Math.floor(cell / 6.6), false), x, y);
}

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
