// The frames of a run's video at each recorded step: the chosen curves and attention, and the written text.

import { curvesOf, marksOf } from "./figures.js";
import { compared } from "./prediction.js";
import { attentionAt, drawnRuns, writtenAt } from "./render_step.js";

/**
 * Input and output at a step as rows of tokens, marked as right or wrong.
 * @param {Training.PicturePart} part @param {Training.Side[]} sides @param {number} step @returns {Share.TokenRow[]}
 */
export function rowsAt(part, sides, step) {
  /** @type {Share.TokenRow} */
  const input = { title: part.strings.input, tokens: part.source.map((text) => ({ text })), colour: "", isWhole: false };
  const rows = writtenAt(part, sides, step).map(({ title, written, colour }) => ({ title, colour, ...compared(written, part.due) }));
  const withGlosses = (/** @type {Share.Token[]} */ tokens) => tokens.map((token) => ({ ...token, gloss: part.glosses[token.text] }));
  return [input, ...rows].map((row) => ({ ...row, tokens: withGlosses(row.tokens) }));
}

/**
 * The runs as recorded so far, for a video; `pin` and `pins` as on the page.
 * @param {Training.PicturePart} part @param {Training.Side[]} sides @param {number[]} steps
 * @param {{pin: Matrices.Pin | null, pins: Set<string>}} pinned @returns {Share.Run}
 */
export function runFrames(part, sides, steps, { pin, pins }) {
  const runs = drawnRuns(sides);
  return {
    steps: [...steps],
    curves: curvesOf(part, runs),
    marksAt: (step) => marksOf(part, runs, step),
    attentionAt(step) {
      const { items, lines } = attentionAt(part, sides, step);
      return lines ? { kind: "lines", view: { data: lines, pins } } : { kind: "board", board: { items: items ?? [], pin } };
    },
    rowsAt: (step) => rowsAt(part, sides, step),
    stepText: (step) => part.strings.of_step.replace("{step}", step.toLocaleString("en")),
  };
}
