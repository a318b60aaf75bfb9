// How the parts of the picture are filled for one step: curves, attention, what is written.

import { filledItem, filledLines, weightsOf } from "./attention.js";
import { layersFigure, learningFigure, rateFigure } from "./figures.js";
import { recordAt } from "./records.js";

function figureOf({ chart, figures }, runs, step) {
  if (chart === "learning") return learningFigure(figures.learning, runs, step);
  return chart === "rate" ? rateFigure(figures.rate, runs, step) : layersFigure(figures[chart], runs, step, chart);
}

/** The chosen figure with all that is recorded, the step marked on it. */
export function showCurves(part, curves, sides, step, height) {
  const runs = sides.map(({ run, colour, name }, place) => ({
    records: run.records, layers: run.layers, colour, name: sides.length > 1 ? ` · ${name}` : "", isOther: place > 0,
  }));
  const { data, layout } = figureOf(part, runs, step);
  const [, name] = part.choices.chart.find(([one]) => one === part.chart);
  curves.show({ id: part.chart, name, click: "step", figure: { data, layout: { ...layout, height } } });
}

/** The attention of the example: matrices of every run on the same task, or lines of the own one. */
export function showAttention(part, { board, lines }, sides, step) {
  board.node.hidden = part.lines;
  lines.node.hidden = !part.lines;
  const records = sides.map(({ run }) => recordAt(run.records, step));
  if (part.lines) {
    lines.show(filledLines(part.words, weightsOf(records[0], part.untrained.attention, part.words.name)));
    return;
  }
  const items = part.items.map((item) => filledItem(item, allWeights(item, records, part)));
  board.show({ ...part.board, items });
}

/** All heads of a kind, layer by layer, of the own run and then of the one beside it. */
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

/** What each run on this task writes, the own one first. */
export function showPrediction(part, prediction, sides, step) {
  const { strings, source, due } = part, alike = sides.filter(({ isAlike }) => isAlike);
  const lines = alike.map(({ run, colour, name }) => {
    const record = recordAt(run.records, step);
    const title = record?.step ? strings.wrote.replace("{step}", record.step.toLocaleString("en")) : strings.wrote_untrained;
    return { title: alike.length > 1 ? name : title, written: record?.predicted ?? part.untrained.predicted, colour: alike.length > 1 ? colour : "" };
  });
  prediction.show({ source, due, lines, strings });
}
