// The way of a sentence through the model, step by step: the encoder layer by layer, then the decoder word by word.
// Pure: tested without a browser. A time is a number of steps; what is between two steps is on its way.

/** The steps before the first word: the embedding, each sublayer of the encoder, the memory. */
export function encoderSteps(part) {
  return part.sections.filter(({ stack }) => stack === "encoder").length;
}

export function lastStep(part) {
  return encoderSteps(part) + part.tgt.labels.length;
}

/**
 * What can be seen at a time: of the encoder all up to the section `src` (with a share of it), of the decoder the
 * words before `row` whole, and of that word a `share` of its way.
 */
export function seenAt(part, time) {
  const steps = encoderSteps(part), word = time - steps;
  if (time >= lastStep(part)) return { isAll: true, src: steps, row: part.tgt.labels.length, share: 0 };
  if (word < 0) return { isAll: false, src: time, row: -1, share: 0 };
  return { isAll: false, src: steps, row: Math.floor(word), share: word - Math.floor(word) };
}

/** How far along x the encoder can be seen. */
export function encoderEnd(layout, placed, seen) {
  const steps = encoderSteps(layout.part);
  if (seen.src >= steps) return Infinity;
  const { stack, edges } = sectionEdges(layout, placed, Math.floor(seen.src));
  return stack === "encoder" ? edges.left + (edges.right - edges.left) * (seen.src - Math.floor(seen.src)) : 0;
}

function sectionEdges(layout, placed, number) {
  const own = placed.boxes.filter(({ column }) => column.section === number && column.side === "src");
  const left = own.length ? own[0].x : 0, last = own.at(-1);
  return { stack: layout.part.sections[number].stack, edges: { left, right: last ? last.x + last.width : 0 } };
}

/** How much of the next word's bars stands: they rise in the last fifth of a word's way. */
export const RISING = 0.82;

/** Of each row of the target, how far along x it can be seen, and how high its bars are. */
export function rowSeen(seen, row, width) {
  if (seen.isAll || row < seen.row) return { until: Infinity, rise: 1 };
  if (row > seen.row) return { until: -1, rise: 0 };
  return { until: width * Math.min(1, seen.share / RISING), rise: Math.max(0, (seen.share - RISING) / (1 - RISING)) };
}

/** The next whole step, back or on. */
export function stepped(part, time, by) {
  const at = by > 0 ? Math.floor(time + 1e-6) + 1 : Math.ceil(time - 1e-6) - 1;
  return Math.max(0, Math.min(lastStep(part), at));
}

/** The first word is followed through each sublayer of the decoder, so that these can be read about. */
const LAYER = 1.1, WORD = 1.3, LONGEST_WORD = 8;

/** Seconds that a step takes at speed 1: a word is read more slowly than a layer is passed. */
export function secondsOf(part, time) {
  const steps = encoderSteps(part);
  if (time < steps) return LAYER;
  return time < steps + 1 ? Math.max(WORD, Math.min(LONGEST_WORD, LAYER * (part.sections.length - steps))) : WORD;
}

/** A later time, after so many seconds at a speed. */
export function later(part, time, seconds, speed) {
  return Math.min(lastStep(part), time + (seconds * speed) / secondsOf(part, time));
}
