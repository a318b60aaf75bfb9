// Draws a matrix on its base canvas: a pure function of (item, geometry, theme).

import { penOf } from "../element.js";
import { cellText, decimalsIn, significantText } from "./numbers.js";
import { ramp, rampStep } from "./colour.js";
import { averaged, blockOf } from "./average.js";
import { drawLabel, labelSteps } from "./draw_labels.js";
import { cellOrigin } from "./geometry.js";
import { hatch } from "./hatch.js";
import { TILE_LINE, tileLines } from "./label_room.js";
import { labelAt } from "./selection.js";
import { drawCrowd } from "../prediction/draw_crowd.js";
import { drawPrediction } from "../prediction/draw_prediction.js";
import { isZoomed } from "../zoom.js";

/** The width of a digit, as a share of the size of its font; the room of a number beside a bar, in digits. */
const DIGIT = 0.52, BARS_ROOM = 4;

/** Resize a canvas to its matrix. @param {HTMLCanvasElement} canvas @param {Picture.Size} at @param {number} ratio */
export function resize(canvas, at, ratio) {
  const width = Math.ceil(at.width * ratio), height = Math.ceil(at.height * ratio);
  if (canvas.width === width && canvas.height === height) return;
  canvas.width = width;
  canvas.height = height;
  canvas.style.width = `${at.width}px`;
  canvas.style.height = `${at.height}px`;
}

/** @param {HTMLCanvasElement} canvas @param {Picture.Size} at @param {number} ratio */
export function clear(canvas, at, ratio) {
  resize(canvas, at, ratio);
  const context = penOf(canvas);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, at.width, at.height);
  return context;
}

/** @param {Matrices.Matrix} item @param {Matrices.Geometry} at */
function* cellsOf(item, at) {
  for (let row = 0; row < item.rowCount; row++) {
    for (let col = 0; col < item.colCount; col++) {
      const index = row * item.colCount + col;
      const x = at.left + col * at.cell.width, y = at.top + row * at.cell.height;
      yield { x, y, value: item.values[index], hidden: item.hidden?.[index], covered: item.covered?.[index] };
    }
  }
}

/** @param {Picture.Context} context @param {Matrices.Matrix} item @param {Matrices.Geometry} at @param {Picture.Theme} theme */
function drawCells(context, item, at, theme) {
  const { css } = ramp(theme, item.scale);
  const gap = at.cell.width > 20 ? 1 : at.cell.width > 8 ? 0.5 : 0;
  const pattern = item.hidden ? hatch(context, theme) : null;
  if (gap) {
    context.fillStyle = theme.line;
    const across = item.colCount * at.cell.width, down = item.rowCount * at.cell.height;
    context.fillRect(at.left - gap, at.top - gap, across + gap, down + gap);
  }
  for (const { x, y, value, hidden } of cellsOf(item, at)) {
    context.fillStyle = hidden && pattern ? pattern : css[rampStep(value, item.scale, item.limit)];
    context.fillRect(x, y, at.cell.width - gap, at.cell.height - gap);
  }
  // A mask has one digit per cell.
  const least = item.scale === "mask" ? 14 : 23;
  if (at.cell.width >= least && at.cell.height >= 12) drawValues(context, item, at, theme, gap);
}

/** The smallest numbers that a room can read. */
const LEAST_LEGIBLE = 11;

/** @param {number} width */
function fontSizeOf(width) {
  return width >= 72 ? 17 : width >= 60 ? 15.5 : width >= 50 ? 14 : width >= 40 ? 12 : width >= 34 ? 11 : width >= 28 ? 9.5 : 8.5;
}

/**
 * How the numbers of a matrix are written in cells of `room` digits.
 * @param {Matrices.Matrix} item @param {number} room @returns {(value: number) => string}
 */
function textsOf(item, room) {
  if (item.significant) return (value) => significantText(value, room);
  const decimals = decimalsIn(item.values, room, item.hidden);
  return (value) => cellText(value, room, decimals);
}

/**
 * Draw all dark numbers, then all light ones: changing the colour costs more than drawing a number.
 * @param {Picture.Context} context @param {Matrices.Matrix} item @param {Matrices.Geometry} at @param {Picture.Theme} theme @param {number} gap
 */
function drawValues(context, item, at, theme, gap) {
  const { dark } = ramp(theme, item.scale);
  const fontSize = Math.max(isZoomed() ? LEAST_LEGIBLE : 0, fontSizeOf(at.cell.width));
  const textOf = textsOf(item, (at.cell.width - 3) / (fontSize * DIGIT));
  context.font = `${fontSize}px ${item.font}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  const right = (at.cell.width - gap) / 2, down = (at.cell.height - gap) / 2 + 0.5;
  for (const onDark of [false, true]) {
    context.fillStyle = onDark ? theme.onDark : theme.onLight;
    for (const { x, y, value, hidden, covered } of cellsOf(item, at)) {
      if (hidden || covered || Boolean(dark[rampStep(value, item.scale, item.limit)]) !== onDark) continue;
      context.fillText(textOf(value), x + right, y + down);
    }
  }
  if (item.scale === "mask") drawHiddenOnes(context, item, at, theme, { right, down, fontSize });
}

/**
 * Draw the 1s of a mask's hidden cells, on a plain background over the hatching.
 * @param {Picture.Context} context @param {Matrices.Matrix} item @param {Matrices.Geometry} at @param {Picture.Theme} theme @param {{right: number, down: number, fontSize: number}} x
 */
function drawHiddenOnes(context, item, at, theme, { right, down, fontSize }) {
  for (const { x, y, value, hidden } of cellsOf(item, at)) {
    if (!hidden) continue;
    context.fillStyle = theme.hidden;
    context.fillRect(x + right - fontSize / 2, y + down - fontSize / 2 - 1, fontSize, fontSize + 1);
    context.fillStyle = theme.ink;
    context.fillText(cellText(value, 1, 0), x + right, y + down);
  }
}

/**
 * Draw one pixel per cell, then scale: sharp when enlarged, averaged when there are more cells than pixels.
 * @param {Picture.Context} context @param {Matrices.Matrix} item @param {Matrices.Geometry} at @param {Picture.Theme} theme @param {number} tile
 */
function drawImage(context, item, at, theme, tile) {
  const { packed } = ramp(theme, item.scale);
  const across = blockOf(at.cell.width), down = blockOf(at.cell.height);
  const { rows, cols, means, isHidden } = averaged(item, tile, down, across);
  const image = new ImageData(cols, rows);
  const pixels = new Uint32Array(image.data.buffer);
  for (let place = 0; place < means.length; place++) {
    pixels[place] = isHidden(place) ? 0 : packed[rampStep(means[place], item.scale, item.limit)];
  }
  const buffer = new OffscreenCanvas(cols, rows);
  penOf(buffer).putImageData(image, 0, 0);
  const { x, y } = cellOrigin(item, at, { tile, row: 0, col: 0 });
  const width = at.cell.width * item.colCount, height = at.cell.height * item.rowCount;
  if (item.hidden) {
    context.fillStyle = hatch(context, theme);
    context.fillRect(x, y, width, height);
  }
  context.imageSmoothingEnabled = at.cell.width < 1 || at.cell.height < 1;
  // An incomplete last block would extend past the edge.
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.drawImage(buffer, x, y, cols * across * at.cell.width, rows * down * at.cell.height);
  context.restore();
  context.strokeStyle = theme.line;
  context.lineWidth = 1;
  context.strokeRect(x - 0.5, y - 0.5, width + 1, height + 1);
}

/** @param {Picture.Context} context @param {Matrices.Matrix} item @param {Matrices.Geometry} at @param {Picture.Theme} theme */
function drawTiles(context, item, at, theme) {
  context.font = `12px ${item.font}`;
  context.textAlign = "left";
  context.textBaseline = "alphabetic";
  for (let tile = 0; tile < item.tiles; tile++) {
    drawImage(context, item, at, theme, tile);
    if (!at.title) continue;
    const { x, y } = cellOrigin(item, at, { tile, row: 0, col: 0 });
    context.fillStyle = theme.secondary;
    const lines = tileLines(context.font, labelAt(item.tileAxis, tile), at.tileWidth + at.gap - 4);
    lines.forEach((line, place) => context.fillText(line, x, y - 6 - TILE_LINE * (lines.length - 1 - place)));
  }
}

/** @param {Picture.Context} context @param {Matrices.Matrix} item @param {Matrices.Geometry} at @param {Picture.Theme} theme */
function drawAxes(context, item, at, theme) {
  const steps = labelSteps(item, at);
  for (let row = 0; row < item.rowCount; row += steps.row) drawLabel(context, item, at, theme, "row", row);
  for (let col = 0; col < item.colCount; col += steps.col) drawLabel(context, item, at, theme, "col", col);
  if (!item.rows.title || !item.rowLabels) return;
  context.save();
  context.fillStyle = theme.secondary;
  context.font = `12px ${item.font}`;
  context.textAlign = "center";
  context.translate(8, at.top + (item.rowCount * at.cell.height) / 2);
  context.rotate(-Math.PI / 2);
  context.fillText(item.rows.title, 0, 0);
  context.restore();
}

/** @param {Picture.Context} context @param {Matrices.Matrix} item @param {Matrices.Geometry} at @param {Picture.Theme} theme */
function drawBars(context, item, at, theme) {
  if (!item.bars) return;
  const { title, values, limit } = item.bars;
  const left = at.left + item.colCount * at.cell.width + 9, width = 18, decimals = decimalsIn(values.map(Number), BARS_ROOM);
  context.font = `11px ${item.font}`;
  context.textBaseline = "middle";
  context.textAlign = "left";
  context.fillStyle = theme.secondary;
  context.fillText(title, left, at.top - 9);
  values.forEach((value, row) => {
    const y = at.top + (row + 0.5) * at.cell.height;
    context.fillStyle = theme.line;
    context.fillRect(left, y - 3, width, 6);
    if (value === null) return;
    context.fillStyle = ramp(theme, "weights").css[200];
    context.fillRect(left, y - 3, (width * Math.min(value, limit)) / limit, 6);
    context.fillStyle = theme.secondary;
    if (at.cell.height >= 12) context.fillText(cellText(value, BARS_ROOM, decimals), left + width + 5, y);
  });
}

/** @param {Picture.Context} context @param {Matrices.Matrix} item @param {Matrices.Geometry} at @param {Picture.Theme} theme */
function drawMarks(context, item, at, theme) {
  const { marks } = item;
  if (!marks) return;
  context.strokeStyle = theme.roles.value;
  context.lineWidth = Math.max(1, Math.min(2, at.cell.width / 8));
  for (let index = 0; index < marks.length; index++) {
    if (!marks[index]) continue;
    const cell = { row: Math.floor(index / item.colCount), col: index % item.colCount, tile: 0 };
    const { x, y } = cellOrigin(item, at, cell);
    context.strokeRect(x + 1, y + 1, at.cell.width - 3, at.cell.height - 3);
  }
}

/** @param {Matrices.Panel} panel @param {Picture.Theme} theme @param {number} ratio */
export function drawBase(panel, theme, ratio) {
  drawMatrix(clear(panel.base, panel.at, ratio), panel.item, panel.at, theme);
}

/**
 * Draw a matrix on any context, with its upper left corner at the origin.
 * @param {Picture.Context} context @param {Matrices.Matrix} item @param {Matrices.Geometry} at @param {Picture.Theme} theme
 */
export function drawMatrix(context, item, at, theme) {
  if (item.kind === "tiles") drawTiles(context, item, at, theme);
  else {
    if (at.heatmap) drawImage(context, item, at, theme, 0);
    else drawCells(context, item, at, theme);
    drawMarks(context, item, at, theme);
    drawAxes(context, item, at, theme);
    drawBars(context, item, at, theme);
  }
  if (item.covered || item.answer) drawPrediction(context, item, at, theme);
  if (item.crowd) drawCrowd(context, item, at, theme);
}
