// A frame of a run's video: curves next to attention, below them the decoded text and the settings.

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

const FIGURES = { board: boardFigure, lines: linesFigure };

/**
 * Returns the curves without marks as an image, the names of their lines, and a function for the position of a point.
 */
async function curvesOf({ curves }, theme, width, height) {
  const legend = legendOf(namesOf(curves), (name) => textWidth(`12px ${theme.font}`, name), width);
  const made = await plotted({ ...curves, layout: { ...curves.layout, height: height - legend.height } }, theme, width);
  return { ...made, width, legend, image: await imageOf({ ...made, width }) };
}

/** Draws everything that is the same at every step, once. */
function ground({ theme, title, caption, curves, height, captionTop }) {
  const canvas = canvasOf(height), context = penOf(canvas);
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

/** Returns a canvas with an even number of pixels each way, as videos require. */
function canvasOf(height) {
  const pixels = (length) => 2 * Math.ceil((length * SCALE) / 2);
  return Object.assign(document.createElement("canvas"), { width: pixels(WIDTH), height: pixels(height) });
}

function penOf(canvas) {
  const context = canvas.getContext("2d");
  context.scale(SCALE, SCALE);
  return context;
}

/** Draws the current step on the curves. */
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

/** Calls `paint` with the origin moved to a corner. */
function within(context, x, y, paint) {
  context.save();
  context.translate(x, y);
  paint(context);
  context.restore();
}

/**
 * Returns a function that draws any step of a run, on one canvas.
 * @returns {Promise<{canvas: HTMLCanvasElement, draw: (step: number) => void}>}
 */
export async function sceneOf(run, { title, caption, theme: name, words }) {
  const theme = themeCalled(name === "dark" ? "dark" : "light"), rowsOfAll = run.steps.map(run.rowsAt), titles = titlesWidth(rowsOfAll.flat(), theme);
  const attentionAt = (step) => {
    const picture = run.attentionAt(step);
    return FIGURES[picture.kind](picture, theme, { width: WIDEST, height: TALLEST, isNarrow: false }, words);
  };
  const attention = attentionAt(run.steps[0]), left = ROOM - GAP - Math.min(WIDEST, attention.width), body = Math.max(LEAST, attention.height);
  const top = MARGIN + HEAD, rowsTop = top + body + 14, captionTop = rowsTop + rowsHeight(rowsOfAll[0]) + 22;
  const lines = broken(caption, `12px ${theme.font}`, ROOM), height = captionTop + (lines.length - 1) * LINE + MARGIN - 4;
  const curves = await curvesOf(run, theme, left, body), still = ground({ theme, title, caption: lines, curves, height, captionTop });
  const canvas = canvasOf(height), context = penOf(canvas);
  const draw = (step) => {
    context.drawImage(still, 0, 0, still.width / SCALE, still.height / SCALE);
    Object.assign(context, { font: `700 18px ${theme.font}`, fillStyle: theme.ink, textAlign: "right", textBaseline: "alphabetic" });
    context.fillText(run.stepText(step), WIDTH - MARGIN, MARGIN + 14);
    within(context, MARGIN, top, () => drawMarks(context, curves, step, run.marksAt(step)));
    within(context, MARGIN + left + GAP, top, attentionAt(step).draw);
    within(context, MARGIN, rowsTop, () => drawRows(context, run.rowsAt(step), theme, titles, ROOM));
  };
  return { canvas, draw };
}
