// The arithmetic of a number; while numbers are covered, a line that says so.

import { showArithmetic } from "../explain/arithmetic/arithmetic.js";
import { element } from "../picture/element.js";
import { addPredictor, isAsked } from "../picture/prediction/predictors.js";
import { ask } from "../store/store.js";

/** Whether a number is of a matrix that is kept covered. @param {Page.Store} store @param {string} here the cell, "weights@0.1" */
function isKept({ keptCovered, state }, here) {
  return keptCovered.has(here.split("@")[0]) || keptCovered.has(state?.selection.pin.split(".")[0] ?? "");
}

/** @param {{store: Page.Store}} context */
export function arithmeticPart({ store }) {
  const node = element("div", "box arithmetic");
  node.dataset.workbench = "arithmetic";
  /** @type {Page.ArithmeticPart | null} */
  let part = null;
  const draw = () => {
    if (!part) return;
    const { here } = part, isHidden = isAsked(store) || isKept(store, here);
    if (isHidden !== node.classList.contains("covered")) {
      node.classList.toggle("covered", isHidden);
      node.replaceChildren(...(isHidden ? [element("p", "sentence", store.shared.strings.predict_arithmetic)] : []));
      delete node.dataset.shown;
    }
    if (!isHidden) showArithmetic(node, part, (to) => ask(store, { do: { follow: to, here } }), store.shared.strings);
    node.dataset.drawn = String(performance.now());
  };
  return { node, close: addPredictor(store, { follow: draw }), show(/** @type {Page.ArithmeticPart} */ next) {
    part = next;
    draw();
  } };
}
