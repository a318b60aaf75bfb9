// A sign at the lower edge of the window while the server does not answer.

import { element } from "../picture/element.js";

const STATE = "data-test-connection-state";
/** Ignore reconnects that succeed at once. */
const LOST_MS = 1500;
/** An answer that takes so long is missed. */
const SLOW_MS = 4000;

function isConnected() {
  const app = document.querySelector(`[${STATE}]`);
  return !app || app.getAttribute(STATE) === "CONNECTED";
}

/**
 * Watches the connection, and how long answers take.
 * @param {() => Record<string, string> | undefined} wordsOf
 */
export function watchConnection(wordsOf) {
  const sign = element("div", "no-answer");
  sign.setAttribute("role", "status");
  document.body.append(sign);
  let lostTimer = 0, slowTimer = 0, isLost = false, isSlow = false;

  function show() {
    const words = wordsOf();
    sign.textContent = !words || !(isLost || isSlow) ? "" : isLost ? words.no_answer : words.slow_answer;
  }

  function look() {
    clearTimeout(lostTimer);
    isLost &&= !isConnected();
    show();
    if (!isConnected()) lostTimer = setTimeout(() => { isLost = !isConnected(); show(); }, LOST_MS);
  }

  const observer = new MutationObserver(look);
  const app = document.querySelector(`[${STATE}]`);
  if (app) observer.observe(app, { attributeFilter: [STATE] });
  look();
  return {
    isConnected,
    /** Something was asked of the server, or it has answered. */
    waits(isWaiting) {
      clearTimeout(slowTimer);
      if (isWaiting) slowTimer = setTimeout(() => { isSlow = true; show(); }, SLOW_MS);
      else if (isSlow) {
        isSlow = false;
        show();
      }
    },
    stop() {
      observer.disconnect();
      clearTimeout(lostTimer);
      clearTimeout(slowTimer);
      sign.remove();
    },
  };
}
