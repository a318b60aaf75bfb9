// A small chart of one run: its loss above its exact match, on axes that all charts of a sweep share.

/** The bands of both measures in a chart of 100 by 100, from their top to their bottom. */
const LOSS = { top: 3, bottom: 58 }, EXACT = { top: 66, bottom: 97 };
const SVG = "http://www.w3.org/2000/svg";
/** @type {[what: keyof Training.Measures, isLoss: boolean, look: string][]} */
const CURVES = [["loss", true, "training"], ["held_out_loss", true, "held-out"], ["exact", false, "training"], ["held_out_exact", false, "held-out"]];

/**
 * The ends of the axes that several runs share: the most steps, and the largest loss, rounded up to two digits.
 * @param {{records: Training.Records, steps: number}[]} runs @returns {{steps: number, loss: number}}
 */
export function sharedAxes(runs) {
  let most = 0;
  for (const { records } of runs) for (const one of records.all) most = Math.max(most, one.loss ?? 0, one.held_out_loss ?? 0);
  const unit = most > 0 ? 10 ** (Math.floor(Math.log10(most)) - 1) : 1;
  return { steps: Math.max(1, ...runs.map(({ steps }) => steps)), loss: most > 0 ? Number((Math.ceil(most / unit) * unit).toPrecision(2)) : 1 };
}

/**
 * A curve as the path of an SVG, in a chart of 100 by 100; it is interrupted where a value is missing.
 * @param {Training.Records} records @param {keyof Training.Measures} what @param {{steps: number, loss: number}} axes @param {boolean} isLoss
 */
export function pathOf({ all }, what, axes, isLoss) {
  const { top, bottom } = isLoss ? LOSS : EXACT, most = isLoss ? axes.loss : 1;
  let path = "", isDown = false;
  for (const one of all) {
    const value = one[what];
    if (value === null) isDown = false;
    else {
      const x = 100 * one.step / axes.steps, y = bottom - (bottom - top) * value / most;
      path += `${isDown ? "L" : "M"}${Number(x.toFixed(2))} ${Number(y.toFixed(2))}`;
      isDown = true;
    }
  }
  return path;
}

/** The chart, to be drawn again with `show`. */
export function createSmallChart() {
  const node = document.createElementNS(SVG, "svg");
  node.setAttribute("viewBox", "0 0 100 100");
  node.setAttribute("preserveAspectRatio", "none");
  node.setAttribute("aria-hidden", "true");
  const path = (/** @type {string} */ look) => {
    const made = document.createElementNS(SVG, "path");
    made.setAttribute("class", look);
    node.append(made);
    return made;
  };
  for (const { top, bottom } of [LOSS, EXACT]) path("frame").setAttribute("d", `M0 ${top}V${bottom}H100`);
  const curves = CURVES.map(([what, isLoss, look]) => ({ what, isLoss, made: path(look) }));
  return { node, show(/** @type {Training.Records} */ records, /** @type {{steps: number, loss: number}} */ axes) {
    for (const { what, isLoss, made } of curves) made.setAttribute("d", pathOf(records, what, axes, isLoss));
  } };
}
