// The text on the map: titles of layers and columns, and the next tokens at its end.

import { textWidth } from "../text_width.js";
import { sectionBoxes } from "./draw_flow.js";
import { filledShare, isGrid } from "./layout.js";
import { percentText } from "./narration.js";
import { listed, middleOf, showsAll } from "./next_tokens.js";
import { rowSeen } from "./play.js";
import { isNamed, nameSize } from "./row_names.js";

const LEAST_NAME = 22, LEAST_KEY = 24;

export function fitted(font, text, width) {
  if (textWidth(font, text) <= width) return text;
  let cut = text;
  while (cut.length > 1 && textWidth(font, `${cut}…`) > width) cut = cut.slice(0, -1);
  return `${cut}…`;
}

/** The title above a column. */
export function columnName(strings, tensor) {
  const isHeads = tensor.own === "output" && tensor.name.endsWith(".output") && tensor.name.split(".").length === 2;
  if (isHeads) return strings.tensors[tensor.name] ?? strings.tensors.output;
  return strings.tensors[tensor.own === "scaled" && isGrid(tensor) ? "scaled_scores" : tensor.own] ?? tensor.own;
}

export function drawTitles(frame) {
  const { placed, view, context, theme, seen } = frame;
  context.textBaseline = "alphabetic";
  for (const side of ["src", "tgt"]) drawGround(frame, side);
  const titles = layerTitles(frame);
  for (const { left, right, names, side } of titles) {
    if (right < view.left || left > view.right || (side === "tgt" && seen.row < 0 && !seen.isAll)) continue;
    if (side === "src" && left > frame.encoderEnd) continue;
    const from = Math.max(left, view.left + 6), room = Math.min(right, view.right) - from;
    const font = `600 13px ${theme.font}`, text = names.find((name) => textWidth(font, name) <= room);
    if (!text) continue;
    context.font = font;
    context.textAlign = "left";
    context.fillStyle = theme.ink;
    onGround(frame, text, from, headOf(frame, side) - placed.spaces.title);
  }
  drawColumnNames(frame);
}

/** Draw text with an outline, so that it is readable over lines too. */
function onGround({ context, theme }, text, x, y) {
  context.lineWidth = 4;
  context.lineJoin = "round";
  context.strokeStyle = theme.surface;
  context.strokeText(text, x, y);
  context.fillText(text, x, y);
}

/** The y coordinate above which the titles of a side go: above its rows, and visible as long as any of these is. */
export function headOf({ placed, view, layout }, side) {
  const top = placed.tops[side], last = top + (layout.rows[side] - 1) * placed.pitch;
  return Math.max(top, Math.min(last, view.top + placed.spaces.title + 16));
}

/** Draw a background for titles that cover rows. */
function drawGround(frame, side) {
  const { context, theme, placed, view } = frame, head = headOf(frame, side);
  if (head <= placed.tops[side] || head < view.top) return;
  context.globalAlpha = 0.97;
  context.fillStyle = theme.surface;
  context.fillRect(view.left, view.top, view.right - view.left, Math.max(0, head - 6 - view.top));
  context.globalAlpha = 1;
}

/** The titles of the layers and of what comes before and after them, with the room that each has. */
function layerTitles({ layout, placed }) {
  const { strings, sections } = layout.part, titles = new Map();
  sections.forEach((section, number) => {
    const boxes = sectionBoxes(placed, number, section.side);
    if (!boxes.length) return;
    const key = `${section.stack}.${section.layer ?? section.part}`;
    const right = boxes.at(-1).x + boxes.at(-1).width, known = titles.get(key);
    if (known) known.right = right;
    else titles.set(key, { left: boxes[0].x, right, side: section.side, names: titleNames(strings, section) });
  });
  const all = [...titles.values()];
  // A title may extend up to the next one.
  all.forEach((title, place) => {
    const next = all.slice(place + 1).find(({ side }) => side === title.side);
    title.right = Math.max(title.right, next ? next.left - 10 : placed.width);
  });
  return all;
}

function titleNames(strings, { stack, part, layer }) {
  if (layer === null) return [strings.titles[`${stack}.${part}`] ?? strings.titles[part] ?? ""];
  return [strings.titles[stack], strings.titles.layer, strings.titles.layer_short].map((name) => name.replace("{number}", String(layer + 1)));
}

/** Draw the labels of a grid's cells, if these are wide enough: the heads and the attended words. */
function drawKeys(frame, { column, x, width }) {
  const { context, tensors, view, theme, layout } = frame, tensor = tensors[column.place], cell = width / column.length, size = tensor.shape.at(-1);
  if (cell < LEAST_KEY) return;
  const words = layout.part[tensor.of || tensor.rows].labels, head = headOf(frame, column.side), font = `11px ${theme.font}`;
  context.fillStyle = theme.surface;
  context.fillRect(Math.max(x, view.left), head - 13, Math.min(x + width, view.right) - Math.max(x, view.left), 13);
  context.font = font;
  context.textAlign = "center";
  for (let at = 0; at < column.length; at++) {
    const middle = x + (at + 0.5) * cell, key = at % (size + 1);
    if (key === size || middle < view.left || middle > view.right) continue;
    context.fillStyle = theme.secondary;
    context.fillText(fitted(font, words[key], cell - 3), middle, head - 3);
  }
  context.textAlign = "left";
  for (let number = 0; tensor.heads > 1 && number < tensor.heads; number++) {
    const from = x + number * (size + 1) * cell, name = layout.part.strings.head.replace("{number}", String(number + 1));
    if (from > view.left && from < view.right) context.fillText(name, from + (number ? 0 : 64), head - 18);
  }
}

function drawColumnNames(frame) {
  const { context, placed, layout, tensors, theme, view } = frame;
  if (!placed.isNamed) return;
  const isStarted = frame.seen.isAll || frame.seen.row >= 0;
  context.font = `11.5px ${theme.font}`;
  context.fillStyle = theme.secondary;
  context.textAlign = "left";
  for (const { column, x, width } of placed.boxes) {
    if (width < LEAST_NAME || x > view.right || x + width < view.left || column.place < 0) continue;
    if (column.side === "src" ? x > frame.encoderEnd : !isStarted) continue;
    const strings = layout.part.strings, name = column.kind === "lines" ? strings.tensors.lines : columnName(strings, tensors[column.place]);
    const from = Math.max(x, view.left + 6), room = Math.min(x + width, view.right) - from;
    if (column.kind === "grid") drawKeys(frame, { column, x, width });
    context.font = `11.5px ${theme.font}`;
    context.fillStyle = theme.secondary;
    if (textWidth(context.font, name) > room) continue;
    onGround(frame, name, from, headOf(frame, column.side) - placed.spaces.name);
  }
}

/** Draw the next token after each row of the target, with its probability. */
export function drawNextTokens(frame) {
  const { context, placed, layout, view, seen } = frame, box = placed.boxes.at(-1);
  if (box.x > view.right || box.x + box.width < view.left) return;
  context.textBaseline = "middle";
  const { next: now, otherNext } = layout.part, isOther = frame.seenOf === "other" && otherNext.length > 0;
  (isOther ? otherNext : now).forEach((next, row) => {
    const y = placed.tops.tgt + row * placed.pitch, { rise } = rowSeen(seen, row, placed.width);
    if (rise <= 0 || y > view.bottom || y + placed.pitch < view.top) return;
    if (showsAll(placed, box)) drawLikeliest(frame, box, next, y, rise);
    else drawChosen(frame, box, next, y, rise, row);
  });
}

function drawBar({ context, theme }, x, y, width, height, share, isChosen) {
  context.fillStyle = theme.line;
  context.fillRect(x, y, width, height);
  context.fillStyle = isChosen ? theme.accent : theme.hatch;
  context.fillRect(x, y, Math.max(share > 0 ? 1 : 0, width * share), height);
}

/** When showing differences, mark the same token's probability in the other forward pass by a line across the bar. */
function drawOtherShare({ context, theme, layout, seenOf }, x, y, width, height, row) {
  const other = layout.part.otherNext[row];
  if (seenOf !== "difference" || !other) return;
  context.fillStyle = theme.ink;
  context.fillRect(x + width * other.chosen[1] - 1, y - 2, 2, height + 4);
}

function drawChosen(frame, box, { chosen: [name, share], glosses }, y, rise, row) {
  const { context, placed, layout, theme } = frame, high = Math.min(14, placed.pitch * filledShare(layout) * 0.8);
  const middle = y + placed.pitch * 0.45, bar = Math.min(120, box.width * 0.26);
  drawBar(frame, box.x, middle - high / 2, bar, high, share * rise, true);
  drawOtherShare(frame, box.x, middle - high / 2, bar, high, row);
  if (rise < 1) return;
  const lit = frame.selection.hovered ?? frame.selection.pinned;
  if (!isNamed(placed.pitch, row, lit?.side === "tgt" ? lit.row : null)) return;
  const font = `500 ${nameSize(placed.pitch) * 0.9}px ${theme.font}`, text = fitted(font, name, box.width - bar - 8);
  context.font = font;
  context.fillStyle = theme.ink;
  context.textAlign = "left";
  context.fillText(text, box.x + bar + 6, middle);
  drawGloss(frame, glosses.at(-1), box.x + bar + 12 + textWidth(font, text), box.x + box.width, middle);
}

/** Draw the meaning of a token after it, if there is room. */
function drawGloss({ context, theme }, gloss, x, end, middle) {
  const font = `11px ${theme.font}`;
  if (!gloss || textWidth(font, gloss) > end - x) return;
  context.font = font;
  context.fillStyle = theme.secondary;
  context.fillText(gloss, x, middle);
}

function drawLikeliest(frame, box, next, y, rise) {
  const { context, theme } = frame;
  context.font = `12.5px ${theme.font}`;
  listed(next).forEach(([name, share], place) => {
    const middle = y + middleOf(place), isChosen = name === next.chosen[0];
    drawBar(frame, box.x, middle - 5, 110, 10, share * rise, isChosen);
    context.fillStyle = isChosen ? theme.ink : theme.secondary;
    context.textAlign = "left";
    const meaning = next.glosses[place] ? ` (${next.glosses[place]})` : "";
    context.fillText(`${percentText(share)}  ${fitted(context.font, name + meaning, box.width - 180)}`, box.x + 118, middle);
  });
}
