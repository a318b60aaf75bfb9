// How far something that the server computes has come: requests it again until it is there, and stops it.

import { element } from "../picture/element.js";
import { want } from "../store/store.js";
import { pressed } from "./parts.js";

const AGAIN_MS = 40;
/** Until what was requested and did not come is requested again. */
const LATE_MS = 3000;

/** @param {{store: Page.Store}} context */
export function progressPart({ store }) {
  const node = element("div", "progress-line"), bar = element("progress"), text = element("span", "note-line quiet"), stop = element("button", "chip small");
  let timer = 0;
  stop.type = "button";
  node.append(bar, text, stop);
  return {
    node, close: () => clearTimeout(timer),
    show(/** @type {Page.ProgressPart} */ part) {
      const again = () => {
        timer = window.setTimeout(again, LATE_MS);
        want(store, part.areas);
      };
      Object.assign(bar, { value: part.done, max: part.whole });
      bar.setAttribute("aria-label", part.text);
      text.textContent = part.text;
      stop.textContent = part.stop.label;
      pressed(store, stop, part.stop);
      clearTimeout(timer);
      timer = window.setTimeout(again, AGAIN_MS);
    },
  };
}
