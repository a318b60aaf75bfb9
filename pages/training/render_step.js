// Fills the parts of the picture for one step: curves, attention and written text.

import { filledItem, filledLines, weightsOf } from "./attention.js";
import { figureOf } from "./figures.js";
import { createRecords, recordAt } from "./records.js";

/**
 * The runs in the form that the figures use: the page's own run first, then the compared one.
 * @param {Training.Side[]} sides @returns {Training.DrawnRun[]}
 */
export function drawnRuns(sides) {
  return sides.map(({ run, colour, name }, place) => ({
    records: run.records, layers: run.layers, colour, label: name, name: sides.length > 1 ? ` · ${name}` : "", isOther: place > 0,
  }));
}

/**
 * Shows the chosen figure with everything recorded, and marks the step.
 * @param {Training.PicturePart} part @param {Training.Parts["curves"]} curves @param {Training.Side[]} sides @param {number} step @param {number} height
 */
export function showCurves(part, curves, sides, step, height) {
  const { layout, ...figure } = figureOf(part, drawnRuns(sides), step);
  const [, name] = part.choices.chart.find(([one]) => one === part.chart) ?? ["", ""];
  curves.show({ id: part.chart, name, click: "step", figure: { ...figure, layout: { ...layout, height } } });
}

/**
 * The attention of the example at a step: lines of the page's own run, or matrices of every run on the same task.
 * @param {Pick<Training.PicturePart, "lines" | "words" | "items" | "untrained">} part @param {{run: {records: Training.Records}}[]} sides
 * @param {number} step @param {Picture.Size | null} [room] @returns {Training.Attention}
 */
export function attentionAt(part, sides, step, room = null) {
  const records = sides.map(({ run }) => recordAt(run.records, step));
  if (part.lines) return { lines: filledLines(part.words, weightsOf(records[0], part.untrained.attention, part.words.name)) };
  return { items: part.items.map((item) => filledItem(item, allWeights(item, records, part), room)) };
}

/**
 * The attention of the user's own input, instead of the example.
 * @param {Training.PicturePart} part @param {Training.OwnInput} own @param {Picture.Size | null} room
 */
function ownAttention(part, own, room) {
  const none = [{ run: { records: createRecords() } }];
  return attentionAt({ ...part, items: own.items, words: own.words, untrained: own }, none, own.step, room);
}

/**
 * @param {Training.PicturePart} part @param {Pick<Training.Parts, "board" | "lines">} parts @param {Training.Side[]} sides @param {number} step
 * @param {{own?: Training.OwnInput | null, room?: Picture.Size | null}} [options]
 */
export function showAttention(part, { board, lines }, sides, step, { own = null, room = null } = {}) {
  board.node.hidden = part.lines;
  lines.node.hidden = !part.lines;
  const filled = own ? ownAttention(part, own, room) : attentionAt(part, sides, step, room);
  if (filled.lines) lines.show(filled.lines);
  else board.show({ ...part.board, items: filled.items });
}

/**
 * All heads of a kind, layer by layer, of the page's own run and then of the compared one.
 * @param {Training.Item} item @param {(Training.RunRecord | null)[]} records @param {Pick<Training.PicturePart, "untrained">} part
 */
function allWeights({ names, shape }, records, { untrained }) {
  const joined = new Float32Array(shape.reduce((product, size) => product * size, 1));
  let at = 0;
  for (const [side, name] of names) {
    const one = weightsOf(records[side], untrained.attention, name);
    joined.set(one, at);
    at += one.length;
  }
  return joined;
}

/**
 * What each run on this task writes at a step, the page's own run first.
 * @param {Training.PicturePart} part @param {Training.Side[]} sides @param {number} step @returns {Training.Written[]}
 */
export function writtenAt(part, sides, step) {
  const { strings, runs } = part, alike = sides.filter(({ isAlike }) => isAlike), areTwo = alike.length > 1;
  return alike.map(({ run, colour }, place) => {
    const record = recordAt(run.records, step);
    const title = titleAt(strings, record?.step ?? 0, areTwo ? runs[place] : "");
    return { title, written: record?.predicted ?? part.untrained.predicted, colour: areTwo ? colour : "" };
  });
}

/** A title that names the step, and the run if there are two. @param {Training.Texts} strings @param {number} step @param {string} run */
function titleAt(strings, step, run) {
  const name = `${run ? "run_" : ""}wrote${step ? "" : "_untrained"}`;
  return strings[name].replace("{step}", step.toLocaleString("en")).replace("{run}", run);
}

/**
 * @param {Training.PicturePart} part @param {Training.Parts["prediction"]} prediction @param {Training.Side[]} sides @param {number} step
 * @param {Training.OwnInput | null} [own] what is shown of the user's own input, instead of the example
 */
export function showPrediction(part, prediction, sides, step, own = null) {
  const { strings, glosses } = part, { source, due } = own ?? part;
  if (part.isText) {
    const whole = (/** @type {string[]} */ tokens) => [tokens.join("").replace(/\n/g, " ⏎ ")];
    const told = own ? [{ title: titleAt(strings, own.step, ""), written: own.predicted, colour: "" }] : writtenAt(part, sides, step);
    prediction.show({ source: whole(source), due: null, lines: told.map((one) => ({ ...one, written: whole(one.written) })), strings, glosses });
    return;
  }
  const lines = own ? [{ title: titleAt(strings, own.step, ""), written: own.predicted, colour: "" }] : writtenAt(part, sides, step);
  prediction.show({ source, due, lines, strings, glosses });
}
