// The curves of one run or two: what Python laid out, filled with the numbers recorded so far.

import { column, layerColumn, recordAt } from "./records.js";

const DASHES = { training: "dot", held_out: "solid" };
/** What stands in the figure "learning": a column, its axis, and which sentences it is of. */
const LEARNING = [
  ["loss", "y", "training"], ["held_out_loss", "y", "held_out"], ["exact", "y2", "training"], ["held_out_exact", "y2", "held_out"],
];
const FADED = 0.55;

function line(name, x, y, looks) {
  return {
    type: "scatter", mode: "lines", x, y, name, hovertemplate: "%{x:,} · %{y:.4g}<extra>%{fullData.name}</extra>",
    line: { simplify: false, ...looks.line }, opacity: looks.opacity ?? 1, yaxis: looks.yaxis ?? "y",
  };
}

function markers(points) {
  return ["y", "y2"].flatMap((axis) => {
    const own = points.filter((point) => point.axis === axis);
    return own.length ? [{
      type: "scatter", mode: "markers", x: own.map(({ x }) => x), y: own.map(({ y }) => y), yaxis: axis, hoverinfo: "skip",
      marker: { size: 8, color: own.map(({ colour }) => colour) }, cliponaxis: false,
    }] : [];
  });
}

function plumbLine(step, layout) {
  const shape = { type: "line", x0: step, x1: step, y0: 0, y1: 1, yref: "paper", line: { color: "#818a9b", width: 1, dash: "dot" } };
  return { ...layout, shapes: [...(layout.shapes ?? []), shape] };
}

/** Loss and exact match of every run. */
function learningCurves({ names, layout }, runs) {
  const data = runs.flatMap(({ records, colour, name }) => LEARNING.map(([what, axis, part]) => {
    const looks = { line: { color: colour, width: part === "training" ? 1.8 : 2.8, dash: DASHES[part] }, yaxis: axis };
    return line(`${names[part]}${name}`, [...records.steps], column(records, what), looks);
  }));
  return { data, layout };
}

/** Norms by layer; those of another run fade behind. */
function layersCurves({ names, colours, layout }, runs, what) {
  const data = runs.flatMap(({ records, layers, name, isOther }) => layers.map((layer, place) => line(
    `${names[layer] ?? layer}${name}`, [...records.steps], layerColumn(records, what, place),
    { line: { color: colours[place % colours.length], width: 2.2, dash: isOther ? "dash" : "solid" }, opacity: isOther ? FADED : 1 },
  )));
  return { data, layout };
}

/** The schedule as it is given. */
function rateCurves({ data, layout }) {
  return { data, layout };
}

const CURVES = { learning: learningCurves, rate: rateCurves, gradients: layersCurves, updates: layersCurves };
/** What is marked at a step: a column, and its axis. */
const MARKED = { learning: LEARNING, rate: [["learning_rate", "y"]] };

/** The curves of the chosen chart, with nothing marked on them. */
export function curvesOf({ chart, figures }, runs) {
  return CURVES[chart](figures[chart], runs, chart);
}

/** Where the curves of each run are at a step: {x, y, axis, colour} each. */
export function marksOf({ chart }, runs, step) {
  return runs.flatMap(({ records, colour }) => {
    const here = recordAt(records, step), marked = here ? MARKED[chart] ?? [] : [];
    return marked.map(([what, axis]) => ({ x: here.step, y: here[what], axis, colour }));
  });
}

/** The chosen chart with the shown step marked on it. */
export function figureOf(part, runs, step) {
  const { data, layout } = curvesOf(part, runs);
  return { data: [...data, ...markers(marksOf(part, runs, step))], layout: plumbLine(step, layout) };
}
