// The narration: describes the step that is being drawn during playback. Pure: tested without a browser.

import { withGloss } from "../glossed.js";
import { rowName, sectionTitle } from "./names.js";
import { RISING, encoderSteps } from "./play.js";
import { LEAST, headsOff, sizesOf } from "./ribbons.js";

const ENOUGH = 1e-6;

/** A share as a percentage, to the precision that a bar can show. @param {number} share */
export function percentText(share) {
  return share >= 0.0005 ? `${(100 * share).toFixed(1)}%` : "<0.1%";
}

/** Fill in the placeholders of a text. @param {string} words @param {Record<string, string | number>} values */
export function filled(words, values) {
  return Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, () => String(value)), words);
}

/** The step that a time falls in; at a whole time, the step that has just been drawn; -1 before the first. @param {number} time */
export function stageAt(time) {
  return Math.ceil(time - ENOUGH) - 1;
}

/**
 * The title of the step that is being drawn, and a text on what happens in it.
 * @param {ModelMap.Part} part @param {ModelMap.Placed} placed @param {number} time
 * @param {ModelMap.NextToken[]} [next] the next tokens after each token, in the displayed forward pass.
 */
export function narrationAt(part, placed, time, next = part.next) {
  const { narration } = part.strings, stage = stageAt(time), steps = encoderSteps(part);
  if (stage < 0) return { title: "", text: narration.start };
  if (stage < steps) {
    const section = part.sections[stage];
    return { title: sectionTitle(part, section), text: narration[`encoder_${section.part}`] ?? "" };
  }
  return tokenAt(part, placed, stage - steps, time - stage, next);
}

/**
 * The narration of a token of the target: the first one sublayer by sublayer, and for each its next token.
 * @param {ModelMap.Part} part @param {ModelMap.Placed} placed @param {number} row @param {number} share @param {ModelMap.NextToken[]} next
 */
function tokenAt(part, placed, row, share, next) {
  const { narration } = part.strings, token = filled(narration.token, { number: row + 1, count: part.next.length });
  const before = rowName(part.tgt, row);
  if (share >= RISING - ENOUGH) {
    const [, probability] = next[row].chosen;
    return { title: token, text: filled(narration.next, { before, token: tokenName(next[row]), probability: percentText(probability) }) };
  }
  if (row > 0) return { title: token, text: filled(narration.passes, { before }) };
  const section = sectionUnder(part, placed, (placed.width * share) / RISING), words = narration[`decoder_${section.part}`];
  return { title: `${token} · ${sectionTitle(part, section)}`, text: filled(words ?? "", { before }) };
}

/**
 * The section that the drawing of a row of the target has reached.
 * @param {ModelMap.Part} part @param {ModelMap.Placed} placed @param {number} front
 */
function sectionUnder(part, placed, front) {
  const passed = placed.boxes.filter(({ column, x }) => column.side === "tgt" && x <= front).at(-1);
  return part.sections[passed ? passed.column.section : encoderSteps(part)];
}

/**
 * The thickest line of the last cross-attention: {row, key, weight}, where `row` is a token of the target after the
 * first; null if there is none.
 * @param {ModelMap.Part} part @param {ModelMap.Tensor[]} tensors
 */
export function strongestPair(part, tensors) {
  const weights = tensors.findLast(({ name, own }) => own === "weights" && name.includes("cross_attention"));
  if (!weights) return null;
  const [heads, rows, keys] = sizesOf(weights), best = { row: -1, key: -1, weight: LEAST };
  const off = headsOff(part, weights);
  for (let at = 0; at < heads * rows * keys; at++) {
    const row = Math.floor(at / keys) % rows, weight = Math.abs(weights.values[at]), isDrawn = !off.includes(Math.floor(at / (keys * rows)));
    if (row > 0 && isDrawn && weight > best.weight) Object.assign(best, { row, key: at % keys, weight });
  }
  return best.row < 0 ? null : best;
}

/**
 * What the end of playback says of the row that is lit, and what to do then.
 * @param {ModelMap.Part} part @param {Pick<ModelMap.Pair, "row" | "key">} pair @param {ModelMap.NextToken[]} next @param {{hasSuggestions: boolean}} x
 */
export function endOf({ strings: { narration }, src, tgt }, { row, key }, next, { hasSuggestions }) {
  const ending = filled(narration.end, { row: rowName(tgt, row), next: tokenName(next[row]), word: rowName(src, key) });
  return `${ending} ${hasSuggestions ? narration.point_or_try : narration.point}`;
}

/** @param {ModelMap.NextToken} next */
function tokenName({ chosen: [name], glosses }) {
  return withGloss(name, glosses?.at(-1));
}
