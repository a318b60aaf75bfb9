// A curve with a class: what is asked and answered, and all drawings over each other. Pure, of figures.

import { linesIn, onAxis, xSpan, ySpan } from "./curve_veil.js";
import { emptySketch, filled, fromShare, sampled, shareOf } from "./sketch.js";
import { said } from "./words.js";

/** The colours of the class's drawings and of the true line, legible in light and dark. */
const THEIRS = "rgba(96, 120, 214, ", RIGHT = "#1f8a4c";

/** The points of a sketch at which a line has numbers. @param {Plot.Figure} figure @param {number} line */
export function askedPoints(figure, line) {
  const truth = sampled(figure.data[line], xSpan(figure), ySpan(figure));
  return [...truth.keys()].filter((at) => Number.isFinite(truth[at]));
}

/** @param {Plot.Figure} figure @param {string} curve @param {Prediction.CurveQuestion} question @param {Matrices.Strings} strings @param {string} [text] @returns {Prediction.Asking} */
export function curveAsking(figure, curve, { line, within }, strings, text) {
  const truth = sampled(figure.data[line], xSpan(figure), ySpan(figure)), right = askedPoints(figure, line).map((at) => truth[at]);
  const request = { curve, kind: /** @type {const} */ ("curve"), line: linesIn(figure).indexOf(line) + 1, within }, { name } = figure.data[line];
  return {
    kind: "curve", text: text || said(strings, name ? "predict_class_curve" : "predict_class_one_curve", { line: String(name ?? "") }),
    subject: { request }, options: [], size: right.length, columns: 0, right, tolerance: within,
  };
}

/** What somebody drew, at the points that are asked; null where some of it is missing. @param {Plot.Figure} figure @param {number} line @param {Prediction.Sketch} sketch */
export function curveAnswer(figure, line, sketch) {
  const drawn = filled(sketch), heights = askedPoints(figure, line).map((at) => drawn[at]);
  return heights.some(Number.isNaN) ? null : heights;
}

/** The sketch of what somebody drew before; an empty one if other points are asked now. @param {Plot.Figure} figure @param {number} line @param {number[]} answer */
export function sketchBefore(figure, line, answer) {
  const sketch = emptySketch(), points = askedPoints(figure, line);
  if (answer.length === points.length) points.forEach((at, place) => { sketch[at] = answer[place]; });
  return sketch;
}

/**
 * A figure with what a class drew; of the asked line only what is shown.
 * @param {Plot.Figure} figure @param {Plot.Figure} veiled @param {number} line @param {Prediction.Crowd} crowd
 */
export function crowdFigure(figure, veiled, line, { drawn, truth }) {
  const xs = xSpan(figure), ys = ySpan(figure), x = askedPoints(figure, line).map((at) => fromShare(xs, shareOf(at)));
  const colour = `${THEIRS}${Math.max(0.15, Math.min(0.7, 7 / Math.max(1, drawn.length)))})`;
  const theirs = drawn.map((heights) => ({ type: "scatter", mode: "lines", x, y: heights.map((one) => fromShare(ys, one)), line: { color: colour, width: 1.5 }, hoverinfo: "skip", showlegend: false, name: "" }));
  const right = truth ? [{ ...figure.data[line], line: { ...figure.data[line].line, color: RIGHT, width: 4 } }] : [];
  return onAxis(figure, ys, [...(truth ? figure.data.filter((_, place) => place !== line) : veiled.data), ...theirs, ...right]);
}
