// A curve drawn by hand, and how far it is from the true one. Places along an axis and heights are shares of the axes in
// view, from 0 to 1. Pure.

/** How many points a sketch has, how far a key moves one, and with Shift. */
export const POINTS = 25;
const STEP = 0.02, LARGE_STEP = 0.1;

/** @returns {Prediction.Sketch} */
export function emptySketch() {
  return new Float64Array(POINTS).fill(NaN);
}

/** The share of an axis at which a point of a sketch is. @param {number} at */
export const shareOf = (at) => at / (POINTS - 1);

/** The point of a sketch that is nearest to a share of the axis. @param {number} share */
export const nearestTo = (share) => Math.max(0, Math.min(POINTS - 1, Math.round(share * (POINTS - 1))));

/** @param {number} share */
const inside = (share) => Math.max(0, Math.min(1, share));

/**
 * A sketch with a stroke from one point to another: each point between gets the height of the straight line.
 * @param {Prediction.Sketch} sketch @param {Picture.Point | null} from @param {Picture.Point} to both in shares
 */
export function stroked(sketch, from, to) {
  const next = sketch.slice(), end = nearestTo(to.x), start = from ? nearestTo(from.x) : end;
  const [low, high] = [Math.min(start, end), Math.max(start, end)];
  for (let at = low; at <= high; at++) {
    const share = start === end || !from ? 1 : (at - start) / (end - start);
    next[at] = inside((from?.y ?? to.y) * (1 - share) + to.y * share);
  }
  return next;
}

/** The height of a sketch at a point, also between two that are drawn; NaN beyond them. @param {Prediction.Sketch} sketch @param {number} at */
export function heightAt(sketch, at) {
  if (!Number.isNaN(sketch[at])) return sketch[at];
  let before = at, after = at;
  while (before >= 0 && Number.isNaN(sketch[before])) before -= 1;
  while (after < sketch.length && Number.isNaN(sketch[after])) after += 1;
  if (before < 0 || after >= sketch.length) return NaN;
  return sketch[before] + ((sketch[after] - sketch[before]) * (at - before)) / (after - before);
}

/** A sketch with the gaps between its points filled in. @param {Prediction.Sketch} sketch */
export function filled(sketch) {
  return sketch.map((_, at) => heightAt(sketch, at));
}

/**
 * What a key does: left and right go along the axis, up and down set the height there, at first that of the nearest
 * point before it; null for any other key.
 * @param {Prediction.Sketch} sketch @param {number} at @param {{key: string, shiftKey: boolean}} event
 */
export function keyed(sketch, at, { key, shiftKey }) {
  const last = POINTS - 1, way = { ArrowLeft: -1, ArrowRight: 1, Home: -last, End: last }[key];
  if (way) return { sketch, at: Math.max(0, Math.min(last, at + way)) };
  const up = { ArrowUp: 1, ArrowDown: -1 }[key];
  if (!up && key !== "Enter" && key !== " ") return null;
  const known = [...sketch.subarray(0, at + 1)].filter((one) => !Number.isNaN(one)).at(-1) ?? 0.5;
  const next = sketch.slice();
  next[at] = inside(known + (up ?? 0) * (shiftKey ? LARGE_STEP : STEP));
  return { sketch: next, at };
}

/** Whether enough is drawn to be compared: two points. @param {Prediction.Sketch} sketch */
export const isDrawn = (sketch) => sketch.filter((one) => !Number.isNaN(one)).length > 1;

/** A number as a share of an axis, and back. @param {Prediction.Span} span @param {number} value */
export function toShare({ from, to, isLog }, value) {
  const at = isLog ? (value > 0 ? Math.log10(value) : NaN) : value;
  return (at - from) / (to - from);
}

/** @param {Prediction.Span} span @param {number} share */
export function fromShare({ from, to, isLog }, share) {
  const at = from + share * (to - from);
  return isLog ? 10 ** at : at;
}

/**
 * The heights of a line at the points of a sketch, between two of its points on the straight line; NaN where it has none.
 * @param {Pick<Plot.Trace, "x" | "y">} line @param {Prediction.Span} xs @param {Prediction.Span} ys
 */
export function sampled({ x, y }, xs, ys) {
  const points = Array.from(x, (one, at) => ({ x: toShare(xs, Number(one)), y: y[at] === null ? NaN : toShare(ys, Number(y[at])) }));
  return Float64Array.from({ length: POINTS }, (_, at) => {
    const share = shareOf(at), after = points.findIndex((point) => point.x >= share - 1e-9);
    if (after < 0) return NaN;
    const to = points[after], from = points[after - 1];
    if (Math.abs(to.x - share) < 1e-9) return to.y;
    return from ? from.y + ((to.y - from.y) * (share - from.x)) / (to.x - from.x) : NaN;
  });
}

/**
 * How far a sketch is from the true line, as shares of the axis; a point that is not drawn is not right.
 * @param {Prediction.Sketch} sketch @param {Float64Array} truth @param {number} within @returns {import("./scores.js").Score}
 */
export function scoreOfSketch(sketch, truth, within) {
  const drawn = filled(sketch), places = [...truth.keys()].filter((at) => !Number.isNaN(truth[at]));
  const gaps = places.flatMap((at) => (Number.isNaN(drawn[at]) ? [] : [Math.abs(drawn[at] - truth[at])]));
  const gap = gaps.reduce((all, one) => all + one, 0) / (gaps.length || 1), count = places.length;
  const right = gaps.filter((one) => one <= within + 1e-9).length, percent = (/** @type {number} */ share) => Math.round(1000 * share) / 10;
  return {
    isRight: gaps.length === count && gap <= within, share: right / (count || 1), gap, text: "predict_curve",
    params: { gap: percent(gap), within: percent(within), right, count },
  };
}
