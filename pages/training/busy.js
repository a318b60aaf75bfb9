// What is being done with somebody's data, for how long, and a button that stops it.

import { element } from "../../ui/picture/element.js";

const EVERY_MS = 500;

/** @param {number} share of the data that is sent @param {number} seconds @param {string} doing @param {Training.Texts} strings */
export function busyText(share, seconds, doing, strings) {
  if (share < 1) return strings.sending.replace("{share}", String(Math.round(100 * share)));
  return seconds < 1 ? doing : `${doing} ${strings.seconds.replace("{seconds}", seconds.toFixed(0))}`;
}

/** @param {() => void} stop */
export function createBusy(stop) {
  const node = element("div", "row busy"), bar = element("progress"), says = element("span"), button = element("button", "chip small");
  let timer = 0, began = 0, share = 0, doing = "";
  /** @type {Training.Texts} */
  let strings = {};
  Object.assign(button, { type: "button", onclick: stop });
  node.hidden = true;
  node.setAttribute("role", "status");
  node.append(bar, says, button);

  function draw() {
    // Without a value the bar says that something goes on, but not how far it is.
    if (share < 1) bar.value = share;
    else bar.removeAttribute("value");
    const text = busyText(share, Math.floor((performance.now() - began) / 1000), doing, strings);
    if (says.textContent !== text) says.textContent = text;
  }
  return {
    node,
    begin(/** @type {string} */ what, /** @type {Training.Texts} */ texts) {
      clearInterval(timer);
      [began, share, doing, strings] = [performance.now(), 0, what, texts];
      button.textContent = strings.stop;
      bar.setAttribute("aria-label", doing);
      node.hidden = false;
      draw();
      timer = setInterval(draw, EVERY_MS);
    },
    sent(/** @type {number} */ next) {
      if (next >= 1 && share < 1) began = performance.now();
      share = next;
      draw();
    },
    end() {
      clearInterval(timer);
      node.hidden = true;
    },
  };
}
