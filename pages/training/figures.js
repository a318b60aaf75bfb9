// The curves of one run or two: laid out by Python, filled with the numbers recorded so far.

import { column, layerColumn, recordAt } from "./records.js";

const LOOKS = { held_out: { dash: "solid", width: 2.8 }, training: { dash: "dot", width: 1.8 } };
/** The lines of layers, and of the layers of the other run. */
const SOLID = { dash: "solid", width: 2.2 }, DASHED = { dash: "dash", width: 2.2 };
/** The colour of the shown step, and of legend entries that stand for lines of every colour. */
export const NEUTRAL = "#818a9b";
/**
 * The curves of the figure "learning": a column, its axis, and the sentences it is measured on.
 * @type {[what: keyof Training.Measures, axis: "y" | "y2", part: keyof typeof LOOKS][]}
 */
const LEARNING = [
  ["loss", "y", "training"], ["held_out_loss", "y", "held_out"], ["exact", "y2", "training"], ["held_out_exact", "y2", "held_out"],
];
const FADED = 0.55;

/**
 * @param {string} name @param {number[]} x @param {(number | null)[]} y
 * @param {{line: Plot.Look, yaxis?: string, opacity?: number}} looks @returns {Plot.Trace}
 */
function line(name, x, y, looks) {
  return {
    type: "scatter", mode: "lines", x, y, name, hovertemplate: "%{x:,} · %{y:.4g}<extra>%{fullData.name}</extra>",
    line: { simplify: false, ...looks.line }, opacity: looks.opacity ?? 1, yaxis: looks.yaxis ?? "y",
  };
}

/** @param {Share.Mark[]} points @returns {Plot.Trace[]} */
function markers(points) {
  return ["y", "y2"].flatMap((axis) => {
    const own = points.filter((point) => point.axis === axis);
    return own.length ? [{
      type: "scatter", mode: "markers", x: own.map(({ x }) => x), y: own.map(({ y }) => y), yaxis: axis, hoverinfo: "skip",
      marker: { size: 8, color: own.map(({ colour }) => colour) }, cliponaxis: false,
    }] : [];
  });
}

/** @param {number} step @param {Plot.Layout} layout @returns {Plot.Layout} */
function plumbLine(step, layout) {
  const shape = { type: "line", x0: step, x1: step, y0: 0, y1: 1, yref: "paper", line: { color: NEUTRAL, width: 1, dash: "dot" } };
  return { ...layout, shapes: [...(layout.shapes ?? []), shape] };
}

/** Loss and exact match of every run. @param {Training.Figures["learning"]} figure @param {Training.DrawnRun[]} runs @returns {Plot.Figure} */
function learningCurves({ names, layout, floors, floorColour }, runs) {
  const data = runs.flatMap(({ records, colour, name }) => LEARNING.map(([what, axis, part]) => {
    const looks = { line: { color: colour, ...LOOKS[part] }, yaxis: axis };
    return line(`${names[part]}${name}`, [...records.steps], column(records, what), looks);
  }));
  const isAlone = runs.length === 1;
  const kinds = Object.entries(LOOKS).map(([part, looks]) => ({ name: names[part], colour: isAlone ? runs[0].colour : NEUTRAL, ...looks }));
  const own = isAlone ? [] : runs.map(({ label, colour }) => ({ name: label, colour, ...LOOKS.held_out }));
  const below = floors.map(({ name, dash }) => ({ name, colour: floorColour, dash, width: 1.5 }));
  return { data, layout, legend: [...own, ...kinds, ...below] };
}

/**
 * A logarithmic axis over whole powers of ten, at least two of them: both its ends are labelled, and it stays as it is
 * while most new numbers come.
 * @param {Plot.Layout} layout @param {Plot.Trace[]} data @returns {Plot.Layout}
 */
function overDecades(layout, data) {
  let low = Infinity, high = -Infinity;
  for (const { y } of data) {
    for (const value of Array.from(y)) {
      if (!value) continue;
      low = Math.min(low, Math.floor(Math.log10(value)));
      high = Math.max(high, Math.ceil(Math.log10(value)));
    }
  }
  if (low > high) return layout;
  return { ...layout, yaxis: { ...layout.yaxis, range: [low, Math.max(high, low + 1)] } };
}

/**
 * Norms by layer; those of the other run are faded.
 * @param {Training.LayersFigure} figure @param {Training.DrawnRun[]} runs @param {"gradients" | "updates"} what @returns {Plot.Figure}
 */
function layersCurves({ names, colours, layout }, runs, what) {
  const data = runs.flatMap(({ records, layers, name, isOther }) => layers.map((layer, place) => line(
    `${names[layer] ?? layer}${name}`, [...records.steps], layerColumn(records, what, place),
    { line: { color: colours[place % colours.length], ...(isOther ? DASHED : SOLID) }, opacity: isOther ? FADED : 1 },
  )));
  const [layers] = runs.map((run) => run.layers).sort((one, other) => other.length - one.length);
  const kinds = layers.map((layer, place) => ({ name: names[layer] ?? layer, colour: colours[place % colours.length], ...SOLID }));
  const own = runs.length === 1 ? [] : runs.map(({ label, isOther }) => ({ name: label, colour: NEUTRAL, ...(isOther ? DASHED : SOLID) }));
  return { data, layout: overDecades(layout, data), legend: [...own, ...kinds] };
}

/** What the best heads give to the tokens that they are measured by. @param {Training.LayersFigure} figure @param {Training.DrawnRun[]} runs @returns {Plot.Figure} */
function headCurves({ names, colours, layout }, runs) {
  const scores = Object.entries(names);
  const data = runs.flatMap(({ records, name, isOther }) => scores.map(([what, label], place) => line(
    `${label}${name}`, [...records.steps], records.all.map((one) => one.scores?.[what] ?? null), { line: { color: colours[place], ...(isOther ? DASHED : SOLID) } },
  )));
  const kinds = scores.map(([, label], place) => ({ name: label, colour: colours[place], ...SOLID }));
  const own = runs.length === 1 ? [] : runs.map(({ label, isOther }) => ({ name: label, colour: NEUTRAL, ...(isOther ? DASHED : SOLID) }));
  return { data, layout, legend: [...own, ...kinds] };
}

/** The schedule as computed by Python. @param {Training.Figures["rate"]} figure @returns {Plot.Figure} */
function rateCurves({ data, layout }) {
  return { data, layout };
}

/** What is marked at a step: a column and its axis. @type {Partial<Record<Training.Chart, [what: keyof Training.Measures, axis: "y" | "y2", ...unknown[]][]>>} */
const MARKED = { learning: LEARNING, rate: [["learning_rate", "y"]] };

/**
 * The curves of the chosen chart without marks, and legend entries where their names are not enough.
 * @param {Pick<Training.PicturePart, "chart" | "figures">} part @param {Training.DrawnRun[]} runs
 */
export function curvesOf({ chart, figures }, runs) {
  if (chart === "learning") return learningCurves(figures.learning, runs);
  if (chart === "heads") return headCurves(figures.heads, runs);
  return chart === "rate" ? rateCurves(figures.rate) : layersCurves(figures[chart], runs, chart);
}

/**
 * The points of each run's curves at a step, where they have one.
 * @param {Pick<Training.PicturePart, "chart">} part @param {Training.DrawnRun[]} runs @param {number} step
 */
export function marksOf({ chart }, runs, step) {
  return runs.flatMap(({ records, colour }) => {
    const here = recordAt(records, step);
    return (here ? MARKED[chart] ?? [] : []).flatMap(([what, axis]) => {
      const y = here?.[what] ?? null;
      return here && y !== null ? [{ x: here.step, y, axis, colour }] : [];
    });
  });
}

/**
 * The chosen chart with the shown step marked on it.
 * @param {Pick<Training.PicturePart, "chart" | "figures">} part @param {Training.DrawnRun[]} runs @param {number} step
 */
export function figureOf(part, runs, step) {
  const { data, layout, legend } = curvesOf(part, runs);
  return { legend, data: [...data, ...markers(marksOf(part, runs, step))], layout: plumbLine(step, layout) };
}
