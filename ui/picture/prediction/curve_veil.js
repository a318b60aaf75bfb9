// Figures without their covered lines, on axes that do not give them away; and with both lines after revealing. Pure.

import { POINTS, filled, fromShare, shareOf } from "./sketch.js";

/** How much room the axis has beyond the line, as a share of it: the line does not tell where it ends. */
const ROOM = 0.15;
/** The colour of what was drawn, legible in light and dark. */
const YOURS = "#818a9b";
/** The least span of an axis without numbers. */
const NO_SPAN = 1;

/** The lines of a figure that can be predicted, by their place among its data. @param {Plot.Figure} figure */
export function linesIn({ data }) {
  return data.flatMap(({ mode, y, yaxis }, place) => (mode === "lines" && !yaxis && Array.from(y).filter((one) => one !== null).length > 1 ? [place] : []));
}

/**
 * The line that a lesson asks for, by its name or its number from 1: its place among the data, or null. Without a name, the first.
 * @param {Plot.Figure} figure @param {Prediction.Label} [name]
 */
export function lineIn(figure, name) {
  const places = linesIn(figure);
  const at = name === undefined ? 0 : typeof name === "number" ? name - 1 : places.findIndex((place) => figure.data[place].name === name);
  return places[at] ?? null;
}

/** @param {Plot.Axis | undefined} axis */
const isLog = (axis) => axis?.type === "log";

/** The smallest and the largest of numbers, in powers of ten on a logarithmic axis. @param {Iterable<number | null>} numbers @param {boolean} log */
function extentOf(numbers, log) {
  let [low, high] = [Infinity, -Infinity];
  for (const one of numbers) {
    const value = one === null ? NaN : log ? Math.log10(one) : one;
    if (!Number.isFinite(value)) continue;
    [low, high] = [Math.min(low, value), Math.max(high, value)];
  }
  return low > high ? [0, NO_SPAN] : [low, high];
}

/** The x axis in view. @param {Plot.Figure} figure @returns {Prediction.Span} */
export function xSpan({ data, layout }) {
  const axis = /** @type {Plot.Axis} */ (layout.xaxis ?? {}), range = /** @type {number[] | undefined} */ (axis.range);
  const [from, to] = range ?? extentOf(data.flatMap(({ x }) => Array.from(x)), isLog(axis));
  return { from, to, isLog: isLog(axis) };
}

/** A y axis with room above all lines, and below them unless they end at 0. @param {Plot.Figure} figure @returns {Prediction.Span} */
export function ySpan({ data, layout }) {
  const log = isLog(layout.yaxis), lines = data.filter(({ mode, yaxis }) => mode === "lines" && !yaxis);
  const [low, high] = extentOf(lines.flatMap(({ y }) => Array.from(y)), log), isZero = !log && layout.yaxis?.rangemode === "tozero" && low >= 0;
  const from = isZero ? 0 : low, room = (high - from || NO_SPAN) * ROOM;
  return { from: isZero ? 0 : low - room, to: high + room, isLog: log };
}

/** The figure on an axis that stays as it is. @param {Plot.Figure} figure @param {Prediction.Span} ys @param {Plot.Trace[]} data @param {object} [more] @returns {Plot.Figure} */
export function onAxis(figure, ys, data, more) {
  return { ...figure, data, layout: { ...figure.layout, yaxis: { ...figure.layout.yaxis, range: [ys.from, ys.to], autorange: false }, ...more } };
}

/**
 * A figure without covered lines, and without marks and labels, which are points of them.
 * @param {Plot.Figure} figure @param {number[]} covered
 */
export function veiledFigure(figure, covered) {
  const data = figure.data.flatMap((trace, place) => {
    if (trace.mode !== "lines") return [];
    return covered.includes(place) ? [{ ...trace, y: Array.from(trace.y, () => null), hoverinfo: "skip", hovertemplate: undefined }] : [trace];
  });
  return onAxis(figure, ySpan(figure), data, { annotations: [] });
}

/**
 * A figure with what was drawn next to the true line, and the area between them, hatched.
 * @param {Plot.Figure} figure @param {number} line @param {Prediction.Sketch} sketch @param {string} name of what was drawn
 */
export function revealedFigure(figure, line, sketch, name) {
  const xs = xSpan(figure), ys = ySpan(figure), drawn = filled(sketch), truth = figure.data[line];
  const places = Array.from({ length: POINTS }, (_, at) => at).filter((at) => !Number.isNaN(drawn[at]));
  const x = places.map((at) => fromShare(xs, shareOf(at))), y = places.map((at) => fromShare(ys, drawn[at]));
  const [first, last] = [x[0], x[x.length - 1]];
  const between = Array.from(truth.x, (one, at) => /** @type {[number, number | null]} */ ([Number(one), truth.y[at]])).filter(([one, value]) => one >= first && one <= last && value !== null).reverse();
  const area = {
    type: "scatter", mode: "none", fill: "toself", fillcolor: "rgba(201, 104, 27, .12)", fillpattern: { shape: "/", size: 8, solidity: 0.18, fgcolor: "#c9681b", bgcolor: "rgba(0,0,0,0)" },
    x: [...x, ...between.map(([one]) => one)], y: [...y, ...between.map(([, value]) => value)], hoverinfo: "skip", name: "",
  };
  const yours = { type: "scatter", mode: "lines+markers", x, y, name, line: { color: YOURS, width: 2, dash: "dash" }, marker: { size: 5, color: YOURS }, hovertemplate: "%{x:,} · %{y:.4g}<extra>%{fullData.name}</extra>" };
  return onAxis(figure, ys, [area, ...figure.data, yours]);
}
