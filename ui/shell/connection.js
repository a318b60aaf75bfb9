// A notice at the lower edge of the window while the server is not responding.

import { element } from "../picture/element.js";
import { isConnected, observeConnection } from "../streamlit/streamlit.js";

/** Ignore reconnects that succeed immediately. */
const LOST_MS = 1500;
/** An answer that takes this long counts as late. */
const SLOW_MS = 4000;

/**
 * Watches the connection and the time that answers take.
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

  const stopObserving = observeConnection(look);
  look();
  return {
    isConnected,
    /** Called when a request is sent, and when it is answered. @param {boolean} isWaiting */
    waits(isWaiting) {
      clearTimeout(slowTimer);
      if (isWaiting) slowTimer = setTimeout(() => { isSlow = true; show(); }, SLOW_MS);
      else if (isSlow) {
        isSlow = false;
        show();
      }
    },
    stop() {
      stopObserving();
      clearTimeout(lostTimer);
      clearTimeout(slowTimer);
      sign.remove();
    },
  };
}
