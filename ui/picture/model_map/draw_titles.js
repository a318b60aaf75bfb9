// Draws the titles above the rows: of the layers, of the named blocks with their brackets, and of the columns.

import { fittedLabel } from "../glossed.js";
import { last } from "../last.js";
import { drawBracket } from "./draw_blocks.js";
import { headOf, onGround } from "./draw_words.js";
import { SIDES } from "./layout.js";
import { titlesIn } from "./titles.js";

const LEAST_KEY = 24;

/** @param {ModelMap.Frame} frame */
export function drawTitles(frame) {
  const { context, theme, placed, view } = frame;
  context.textBaseline = "alphabetic";
  for (const side of SIDES) drawGround(frame, side);
  const titles = titlesIn(frame);
  if (placed.isNamed) drawAllKeys(frame);
  context.textAlign = "left";
  for (const title of titles) {
    if (title.y < view.top - 20 || title.y > view.bottom + 20) continue;
    if (title.bracket) drawBracket(frame, title.bracket);
    context.font = title.font;
    context.fillStyle = theme[title.tone];
    onGround(frame, title.text, title.x, title.y);
    if (isHovered(frame, title)) context.fillRect(title.x, title.y + 3, title.width, 1);
  }
}

/** @param {Pick<ModelMap.Frame, "hoveredTitle">} frame @param {ModelMap.Title} title */
function isHovered({ hoveredTitle }, title) {
  return hoveredTitle && hoveredTitle.kind === title.kind && hoveredTitle.text === title.text && hoveredTitle.x === title.x && hoveredTitle.side === title.side;
}

/** Draw a background for titles that cover rows. @param {ModelMap.Frame} frame @param {ModelMap.Side} side */
function drawGround(frame, side) {
  const { context, theme, placed, view } = frame, head = headOf(frame, side);
  if (head <= placed.tops[side] || head < view.top) return;
  context.fillStyle = theme.surface;
  context.fillRect(view.left, view.top, view.right - view.left, Math.max(0, head - 6 - view.top));
}

/** @param {ModelMap.Frame} frame */
function drawAllKeys(frame) {
  const { placed, view, seen, encoderEnd } = frame, isStarted = seen.isAll || seen.row >= 0;
  for (const box of placed.boxes) {
    const { column, x, width } = box;
    if (column.kind !== "grid" || x > view.right || x + width < view.left) continue;
    if (column.side === "src" ? x <= encoderEnd : isStarted) drawKeys(frame, box);
  }
}

/**
 * Draw the labels of a grid's cells, if these are wide enough: the heads and the attended words.
 * @param {ModelMap.Frame} frame @param {ModelMap.Box} box
 */
function drawKeys(frame, { column, x, width }) {
  const { context, tensors, view, theme, layout } = frame, tensor = tensors[column.place], cell = width / column.length, size = last(tensor.shape);
  if (cell < LEAST_KEY) return;
  const { labels, glosses } = layout.part[tensor.of || tensor.rows], head = headOf(frame, column.side), font = `11px ${theme.font}`;
  const fonts = { nameFont: font, glossFont: `10px ${theme.font}` };
  context.fillStyle = theme.surface;
  context.fillRect(Math.max(x, view.left), head - 13, Math.min(x + width, view.right) - Math.max(x, view.left), 13);
  context.font = font;
  for (let at = 0; at < column.length; at++) {
    const middle = x + (at + 0.5) * cell, key = at % (size + 1);
    if (key === size || middle < view.left || middle > view.right) continue;
    context.fillStyle = theme.secondary;
    const label = fittedLabel(fonts, labels[key], glosses[key], cell - 3), from = middle - label.width / 2;
    context.textAlign = "left";
    context.font = font;
    context.fillText(label.name, from, head - 3);
    context.font = fonts.glossFont;
    if (label.gloss) context.fillText(label.gloss, from + label.width - label.glossWidth, head - 3);
  }
  context.font = font;
  context.textAlign = "left";
  for (let number = 0; tensor.heads > 1 && number < tensor.heads; number++) {
    const from = x + number * (size + 1) * cell, name = layout.part.strings.head.replace("{number}", String(number + 1));
    if (from > view.left && from < view.right) context.fillText(name, from + (number ? 0 : 64), head - 15);
  }
}
