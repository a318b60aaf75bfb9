// The text on the map: how titles are written, and the next tokens at its end.

import { fittedGloss } from "../glossed.js";
import { last } from "../last.js";
import { textWidth } from "../text_width.js";
import { filledShare, isGrid, resultSide } from "./layout.js";
import { percentText } from "./narration.js";
import { listed, middleOf, showsAll } from "./next_tokens.js";
import { rowSeen } from "./play.js";
import { namedIn, nameSize } from "./row_names.js";
import { legible } from "../zoom.js";

/** The stop of the weights' ramp in which a chosen token's probability is drawn: its length says how large it is. */
const BAR = 3;
/** The least width for a shortened gloss. */
const LEAST_GLOSS = 36;

/** @param {string} font @param {string} text @param {number} width */
export function fitted(font, text, width) {
  if (textWidth(font, text) <= width) return text;
  let cut = text;
  while (cut.length > 1 && textWidth(font, `${cut}…`) > width) cut = cut.slice(0, -1);
  return `${cut}…`;
}

/** The title above a column. @param {ModelMap.Strings} strings @param {Pick<ModelMap.TensorHeader, "own" | "name" | "axis">} tensor */
export function columnName(strings, tensor) {
  const isHeads = tensor.own === "output" && tensor.name.endsWith(".output") && tensor.name.split(".").length === 2;
  if (isHeads) return strings.tensors[tensor.name] ?? strings.tensors.output;
  return strings.tensors[tensor.own === "scaled" && isGrid(tensor) ? "scaled_scores" : tensor.own] ?? tensor.own;
}

/**
 * Draw text with an outline, so that it is readable over lines too.
 * @param {Pick<ModelMap.Frame, "context" | "theme">} frame @param {string} text @param {number} x @param {number} y
 */
export function onGround({ context, theme }, text, x, y) {
  context.lineWidth = 4;
  context.lineJoin = "round";
  context.strokeStyle = theme.surface;
  context.strokeText(text, x, y);
  context.fillText(text, x, y);
}

/**
 * The y coordinate above which the titles of a side go: above its rows, and visible as long as any of these is.
 * @param {Pick<ModelMap.Frame, "placed" | "view" | "layout">} frame @param {ModelMap.Side} side
 */
export function headOf({ placed, view, layout }, side) {
  const top = placed.tops[side], last = top + (layout.rows[side] - 1) * placed.pitch;
  return Math.max(top, Math.min(last, view.top + placed.strip + placed.spaces.title + 16));
}

/** Draw the next token after each row of the target, with its probability. @param {ModelMap.Frame} frame */
export function drawNextTokens(frame) {
  const { context, placed, layout, view, seen } = frame, box = last(placed.boxes);
  if (box.x > view.right || box.x + box.width < view.left) return;
  context.textBaseline = "middle";
  const side = resultSide(layout.part), named = namedIn(frame, side), { next: now, otherNext } = layout.part, isOther = frame.seenOf === "other" && otherNext.length > 0;
  (isOther ? otherNext : now).forEach((next, row) => {
    const y = placed.tops[side] + row * placed.pitch, rise = side === "src" ? Number(seen.isAll) : rowSeen(seen, row, placed.width).rise;
    if (rise <= 0 || y > view.bottom || y + placed.pitch < view.top) return;
    if (showsAll(placed, box)) drawLikeliest(frame, box, next, y, rise);
    else drawChosen(frame, box, next, y, rise, row, named.has(row));
  });
}

/** @param {Pick<ModelMap.Frame, "context" | "theme">} frame @param {number} x @param {number} y @param {number} width @param {number} height @param {number} share @param {boolean} isChosen */
function drawBar({ context, theme }, x, y, width, height, share, isChosen) {
  context.fillStyle = theme.line;
  context.fillRect(x, y, width, height);
  context.fillStyle = isChosen ? theme.ramps.weights[BAR] : theme.hatch;
  context.fillRect(x, y, Math.max(share > 0 ? 1 : 0, width * share), height);
}

/**
 * When showing differences, mark the same token's probability in the other forward pass by a line across the bar.
 * @param {Pick<ModelMap.Frame, "context" | "theme" | "layout" | "seenOf">} frame @param {number} x @param {number} y @param {number} width @param {number} height @param {number} row
 */
function drawOtherShare({ context, theme, layout, seenOf }, x, y, width, height, row) {
  const other = layout.part.otherNext[row];
  if (seenOf !== "difference" || !other) return;
  context.fillStyle = theme.ink;
  context.fillRect(x + width * other.chosen[1] - 1, y - 2, 2, height + 4);
}

/** @param {ModelMap.Frame} frame @param {ModelMap.Box} box @param {ModelMap.NextToken} next @param {number} y @param {number} rise @param {number} row @param {boolean} isNamed */
function drawChosen(frame, box, { chosen: [name, share], glosses }, y, rise, row, isNamed) {
  const { context, placed, layout, theme } = frame, high = Math.min(14, placed.pitch * filledShare(layout) * 0.8);
  const middle = y + placed.pitch * 0.45, bar = Math.min(120, box.width * 0.26);
  drawBar(frame, box.x, middle - high / 2, bar, high, share * rise, true);
  drawOtherShare(frame, box.x, middle - high / 2, bar, high, row);
  if (rise < 1 || !isNamed) return;
  const font = `500 ${legible(nameSize(placed.pitch) * 0.9)}px ${theme.font}`, text = fitted(font, name, box.width - bar - 8);
  context.font = font;
  context.fillStyle = theme.ink;
  context.textAlign = "left";
  context.fillText(text, box.x + bar + 6, middle);
  drawGloss(frame, last(glosses), box.x + bar + 12 + textWidth(font, text), box.x + box.width, middle);
}

/**
 * Draw the gloss of a token after it, shortened to the room.
 * @param {Pick<ModelMap.Frame, "context" | "theme">} frame @param {string} gloss @param {number} x @param {number} end @param {number} middle
 */
function drawGloss({ context, theme }, gloss, x, end, middle) {
  const font = `11px ${theme.font}`;
  if (!gloss || end - x < Math.min(LEAST_GLOSS, textWidth(font, gloss))) return;
  context.font = font;
  context.fillStyle = theme.secondary;
  context.fillText(fittedGloss(font, gloss, end - x), x, middle);
}

/** @param {ModelMap.Frame} frame @param {ModelMap.Box} box @param {ModelMap.NextToken} next @param {number} y @param {number} rise */
function drawLikeliest(frame, box, next, y, rise) {
  const { context, theme } = frame, font = `12.5px ${theme.font}`;
  listed(next).forEach(([name, share], place) => {
    const middle = y + middleOf(place), isChosen = name === next.chosen[0];
    drawBar(frame, box.x, middle - 5, 110, 10, share * rise, isChosen);
    context.fillStyle = isChosen ? theme.ink : theme.secondary;
    context.textAlign = "left";
    const label = `${percentText(share)}  ${fitted(font, name, box.width - 180)}`;
    context.font = font;
    context.fillText(label, box.x + 118, middle);
    drawGloss(frame, next.glosses[place], box.x + 124 + textWidth(font, label), box.x + box.width, middle);
  });
}
