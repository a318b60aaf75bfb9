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

function plumbLine(step, { layout }) {
  const shape = { type: "line", x0: step, x1: step, y0: 0, y1: 1, yref: "paper", line: { color: "#818a9b", width: 1, dash: "dot" } };
  return { ...layout, shapes: [...(layout.shapes ?? []), shape] };
}

/** Loss and exact match of every run, with the shown step marked. */
export function learningFigure(template, runs, step) {
  const points = [];
  const data = runs.flatMap(({ records, colour, name }) => LEARNING.map(([what, axis, part]) => {
    const here = recordAt(records, step);
    if (here) points.push({ x: here.step, y: here[what], axis, colour });
    const looks = { line: { color: colour, width: part === "training" ? 1.8 : 2.8, dash: DASHES[part] }, yaxis: axis };
    return line(`${template.names[part]}${name}`, [...records.steps], column(records, what), looks);
  }));
  return { data: [...data, ...markers(points)], layout: plumbLine(step, template) };
}

/** Norms by layer; those of another run fade behind. */
export function layersFigure(template, runs, step, what) {
  const data = runs.flatMap(({ records, layers, name, isOther }) => layers.map((layer, place) => line(
    `${template.names[layer] ?? layer}${name}`, [...records.steps], layerColumn(records, what, place),
    { line: { color: template.colours[place % template.colours.length], width: 2.2, dash: isOther ? "dash" : "solid" }, opacity: isOther ? FADED : 1 },
  )));
  return { data, layout: plumbLine(step, template) };
}

/** The schedule as it is given, with the shown step on it. */
export function rateFigure(template, runs, step) {
  const points = runs.flatMap(({ records, colour }) => {
    const here = recordAt(records, step);
    return here ? [{ x: here.step, y: here.learning_rate, axis: "y", colour }] : [];
  });
  return { data: [...template.data, ...markers(points)], layout: plumbLine(step, template) };
}
