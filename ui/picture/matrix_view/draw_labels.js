// Draws the labels of rows and columns: the name of each, and the gloss of a token quieter beside it.

import { fittedLabel, fittedText } from "../glossed.js";
import { MAX_COL_LABEL, MAX_ROW_LABEL, fontsOf, isBelow, leastSlanted, slantedSize } from "./label_room.js";
import { glossAt, labelAt } from "./selection.js";

/** @typedef {{context: Picture.Context, ink: string, quiet: string, fonts: Picture.Fonts}} Pen a canvas, and how to write labels on it */

/** The least spacing of labels: names of rows, numbers of rows. */
export const ROW_NAMES = 14;
const ROW_NUMBERS = 22;
/** How far a name and the gloss below it are from the middle of their row. */
const RISE = 7;

/** The step between labels at which none overlap. @param {number} cellSize @param {number} least */
function labelStep(cellSize, least) {
  for (const step of [1, 2, 3, 4, 5, 8, 10, 16, 20, 32, 50, 64, 100, 128, 200, 256, 500]) {
    if (step * cellSize >= least) return step;
  }
  return 1000;
}

/** The steps in rows and in columns between labels. @param {Matrices.Matrix} item @param {Matrices.Geometry} at */
export function labelSteps(item, at) {
  const across = at.tilted ? leastSlanted(item) : item.cols.labels ? 0 : at.heatmap ? 46 : 18;
  return {
    row: labelStep(at.cell.height, item.rows.labels ? ROW_NAMES : ROW_NUMBERS),
    col: labelStep(at.cell.width, across),
  };
}

/**
 * Names are as quiet as any label, but darker than a gloss.
 * @param {Pick<Matrices.Matrix, "rows" | "cols">} matrix @param {Picture.Theme} theme @param {boolean | undefined} strong
 */
function inkOf({ rows, cols }, theme, strong) {
  return strong || rows.glosses?.length || cols.glosses?.length ? theme.ink : theme.secondary;
}

/** @param {Picture.Context} context @param {Matrices.Matrix} item @param {Matrices.Geometry} at @param {Picture.Theme} theme @param {"row" | "col"} side @param {number} place @param {boolean} [strong] */
export function drawLabel(context, item, at, theme, side, place, strong) {
  if (!(side === "row" ? item.rowLabels : item.colLabels)) return;
  const axis = side === "row" ? item.rows : item.cols;
  const fonts = fontsOf(item, strong, side === "col" && at.tilted ? slantedSize(item, at.cell) : undefined);
  const pen = { context, ink: inkOf(item, theme, strong), quiet: theme.secondary, fonts };
  const name = labelAt(axis, place), gloss = item.bare ? "" : glossAt(axis, place);
  context.textBaseline = "middle";
  if (side === "row") {
    drawRowLabel(pen, at, name, gloss, at.top + (place + 0.5) * at.cell.height);
    return;
  }
  const x = at.left + (place + 0.5) * at.cell.width, label = fittedLabel(fonts, name, gloss, MAX_COL_LABEL);
  if (at.tilted) slanted(context, at, x, () => drawFrom(pen, label, 0, 0));
  else if (label.gloss) drawFrom(pen, label, x - label.width / 2, at.top - 9);
  else write(pen, label.name, "center", x, at.heatmap ? at.height - 11 : at.top - 9);
}

/**
 * The name ends at the matrix; its gloss is below it, or in front of it in a low row.
 * @param {Pen} pen @param {Matrices.Geometry} at @param {string} name @param {string} gloss @param {number} y
 */
function drawRowLabel(pen, at, name, gloss, y) {
  const end = at.left - 7, { fonts } = pen;
  if (gloss && isBelow(at.cell)) {
    write(pen, fittedText(fonts.nameFont, name, MAX_ROW_LABEL), "right", end, y - RISE);
    writeGloss(pen, fittedText(fonts.glossFont, gloss, MAX_ROW_LABEL), "right", end, y + RISE);
    return;
  }
  const label = fittedLabel(fonts, name, gloss, MAX_ROW_LABEL);
  write(pen, label.name, "right", end, y);
  if (label.gloss) writeGloss(pen, label.gloss, "right", end - label.width + label.glossWidth, y);
}

/** The name from a point on, and its gloss after it. @param {Pen} pen @param {Picture.Label} label @param {number} x @param {number} y */
function drawFrom(pen, label, x, y) {
  write(pen, label.name, "left", x, y);
  if (label.gloss) writeGloss(pen, label.gloss, "left", x + label.width - label.glossWidth, y);
}

/** @param {Pen} pen @param {string} text @param {CanvasTextAlign} align @param {number} x @param {number} y */
function write({ context, ink, fonts }, text, align, x, y) {
  Object.assign(context, { font: fonts.nameFont, fillStyle: ink, textAlign: align });
  context.fillText(text, x, y);
}

/** @param {Pen} pen @param {string} text @param {CanvasTextAlign} align @param {number} x @param {number} y */
function writeGloss({ context, quiet, fonts }, text, align, x, y) {
  Object.assign(context, { font: fonts.glossFont, fillStyle: quiet, textAlign: align });
  context.fillText(text, x, y);
}

/** @param {Picture.Context} context @param {Matrices.Geometry} at @param {number} x @param {() => void} draw */
function slanted(context, at, x, draw) {
  context.save();
  context.translate(x, at.top - 5);
  context.rotate(-Math.PI / 4);
  draw();
  context.restore();
}

/**
 * Erase the slanted label of a column, so that another can be drawn there.
 * @param {Picture.Context} context @param {Matrices.Matrix} item @param {Matrices.Geometry} at @param {Picture.Theme} theme @param {number} col
 */
export function wipeSlanted(context, item, at, theme, col) {
  const size = slantedSize(item, at.cell), high = Math.min(size + 4, at.cell.width * Math.SQRT1_2);
  const label = fittedLabel(fontsOf(item, true, size), labelAt(item.cols, col), item.bare ? "" : glossAt(item.cols, col), MAX_COL_LABEL);
  slanted(context, at, at.left + (col + 0.5) * at.cell.width, () => {
    context.fillStyle = theme.surface;
    context.fillRect(-1, -high / 2, label.width + 3, high);
  });
}
