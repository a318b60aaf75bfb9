// Draws the highlights of hovering and pinning, on a separate canvas above the picture.

import { clear } from "./draw.js";
import { ROW_NAMES, drawLabel, labelSteps, wipeSlanted } from "./draw_labels.js";
import { cellOrigin } from "./geometry.js";
import { fittedText } from "../glossed.js";
import { TILE_LINE, fontsOf, leastSlanted } from "./label_room.js";
import { labelAt, lit } from "./selection.js";

/**
 * The indices of the labels on an axis that the label of an index would overlap, including its own.
 * @param {number} place @param {number} step @param {number} size @param {number} least
 */
function near(place, step, size, least) {
  const before = Math.floor(place / step) * step;
  return [before, before + step, place].filter((one) => Math.abs(one - place) * size < least);
}

/** @param {Picture.Context} context @param {Picture.Theme} theme @param {Picture.Box} box @param {string} colour @param {number} width */
function outline(context, theme, box, colour, width) {
  const inset = width / 2 - 1;
  context.lineWidth = width + 2;
  context.strokeStyle = theme.surface;
  context.strokeRect(box.x + inset, box.y + inset, box.width - 2 * inset, box.height - 2 * inset);
  context.lineWidth = width;
  context.strokeStyle = colour;
  context.strokeRect(box.x + inset, box.y + inset, box.width - 2 * inset, box.height - 2 * inset);
}

/** @param {Matrices.Matrix} item @param {Matrices.Geometry} at @param {number} tile @param {number[]} rows @param {number[]} cols */
function boxes(item, at, tile, rows, cols) {
  const origin = cellOrigin(item, at, { tile, row: 0, col: 0 });
  const { width, height } = at.cell;
  const rowBox = (/** @type {number} */ row) => ({ x: origin.x, y: origin.y + row * height, width: item.colCount * width, height });
  const colBox = (/** @type {number} */ col) => ({ x: origin.x + col * width, y: origin.y, width, height: item.rowCount * height });
  if (!rows.length) return cols.map(colBox);
  if (!cols.length) return rows.map(rowBox);
  const cross = at.heatmap && item.kind !== "tiles";
  if (cross) return [...rows.map(rowBox), ...cols.map(colBox)];
  return rows.flatMap((row) => cols.map((col) => ({ ...rowBox(row), x: origin.x + col * width, width })));
}

/** @param {Picture.Context} context @param {Matrices.Matrix} item @param {Matrices.Geometry} at @param {Picture.Theme} theme @param {number[]} rows @param {number[]} cols */
function strongLabels(context, item, at, theme, rows, cols) {
  if (item.kind === "tiles") return;
  const steps = labelSteps(item, at), left = item.rows.title ? 16 : 0;
  const tall = Math.max(at.cell.height, ROW_NAMES);
  // Remove a label entirely if a bold one would cover part of it.
  for (const row of item.rowLabels ? rows : []) {
    context.fillStyle = theme.surface;
    for (const one of near(row, steps.row, at.cell.height, ROW_NAMES)) {
      const middle = at.top + (one + 0.5) * at.cell.height;
      context.fillRect(left, middle - tall / 2, at.left - left - 3, tall);
    }
    drawLabel(context, item, at, theme, "row", row, true);
  }
  for (const col of item.colLabels ? cols : []) {
    if (!at.tilted) {
      const wide = Math.max(at.cell.width, 26), middle = at.left + (col + 0.5) * at.cell.width;
      context.fillStyle = theme.surface;
      context.fillRect(middle - wide / 2, at.heatmap ? at.height - 19 : at.top - 17, wide, 15);
    }
    if (at.tilted) {
      const others = near(col, steps.col, at.cell.width, leastSlanted(item)).filter((one) => one < item.colCount);
      for (const one of others) wipeSlanted(context, item, at, theme, one);
    }
    drawLabel(context, item, at, theme, "col", col, true);
  }
}

/**
 * Name the row and the column of a cell above its small matrix, in place of the title: there is no room for labels.
 * @param {Picture.Context} context @param {Matrices.Matrix} item @param {Matrices.Geometry} at @param {Picture.Theme} theme @param {number} tile @param {number} row @param {number} col
 */
function nameAboveTile(context, item, at, theme, tile, row, col) {
  const { x, y } = cellOrigin(item, at, { tile, row: 0, col: 0 }), width = at.tileWidth + at.gap - 4;
  const { nameFont } = fontsOf(item, true);
  context.fillStyle = theme.surface;
  context.fillRect(x - 1, y - at.title + 1, width, at.title - 3);
  Object.assign(context, { font: nameFont, fillStyle: theme.ink, textAlign: "left", textBaseline: "alphabetic" });
  const names = [labelAt(item.rows, row), labelAt(item.cols, col)];
  const whole = names.join(" → "), isOne = at.title < 2 * TILE_LINE || fittedText(nameFont, whole, width) === whole;
  const lines = isOne ? [whole] : [names[0], `→ ${names[1]}`];
  lines.forEach((line, place) => context.fillText(fittedText(nameFont, line, width), x, y - 6 - TILE_LINE * (lines.length - 1 - place)));
}

/** @param {Matrices.Panel} panel @param {Picture.Theme} theme @param {number} ratio @param {Matrices.Selection | null | undefined} pinned @param {Matrices.Selection | null | undefined} hovered */
export function drawSelection(panel, theme, ratio, pinned, hovered) {
  const { item, at } = panel;
  const active = hovered ?? pinned;
  const was = panel.lit;
  panel.lit = Boolean(active);
  if (!was && !active) return;
  drawLit(clear(panel.overlay, at, ratio), item, at, theme, pinned, hovered);
}

/**
 * Draw the highlights of the pinned and the hovered selection in a matrix.
 * @param {Picture.Context} context @param {Matrices.Matrix} item @param {Matrices.Geometry} at @param {Picture.Theme} theme @param {Matrices.Selection | null | undefined} pinned @param {Matrices.Selection | null | undefined} hovered
 */
export function drawLit(context, item, at, theme, pinned, hovered) {
  const active = hovered ?? pinned;
  for (const { selection, width } of [{ selection: pinned, width: 2.5 }, { selection: hovered, width: 2 }]) {
    if (!selection) continue;
    const { rows, cols, tiles } = lit(item, selection);
    if (!rows.length && !cols.length) continue;
    const colour = item.role ? theme.roles[item.role] : theme.ink;
    const every = tiles.length ? tiles : [...Array(item.tiles).keys()];
    for (const tile of every) {
      for (const box of boxes(item, at, tile, rows, cols)) outline(context, theme, box, colour, width);
      const isCell = rows.length === 1 && cols.length === 1, isNamed = item.rows.labels && item.cols.labels && at.title;
      if (selection === active && item.kind === "tiles" && isCell && isNamed) nameAboveTile(context, item, at, theme, tile, rows[0], cols[0]);
    }
    if (selection === active) strongLabels(context, item, at, theme, rows, cols);
  }
}
