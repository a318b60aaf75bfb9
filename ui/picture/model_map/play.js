// Playback of a sentence through the model: the encoder layer by layer, then the decoder word by word.
// Pure: tested without a browser. Time is measured in steps; a fractional time is partway through a step.

/** The number of steps before the first word: the embedding, each sublayer of the encoder, the memory. @param {ModelMap.Part} part */
export function encoderSteps(part) {
  return part.sections.filter(({ stack }) => stack === "encoder").length;
}

/** @param {ModelMap.Part} part */
export function lastStep(part) {
  return encoderSteps(part) + part.tgt.labels.length;
}

/**
 * What is visible at a time: the encoder up to section `src` (fractional: part of that section), the decoder's rows
 * before `row` in full, and the fraction `share` of row `row`.
 * @param {ModelMap.Part} part @param {number} time
 */
export function seenAt(part, time) {
  const steps = encoderSteps(part), word = time - steps;
  if (time >= lastStep(part)) return { isAll: true, src: steps, row: part.tgt.labels.length, share: 0 };
  if (word < 0) return { isAll: false, src: time, row: -1, share: 0 };
  return { isAll: false, src: steps, row: Math.floor(word), share: word - Math.floor(word) };
}

/**
 * The x coordinate up to which the encoder is visible.
 * @param {ModelMap.Layout} layout @param {ModelMap.Placed} placed @param {ModelMap.Progress} seen
 */
export function encoderEnd(layout, placed, seen) {
  const steps = encoderSteps(layout.part);
  if (seen.src >= steps) return Infinity;
  const { stack, edges } = sectionEdges(layout, placed, Math.floor(seen.src));
  return stack === "encoder" ? edges.left + (edges.right - edges.left) * (seen.src - Math.floor(seen.src)) : 0;
}

/** @param {ModelMap.Layout} layout @param {ModelMap.Placed} placed @param {number} number */
function sectionEdges(layout, placed, number) {
  const own = placed.boxes.filter(({ column }) => column.section === number && column.side === "src");
  const left = own.length ? own[0].x : 0, last = own.at(-1);
  return { stack: layout.part.sections[number].stack, edges: { left, right: last ? last.x + last.width : 0 } };
}

/** The share of a word's step after which the bars of its next tokens rise. */
export const RISING = 0.82;

/**
 * How far along x a row of the target is visible (`until`), and how high its bars are (`rise`, 0 to 1).
 * @param {ModelMap.Progress} seen @param {number} row @param {number} width
 */
export function rowSeen(seen, row, width) {
  if (seen.isAll || row < seen.row) return { until: Infinity, rise: 1 };
  if (row > seen.row) return { until: -1, rise: 0 };
  return { until: width * Math.min(1, seen.share / RISING), rise: Math.max(0, (seen.share - RISING) / (1 - RISING)) };
}

/** The next whole step, backwards or forwards. @param {ModelMap.Part} part @param {number} time @param {number} by */
export function stepped(part, time, by) {
  const at = by > 0 ? Math.floor(time + 1e-6) + 1 : Math.ceil(time - 1e-6) - 1;
  return Math.max(0, Math.min(lastStep(part), at));
}

/** Seconds. The first word takes longer: it passes each sublayer of the decoder slowly enough to read about it. */
const LAYER = 1.1, WORD = 1.3, LONGEST_WORD = 24;
/** Seconds in which a letter of a caption can be read; a Korean syllable is worth two. */
const LETTER = 1 / 30;

/** The seconds that a caption takes to read. @param {string} caption */
export function readingSeconds(caption) {
  return LETTER * [...caption].reduce((count, letter) => count + (letter >= "가" && letter <= "힣" ? 2 : 1), 0);
}

/** The seconds of a section: as long as its caption takes to read where it is new, and less in a further layer. @param {ModelMap.Part} part @param {ModelMap.Section} section */
function secondsOfSection(part, section) {
  const caption = section.layer ? "" : (part.strings.narration[`${section.stack}_${section.part}`] ?? "");
  return Math.max(LAYER, readingSeconds(caption));
}

/** The seconds that a step takes at speed 1; a word takes longer than a layer. @param {ModelMap.Part} part @param {number} time */
export function secondsOf(part, time) {
  const steps = encoderSteps(part);
  if (time < steps) return secondsOfSection(part, part.sections[Math.floor(time)]);
  if (time >= steps + 1) return WORD;
  const all = part.sections.slice(steps).reduce((sum, section) => sum + secondsOfSection(part, section), 0);
  return Math.max(WORD, Math.min(LONGEST_WORD, all));
}

/** The time after `seconds` more at a speed. @param {ModelMap.Part} part @param {number} time @param {number} seconds @param {number} speed */
export function later(part, time, seconds, speed) {
  return Math.min(lastStep(part), time + (seconds * speed) / secondsOf(part, time));
}
