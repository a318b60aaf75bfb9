// What is being drawn while the sentence goes through the model, in a sentence. Pure: tested without a browser.

import { sectionTitle } from "./names.js";
import { RISING, encoderSteps } from "./play.js";

const ENOUGH = 1e-6;

/** So many percent, in the digits that a bar can show. */
export function percentText(share) {
  return share >= 0.0005 ? `${(100 * share).toFixed(1)}%` : "<0.1%";
}

/** Words with their places filled in. */
export function filled(words, values) {
  return Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, () => String(value)), words);
}

/** The step that a time is in: at a whole one, the step that has just been drawn; -1 before the first. */
export function stageAt(time) {
  return Math.ceil(time - ENOUGH) - 1;
}

/**
 * The title of the step that is being drawn, and what happens there.
 * @param next what follows each token, in the forward that is looked at.
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

/** A token of the target: the first one sublayer by sublayer, and of each what follows it. */
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

/** The section that the front of a row of the target is in. */
function sectionUnder(part, placed, front) {
  const passed = placed.boxes.filter(({ column, x }) => column.side === "tgt" && x <= front).at(-1);
  return part.sections[passed ? passed.column.section : encoderSteps(part)];
}
