// Draws the named blocks of a layer: the bracket over their columns, and near enough the operators between these.

import { textWidth } from "../text_width.js";
import { operatorsInto } from "./equations.js";
import { filledShare } from "./layout.js";
import { rowSeen } from "./play.js";

/** The size from which a cell has room for its number, as in `draw_tensors.js`; the limits of a gap. */
const WIDE = 34, HIGH = 13, LEAST_GAP = 34, MOST_GAP = 110;
const TICK = 4, ARROW = 5;
const known = new WeakMap();

/**
 * A thin bracket from the first column of a block to its last.
 * @param {Pick<ModelMap.Frame, "context" | "theme">} frame @param {ModelMap.Bracket} bracket
 */
export function drawBracket({ context, theme }, { left, right, y }) {
  context.strokeStyle = theme.secondary;
  context.globalAlpha = 0.55;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(left + 0.5, y + TICK);
  context.lineTo(left + 0.5, y + 0.5);
  context.lineTo(right - 0.5, y + 0.5);
  context.lineTo(right - 0.5, y + TICK);
  context.stroke();
  context.globalAlpha = 1;
}

/** The operator in front of each column, worked out once for a layout. @param {ModelMap.Layout} layout */
function operatorsOf(layout) {
  if (!known.has(layout)) known.set(layout, new Map(layout.columns.map((column) => [column, operatorsInto(layout.part, column)])));
  return known.get(layout);
}

/**
 * Draw the operators in the gaps before the columns whose numbers are readable: on the line of each row, with an arrow.
 * @param {ModelMap.Frame} frame
 */
export function drawOperators(frame) {
  const { placed, layout, view } = frame, high = (placed.pitch * filledShare(layout)) / layout.part.lines;
  if (high < HIGH) return;
  const operators = operatorsOf(layout), ends = { src: 0, tgt: 0 };
  for (const { column, x, width } of placed.boxes) {
    const from = Math.max(ends[column.side], x - MOST_GAP), isReadable = width / column.length >= WIDE && x - from >= LEAST_GAP;
    ends[column.side] = x + width;
    if (isReadable && from <= view.right && x >= view.left) drawGap(frame, column.side, from, x, operators.get(column));
  }
}

/** @param {ModelMap.Frame} frame @param {ModelMap.Side} side @param {number} from @param {number} to @param {string[]} forms */
function drawGap(frame, side, from, to, forms) {
  const { context, theme, placed, layout, view, seen, encoderEnd } = frame, font = `600 13px ${theme.font}`;
  const text = forms.find((one) => textWidth(font, one) <= to - from - 8);
  if (!text || (side === "src" && to > encoderEnd)) return;
  context.font = font;
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  for (let row = 0; row < layout.rows[side]; row++) {
    const y = placed.tops[side] + (row + 0.45) * placed.pitch;
    if (y < view.top || y > view.bottom || (side === "tgt" && rowSeen(seen, row, placed.width).until < to)) continue;
    context.fillStyle = theme.ink;
    context.lineWidth = 4;
    context.strokeStyle = theme.surface;
    context.strokeText(text, (from + to) / 2, y - 7);
    context.fillText(text, (from + to) / 2, y - 7);
    drawArrow(context, theme, to - 4, y);
  }
}

/** @param {Picture.Context} context @param {Picture.Theme} theme @param {number} x @param {number} y */
function drawArrow(context, theme, x, y) {
  context.fillStyle = theme.secondary;
  context.beginPath();
  context.moveTo(x - ARROW, y - ARROW * 0.7);
  context.lineTo(x + 2, y);
  context.lineTo(x - ARROW, y + ARROW * 0.7);
  context.fill();
}
