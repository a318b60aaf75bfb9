// Draws the parameters above the columns computed with them, if they are switched on.

import { penOf } from "../element.js";
import { ramp, rampStep } from "../matrix_view/colour.js";
import { cellText, decimalsBetween } from "../matrix_view/numbers.js";
import { textWidth } from "../text_width.js";
import { largest } from "./tensors.js";

const WIDE = 30, HIGH = 12;
/** The height of a vector, and of a line of a name, in pixels. */
const VECTOR = 24, LINE = 14;
const pictures = new WeakMap();

/**
 * The rectangle of a column's parameter: as wide as the column, in the band above its rows.
 * @param {Pick<ModelMap.Frame, "placed" | "tensors">} frame @param {ModelMap.Box} box
 */
export function parameterBox({ placed, tensors }, box) {
  const { column } = box, parameter = column.kind === "vector" ? tensors[column.place].parameters[0] : null;
  if (!placed.band || !parameter) return null;
  const full = placed.band - 8, height = parameter.shape.length === 1 ? Math.min(full, VECTOR) : full;
  return { parameter, x: box.x, y: placed.tops[column.side] - placed.names - 8 - height, width: box.width, height };
}

/** @param {ModelMap.Frame} frame */
export function drawParameters(frame) {
  const { placed, view } = frame;
  if (!placed.band) return;
  for (const box of placed.boxes) {
    if (box.x > view.right || box.x + box.width < view.left) continue;
    const at = parameterBox(frame, box);
    if (at) drawParameter(frame, at);
  }
}

/** @param {ModelMap.Frame} frame @param {Picture.Box & {parameter: ModelMap.Parameter}} box */
function drawParameter(frame, { parameter, x, y, width, height }) {
  const { context, theme, ratio } = frame, cells = frame.cells.get(parameter.name);
  context.strokeStyle = theme.line;
  context.strokeRect(x, y, width, height);
  if (!cells) {
    frame.need(parameter.name);
    return;
  }
  const picture = pictureOf(cells, theme), [rows, cols] = pair(cells.shape);
  context.imageSmoothingEnabled = picture.width > width * ratio;
  context.drawImage(picture, x, y, width, height);
  drawPinned(frame, parameter, { x, y, width, height });
    if (width / cols >= WIDE && height / rows >= HIGH && cells.pool === 1) drawNumbers(frame, cells, { x, y, width, height });
  drawName(frame, parameter, { x, y, width, height });
}

/** The last two parts of a parameter's name: "w_q.weight". @param {ModelMap.Parameter} parameter */
export function shortName({ name }) {
  return name.split(".").slice(-2).join(".");
}

/** How many numbers a parameter has. @param {ModelMap.Parameter} parameter */
export function sizeOf({ shape }) {
  return shape.reduce((product, size) => product * size, 1);
}

/** The shape and the count: "160 × 160 = 25,600"; of a vector the count alone. @param {ModelMap.Parameter} parameter */
export function countOf(parameter) {
  const count = sizeOf(parameter).toLocaleString("en");
  return parameter.shape.length > 1 ? `${parameter.shape.join(" × ")} = ${count}` : count;
}

/** The lines that name a parameter, from the most that may be said to the least. @param {ModelMap.Parameter} parameter */
function namesOf(parameter) {
  const name = shortName(parameter), count = countOf(parameter);
  return [[`${name}, ${count}`], [name, count], [name], [name.split(".")[0]]];
}

/**
 * Draw the name in the corner of the parameter, as much of it as there is room for; in sight as long as its parameter.
 * @param {Pick<ModelMap.Frame, "context" | "theme" | "view">} frame @param {ModelMap.Parameter} parameter @param {Picture.Box} box
 */
function drawName({ context, theme, view }, parameter, { x: left, y: top, width: whole, height }) {
  const x = Math.max(left, view.left), y = Math.max(top, Math.min(view.top, top + height - 2 * LINE)), room = Math.min(left + whole, view.right) - x - 8;
  const font = `11px ${theme.font}`, isFitting = (/** @type {string[]} */ lines) => lines.length * LINE + 3 <= height && lines.every((line) => textWidth(font, line) <= room);
  const lines = namesOf(parameter).find(isFitting);
  if (!lines) return;
  const wide = 8 + Math.max(...lines.map((line) => textWidth(font, line)));
  context.globalAlpha = 0.9;
  context.fillStyle = theme.surface;
  context.fillRect(x + 1, y + 1, wide, LINE * lines.length + 1);
  context.globalAlpha = 1;
  context.font = font;
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.fillStyle = theme.ink;
  lines.forEach((line, place) => context.fillText(line, x + 5, y + 9 + place * LINE));
}

/**
 * Outline the pinned number of a parameter.
 * @param {Pick<ModelMap.Frame, "context" | "theme" | "selection">} frame @param {ModelMap.Parameter} parameter @param {Picture.Box} box
 */
function drawPinned({ context, theme, selection }, parameter, { x, y, width, height }) {
  const pinned = selection.parameter;
  if (pinned?.parameter.name !== parameter.name) return;
  const [rows, cols] = pair(parameter.shape), [row, col] = pinned.parameterIndex.length === 1 ? [0, ...pinned.parameterIndex] : pinned.parameterIndex;
  context.strokeStyle = theme.ink;
  context.lineWidth = 2;
  context.strokeRect(x + (col * width) / cols, y + (row * height) / rows, Math.max(3, width / cols), Math.max(3, height / rows));
  context.lineWidth = 1;
}

/** The number of rows and columns; a vector has one row. @param {number[]} shape */
export function pair(shape) {
  return shape.length === 1 ? [1, shape[0]] : shape;
}

/** The largest of the numbers, worked out once. @param {ModelMap.Cells} cells */
function limitOf(cells) {
  return (cells.limit ??= largest(cells.numbers));
}

/** @param {ModelMap.Cells} cells @param {Picture.Theme} theme */
function pictureOf(cells, theme) {
  const known = pictures.get(cells);
  if (known?.theme === theme) return known.canvas;
  const [rows, cols] = pair(cells.shape), limit = limitOf(cells);
  const canvas = Object.assign(document.createElement("canvas"), { width: cols, height: rows });
  const context = penOf(canvas), image = context.createImageData(cols, rows), { packed } = ramp(theme, "diverging");
  const pixels = new Uint32Array(image.data.buffer);
  cells.numbers.forEach((value, at) => { pixels[at] = packed[rampStep(value, "diverging", limit)]; });
  context.putImageData(image, 0, 0);
  pictures.set(cells, { theme, canvas });
  return canvas;
}

/** @param {Pick<ModelMap.Frame, "context" | "theme" | "view">} frame @param {ModelMap.Cells} cells @param {Picture.Box} box */
function drawNumbers({ context, theme, view }, cells, { x, y, width, height }) {
  const limit = limitOf(cells), [rows, cols] = pair(cells.shape), cell = { width: width / cols, height: height / rows }, { dark } = ramp(theme, "diverging");
  context.font = `${Math.min(12, cell.width / 3.6)}px ${theme.font}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  /** @type {(from: number, to: number, start: number, size: number, count: number) => [number, number]} */
  const within = (from, to, start, size, count) => [Math.max(0, Math.floor((from - start) / size)), Math.min(count, Math.ceil((to - start) / size))];
  const [left, right] = within(view.left, view.right, x, cell.width, cols), [top, bottom] = within(view.top, view.bottom, y, cell.height, rows);
  const room = cell.width / 6.4, decimals = decimalsBetween(-limit, limit, room);
  for (let row = top; row < bottom; row++) {
    for (let col = left; col < right; col++) {
      const value = cells.numbers[row * cols + col];
      context.fillStyle = dark[rampStep(value, "diverging", limit)] ? theme.onDark : theme.onLight;
      context.fillText(cellText(value, room, decimals), x + (col + 0.5) * cell.width, y + (row + 0.5) * cell.height);
    }
  }
}
