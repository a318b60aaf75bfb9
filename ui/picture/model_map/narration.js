// The narration: describes the step that is being drawn during playback. Pure: tested without a browser.

import { sectionTitle } from "./names.js";
import { RISING, encoderSteps } from "./play.js";

const ENOUGH = 1e-6;

/** A share as a percentage, to the precision that a bar can show. */
export function percentText(share) {
  return share >= 0.0005 ? `${(100 * share).toFixed(1)}%` : "<0.1%";
}

/** Fill in the placeholders of a text. */
export function filled(words, values) {
  return Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, () => String(value)), words);
}

/** The step that a time falls in; at a whole time, the step that has just been drawn; -1 before the first. */
export function stageAt(time) {
  return Math.ceil(time - ENOUGH) - 1;
}

/**
 * The title of the step that is being drawn, and a text on what happens in it.
 * @param next the next tokens after each token, in the displayed forward pass.
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

/** The narration of a token of the target: the first one sublayer by sublayer, and for each its next token. */
function tokenAt(part, placed, row, share, next) {
  const { narration } = part.strings, token = filled(narration.token, { number: row + 1, count: part.next.length });
  const before = part.tgt.labels[row];
  if (share >= RISING - ENOUGH) {
    const [name, probability] = next[row].chosen;
    return { title: token, text: filled(narration.next, { before, token: name, probability: percentText(probability) }) };
  }
  if (row > 0) return { title: token, text: filled(narration.passes, { before }) };
  const section = sectionUnder(part, placed, (placed.width * share) / RISING), words = narration[`decoder_${section.part}`];
  return { title: `${token} · ${sectionTitle(part, section)}`, text: filled(words ?? "", { before }) };
}

/** The section that the drawing of a row of the target has reached. */
function sectionUnder(part, placed, front) {
  const passed = placed.boxes.filter(({ column, x }) => column.side === "tgt" && x <= front).at(-1);
  return part.sections[passed ? passed.column.section : encoderSteps(part)];
}
