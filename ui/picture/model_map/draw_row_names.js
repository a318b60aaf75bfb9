// The names of the rows at the left of the map, with their glosses and each word's share of the origins.

import { fittedGloss } from "../glossed.js";
import { textWidth } from "../text_width.js";
import { fitted, headOf } from "./draw_words.js";
import { SIDES } from "./layout.js";
import { joinedAt } from "./names.js";
import { namedIn, nameSize } from "./row_names.js";
import { legible } from "../zoom.js";

/** The pitch from which a gloss goes below its word, and the least width for a gloss in front of it. */
const BELOW = 30, LEAST_GLOSS = 26;
const EDGE = 8, JOINED = 5, APART = 6, LEAST_SHARE = 0.005;

/** Draw the names of the rows, which stay visible however far the map is panned. @param {ModelMap.Frame} frame */
export function drawRowNames(frame) {
  const { context, layout, theme, labels, seen } = frame;
  context.fillStyle = theme.surface;
  context.fillRect(0, 0, labels, layout.room.height);
  context.textAlign = "right";
  context.textBaseline = "middle";
  for (const side of SIDES) {
    drawSideTitle(frame, side);
    if (side === "tgt" && seen.row < 0 && !seen.isAll) continue;
    for (const row of namedIn(frame, side)) drawRow(frame, side, row);
  }
}

/** @param {ModelMap.Frame} frame @param {ModelMap.Side} side @param {number} row */
function drawRow(frame, side, row) {
  const { placed, layout, camera, seen, selection } = frame, { part, room } = layout, words = part[side];
  const y = placed.tops[side] + row * placed.pitch + placed.pitch * 0.45 - camera.y, head = headOf(frame, side);
  if (y < -10 || y > room.height + 10 || (side === "tgt" && !seen.isAll && row > Math.max(0, seen.row))) return;
  // Not if the title of the side covers it.
  if (head > placed.tops[side] && y < head - camera.y - 4) return;
  const place = selection.hovered ?? selection.pinned, lit = place?.side === side ? place.row : null;
  const end = selection.ends.find((one) => one.side === side && one.row === row && one.share >= LEAST_SHARE);
  drawJoined(frame, side, row);
  drawRowName(frame, { isSpecial: words.special?.includes(row) ?? false, label: words.labels[row], gloss: words.glosses[row], isHidden: words.hidden.includes(row), isLit: row === lit, y, end });
}

/** @param {ModelMap.Frame} frame @param {{label: string, gloss: string, isHidden: boolean, isSpecial: boolean, isLit: boolean, y: number, end: ModelMap.End | undefined}} x */
function drawRowName(frame, { label, gloss, isHidden, isSpecial, isLit, y, end }) {
  const { context, theme, labels, placed } = frame, isBelow = Boolean(gloss) && placed.pitch >= BELOW;
  const font = `${isLit ? 700 : 500} ${nameSize(placed.pitch)}px ${theme.font}`, text = fitted(font, label, labels - EDGE - APART);
  const width = textWidth(font, text), at = isBelow ? y - 7 : y;
  context.font = font;
  context.fillStyle = isHidden ? theme.hatch : isSpecial ? theme.secondary : theme.ink;
  context.fillText(text, labels - EDGE, at);
  if (isHidden) context.fillRect(labels - EDGE - width, at, width, 1.5);
  if (end) drawEnd(frame, end.share, labels - EDGE - width - APART, at);
  if (isBelow) drawGloss(frame, gloss, labels - EDGE, y + 8, labels - EDGE - APART, 11);
  else if (gloss && !end) drawGloss(frame, gloss, labels - EDGE - width - APART, y, labels - EDGE - width - 2 * APART, legible(Math.min(11, nameSize(placed.pitch) * 0.92)));
}

/** Draw a line beside the rows whose tokens are pieces of one word. @param {ModelMap.Frame} frame @param {ModelMap.Side} side @param {number} row */
function drawJoined({ context, theme, placed, labels, camera, layout: { part } }, side, row) {
  const word = joinedAt(part[side], row);
  if (!word) return;
  const isFirst = row === word.first, isLast = row === word.first + word.count - 1, top = placed.tops[side] + row * placed.pitch - camera.y;
  context.fillStyle = theme.secondary;
  context.fillRect(labels - JOINED, isFirst ? top + 0.15 * placed.pitch : top, 2, placed.pitch * (1 - (isFirst ? 0.15 : 0) - (isLast ? 0.25 : 0)));
}

/** @param {Pick<ModelMap.Frame, "context" | "theme">} frame @param {string} gloss @param {number} x @param {number} y @param {number} room @param {number} size */
function drawGloss({ context, theme }, gloss, x, y, room, size) {
  if (room < LEAST_GLOSS) return;
  context.font = `${size}px ${theme.font}`;
  context.fillStyle = theme.secondary;
  context.fillText(fittedGloss(context.font, gloss, room), x, y);
}

/**
 * Draw a word's share of the origins, directly in front of the word.
 * @param {Pick<ModelMap.Frame, "context" | "theme" | "placed">} frame @param {number} share @param {number} x @param {number} y
 */
function drawEnd({ context, theme, placed }, share, x, y) {
  const size = Math.max(10, Math.min(13, nameSize(placed.pitch))), text = share < 0.01 ? "<1%" : `${Math.round(100 * share)}%`;
  context.font = `700 ${size}px ${theme.font}`;
  const width = textWidth(context.font, text);
  context.globalAlpha = 0.28;
  context.fillStyle = theme.origins;
  context.fillRect(x - width - 3, y - size * 0.62, width + 6, size * 1.24);
  context.globalAlpha = 1;
  context.fillStyle = theme.ink;
  context.fillText(text, x, y);
}

/** @param {ModelMap.Frame} frame @param {ModelMap.Side} side */
function drawSideTitle(frame, side) {
  const { context, placed, layout, theme, labels, camera } = frame, y = headOf(frame, side) - placed.spaces.title - 4 - camera.y;
  context.font = `600 12px ${theme.font}`;
  context.fillStyle = theme.secondary;
  context.fillText(fitted(context.font, layout.part.strings.sides[side], labels - 10), labels - EDGE, y);
}
