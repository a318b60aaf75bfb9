// A frame of a run's video: curves next to attention, below them the decoded text and the settings.

import { penOf } from "../picture/element.js";
import { textWidth } from "../picture/text_width.js";
import { boardFigure } from "./board_figure.js";
import { drawLegend, legendOf, namesOf, plotted } from "./curves_figure.js";
import { broken, themeCalled } from "./figure.js";
import { linesFigure } from "./lines_figure.js";
import { imageOf } from "./raster.js";
import { drawRows, rowsHeight, titlesWidth } from "./token_rows.js";

const WIDTH = 960, SCALE = 1.5, MARGIN = 20, GAP = 28, HEAD = 36, LINE = 17;
const ROOM = WIDTH - 2 * MARGIN;
/** The maximum width and height of attention, and the minimum height of the content next to it. */
const WIDEST = (ROOM - GAP) / 2, TALLEST = 420, LEAST = 300;
const MARK = 4, PLUMB = "#818a9b";

/** @typedef {Share.Plotted & {width: number, legend: Share.Legend, image: HTMLImageElement}} Curves */

/**
 * Returns the curves without marks as an image, the names of their lines, and a function for the position of a point.
 * @param {Share.Run} run @param {Share.Theme} theme @param {number} width @param {number} height @returns {Promise<Curves>}
 */
async function curvesOf({ curves }, theme, width, height) {
  const legend = legendOf(namesOf(curves), (name) => textWidth(`12px ${theme.font}`, name), width);
  const made = await plotted({ ...curves, layout: { ...curves.layout, height: height - legend.height } }, theme, width);
  return { ...made, width, legend, image: await imageOf({ ...made, width }) };
}

/**
 * Draws everything that is the same at every step, once.
 * @param {{theme: Share.Theme, title: string, caption: string[], curves: Curves, height: number, captionTop: number}} options
 */
function ground({ theme, title, caption, curves, height, captionTop }) {
  const canvas = canvasOf(height), context = scaledPenOf(canvas);
  context.fillStyle = theme.surface;
  context.fillRect(0, 0, WIDTH + 1, height + 1);
  Object.assign(context, { font: `700 18px ${theme.font}`, fillStyle: theme.ink });
  context.fillText(title, MARGIN, MARGIN + 14);
  context.drawImage(curves.image, MARGIN, MARGIN + HEAD, curves.width, curves.height);
  context.save();
  context.translate(MARGIN, MARGIN + HEAD);
  drawLegend(context, curves.legend.places, theme, curves.height);
  context.restore();
  Object.assign(context, { font: `12px ${theme.font}`, fillStyle: theme.secondary, textAlign: "left", textBaseline: "alphabetic" });
  caption.forEach((line, place) => context.fillText(line, MARGIN, captionTop + place * LINE));
  return canvas;
}

/** Returns a canvas with an even number of pixels each way, as videos require. @param {number} height */
function canvasOf(height) {
  const pixels = (/** @type {number} */ length) => 2 * Math.ceil((length * SCALE) / 2);
  return Object.assign(document.createElement("canvas"), { width: pixels(WIDTH), height: pixels(height) });
}

/** @param {HTMLCanvasElement} canvas */
function scaledPenOf(canvas) {
  const context = penOf(canvas);
  context.scale(SCALE, SCALE);
  return context;
}

/** Draws the current step on the curves. @param {Picture.Context} context @param {Curves} curves @param {number} step @param {Share.Mark[]} marks */
function drawMarks(context, { at, area }, step, marks) {
  const [x] = at(step, 0, "y");
  context.beginPath();
  Object.assign(context, { strokeStyle: PLUMB, lineWidth: 1 });
  context.setLineDash([1.5, 2.5]);
  context.moveTo(x, area.top);
  context.lineTo(x, area.bottom);
  context.stroke();
  context.setLineDash([]);
  for (const { x: markX, y, axis, colour } of marks) {
    context.beginPath();
    context.fillStyle = colour;
    context.arc(...at(markX, y, axis), MARK, 0, 2 * Math.PI);
    context.fill();
  }
}

/**
 * Calls `paint` with the origin moved to a corner.
 * @param {Picture.Context} context @param {number} x @param {number} y @param {(context: Picture.Context) => void} paint
 */
function within(context, x, y, paint) {
  context.save();
  context.translate(x, y);
  paint(context);
  context.restore();
}

/**
 * Returns a function that draws any step of a run, on one canvas.
 * @param {Share.Run} run @param {Share.Options} options @returns {Promise<{canvas: HTMLCanvasElement, draw: (step: number) => void}>}
 */
export async function sceneOf(run, { title, caption, theme: name, words }) {
  const theme = themeCalled(name === "dark" ? "dark" : "light"), rowsOfAll = run.steps.map(run.rowsAt), titles = titlesWidth(rowsOfAll.flat(), theme);
  const attentionAt = (/** @type {number} */ step) => {
    const picture = run.attentionAt(step), room = { width: WIDEST, height: TALLEST, isNarrow: false };
    return picture.kind === "board" ? boardFigure(picture, theme, room) : linesFigure(picture, theme, room, words);
  };
  const attention = attentionAt(run.steps[0]), left = ROOM - GAP - Math.min(WIDEST, attention.width), body = Math.max(LEAST, attention.height);
  const top = MARGIN + HEAD, rowsTop = top + body + 14, captionTop = rowsTop + rowsHeight(rowsOfAll[0]) + 22;
  const lines = broken(caption, `12px ${theme.font}`, ROOM), height = captionTop + (lines.length - 1) * LINE + MARGIN - 4;
  const curves = await curvesOf(run, theme, left, body), still = ground({ theme, title, caption: lines, curves, height, captionTop });
  const canvas = canvasOf(height), context = scaledPenOf(canvas);
  const draw = (/** @type {number} */ step) => {
    context.drawImage(still, 0, 0, still.width / SCALE, still.height / SCALE);
    Object.assign(context, { font: `700 18px ${theme.font}`, fillStyle: theme.ink, textAlign: "right", textBaseline: "alphabetic" });
    context.fillText(run.stepText(step), WIDTH - MARGIN, MARGIN + 14);
    within(context, MARGIN, top, () => drawMarks(context, curves, step, run.marksAt(step)));
    within(context, MARGIN + left + GAP, top, attentionAt(step).draw);
    within(context, MARGIN, rowsTop, () => drawRows(context, run.rowsAt(step), theme, titles, ROOM));
  };
  return { canvas, draw };
}
