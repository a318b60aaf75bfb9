// The arithmetic of a number; while numbers are covered, a line that says so.

import { showArithmetic } from "../explain/arithmetic/arithmetic.js";
import { element } from "../picture/element.js";
import { addPredictor, isCovered } from "../picture/prediction/predictors.js";
import { ask } from "../store/store.js";

/** @param {{store: Page.Store}} context */
export function arithmeticPart({ store }) {
  const node = element("div", "box arithmetic");
  node.dataset.workbench = "arithmetic";
  /** @type {Page.ArithmeticPart | null} */
  let part = null;
  const draw = () => {
    if (!part) return;
    const { here } = part, isHidden = isCovered(store);
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
