// The titles above the rows and where each is written: layers, named blocks with their equations, columns. A text that
// does not fit is left out, and of a block its shape, its equation, then its name. The same list is drawn and pointed at.

import { textWidth } from "../text_width.js";
import { blocksIn } from "./blocks.js";
import { columnName, headOf } from "./draw_words.js";

const LEAST_NAME = 22, LEAST_BLOCK = 26;
/** The room between a text and the left edge of the window, and the next text on its line. */
const INSET = 6, APART = 10, CLOSE = 6;
/** The lines of a block above the names of the columns: its bracket, its equation, its name. */
export const BRACKET = 15, EQUATION = 20, NAME = 33;

/** @typedef {{block: ModelMap.NamedBlock, left: number, right: number, end: number}} BlockSpan where a block is, and where its texts end */

/** The height of letters below the line that they stand on. */
const BELOW = 4;

/**
 * Where a title that starts at `x` has to end: at what lies over the right edge of the map, or of the window.
 * @param {Pick<ModelMap.Scene, "view" | "layout">} frame @param {number} x
 */
function endFor({ view, layout }, x) {
  const end = view.right - (layout.room.aside ?? 0);
  return x < end ? end : view.right;
}

/**
 * Return whether a title is whole: not at the lower edge, and of the upper side not under what lies over the map.
 * @param {Pick<ModelMap.Scene, "view" | "layout">} frame @param {ModelMap.Title} title
 */
function isWhole({ view, layout }, { side, x, y }) {
  return y + BELOW <= view.bottom && (side === "tgt" || x < view.right - (layout.room.aside ?? 0));
}

/**
 * Return whether a column's titles are shown at this moment of playback.
 * @param {Pick<ModelMap.Scene, "seen" | "encoderEnd">} frame @param {ModelMap.Side} side @param {number} x
 */
function isStarted({ seen, encoderEnd }, side, x) {
  return side === "src" ? x <= encoderEnd : seen.isAll || seen.row >= 0;
}

/**
 * All titles in sight, as {kind, side, text, font, tone, x, y, width, ...what it names}.
 * @param {ModelMap.Scene} frame @param {ModelMap.Measure} [measure] @returns {ModelMap.Title[]}
 */
export function titlesIn(frame, measure = textWidth) {
  const all = [...layerTitles(frame, measure), ...blockTitles(frame, measure), ...columnTitles(frame, measure)];
  return all.filter((title) => isWhole(frame, title));
}

/**
 * The span of each layer, and of what comes before and after them, up to the next one on its side.
 * @param {Pick<ModelMap.Scene, "layout" | "placed">} frame
 */
function layerSpans({ layout, placed }) {
  /** @type {Map<string, ModelMap.Span & {section: ModelMap.Section, names: string[]}>} */
  const spans = new Map();
  const { strings, sections } = layout.part;
  for (const { column, x, width } of placed.boxes) {
    const section = sections[column.section];
    if (!section || column.side !== section.side || column.kind === "next") continue;
    const key = `${section.stack}.${section.layer ?? section.part}`, known = spans.get(key);
    if (known) known.right = x + width;
    else spans.set(key, { left: x, right: x + width, side: section.side, section, names: layerNames(strings, section) });
  }
  const all = [...spans.values()];
  all.forEach((span, place) => {
    const next = all.slice(place + 1).find(({ side }) => side === span.side);
    span.right = Math.max(span.right, next ? next.left - APART : placed.width);
  });
  return all;
}

/** @param {ModelMap.Strings} strings @param {ModelMap.Section} section */
export function layerNames(strings, { stack, part, layer }) {
  if (layer === null) return [strings.titles[`${stack}.${part}`] ?? strings.titles[part] ?? ""];
  return [strings.titles[stack], strings.titles.layer, strings.titles.layer_short].map((name) => name.replace("{number}", String(layer + 1)));
}

/** @param {ModelMap.Scene} frame @param {ModelMap.Measure} measure */
function layerTitles(frame, measure) {
  /** @type {ModelMap.Title[]} */
  const made = [];
  const { view, placed, theme } = frame, font = `600 13px ${theme.font}`;
  for (const { left, right, side, section, names } of layerSpans(frame)) {
    if (right < view.left || left > view.right) continue;
    // Layers to come are named from the start, in grey.
    const tone = isStarted(frame, side, left) ? "ink" : "secondary";
    const x = Math.max(left, view.left + INSET), room = Math.min(right, endFor(frame, x)) - x;
    const text = names.find((name) => measure(font, name) <= room);
    if (!text) continue;
    made.push({ kind: "layer", side, text, name: names[0], font, tone, x, y: headOf(frame, side) - placed.spaces.title, width: measure(font, text), section });
  }
  return made;
}

/**
 * Where each block is: from its first column to its last, and the room of its texts up to the next one.
 * @param {Pick<ModelMap.Scene, "layout" | "placed">} frame
 */
export function blockSpans({ layout, placed }) {
  /** @type {Map<ModelMap.NamedBlock, BlockSpan>} */
  const spans = new Map();
  /** @type {Map<ModelMap.Side, BlockSpan>} */
  const newest = new Map();
  const { of } = blocksIn(layout);
  for (const { column, x, width } of placed.boxes) {
    const block = of.get(column);
    if (column.isShared || (!block && column.kind !== "next")) continue;
    const before = newest.get(column.side);
    if (before && before.block !== block) before.end = Math.min(before.end, x - CLOSE);
    if (!block) continue;
    const span = spans.get(block) ?? { block, left: x, right: x, end: Infinity };
    span.right = x + width;
    spans.set(block, span);
    newest.set(column.side, span);
  }
  return [...spans.values()];
}

/** @param {ModelMap.Scene} frame @param {ModelMap.Measure} measure */
function blockTitles(frame, measure) {
  /** @type {ModelMap.Title[]} */
  const made = [];
  const { placed, view, theme, layout } = frame;
  if (!placed.hasBlocks) return made;
  const nameFont = `600 12px ${theme.font}`, font = `11.5px ${theme.font}`, { blocks } = layout.part.strings;
  for (const { block, left, right, end } of blockSpans(frame)) {
    const { side } = block;
    if (right < view.left || left > view.right || !isStarted(frame, side, left) || right - left < LEAST_BLOCK) continue;
    const x = Math.max(left, view.left + INSET), room = Math.min(end, endFor(frame, x), Math.max(right, x)) - x;
    const name = blocks[block.name] ?? "", short = blocks[`${block.name}_short`] ?? name;
    const text = [name, short].find((one) => measure(nameFont, one) <= room);
    if (!text) continue;
    const head = headOf(frame, side) - placed.spaces.name, bracket = { left: Math.max(left, view.left + 1), right: Math.min(right, view.right), y: head - BRACKET };
    made.push({ kind: "block", side, text, name, font: nameFont, tone: "ink", x, y: head - NAME, width: measure(nameFont, text), block, bracket });
    const below = belowName(block, room, font, measure);
    if (below) made.push({ kind: "block", side, text: below, name, font, tone: "secondary", x, y: head - EQUATION, width: measure(font, below), block });
  }
  return made;
}

/**
 * The line below a block's name: its equation and its shape, without what there is no room for.
 * @param {ModelMap.NamedBlock} block @param {number} room @param {string} font @param {ModelMap.Measure} measure
 */
function belowName({ equations, shape }, room, font, measure) {
  const forms = [...equations.map((equation) => `${equation}   ${shape}`), ...equations, shape];
  return forms.find((one) => measure(font, one) <= room) ?? "";
}

/** @param {ModelMap.Scene} frame @param {ModelMap.Measure} measure */
function columnTitles(frame, measure) {
  /** @type {ModelMap.Title[]} */
  const made = [];
  const { placed, layout, view, theme } = frame, { strings, tensors } = layout.part, font = `11.5px ${theme.font}`;
  if (!placed.isNamed) return made;
  for (const { column, x: left, width } of placed.boxes) {
    if (width < LEAST_NAME || left > view.right || left + width < view.left || column.place < 0) continue;
    if (!isStarted(frame, column.side, left)) continue;
    const text = column.kind === "lines" ? strings.tensors.lines : columnName(strings, tensors[column.place]);
    const x = Math.max(left, view.left + INSET), room = Math.min(left + width, endFor(frame, x)) - x, wide = measure(font, text);
    if (wide > room) continue;
    made.push({ kind: "column", side: column.side, text, name: text, font, tone: "secondary", x, y: headOf(frame, column.side) - placed.spaces.name, width: wide, column });
  }
  return made;
}

/** The title at a point of the map; null if there is none. @param {ModelMap.Title[]} titles @param {Picture.Point} point */
export function titleAt(titles, { x, y }) {
  return titles.find((one) => x >= one.x - 3 && x <= one.x + one.width + 3 && y <= one.y + 4 && y >= one.y - 11) ?? null;
}
