// What a step opens, and the moment until the answer of its page.

import { pageAnchor } from "../picture/page_anchor.js";
import { openHere } from "../shell/workbench.js";

/** How long a step waits for the page that it opens. */
const OPENING_MS = 1500;

/** @param {() => void} ended what follows where no answer comes: the page was as the link has it */
export function createOpening(ended) {
  let timer = 0;
  /** @type {(() => void)[]} */
  let waiting = [];
  const end = () => {
    clearTimeout(timer);
    timer = 0;
    const heard = waiting;
    waiting = [];
    for (const one of heard) one();
  };
  return {
    isOn: () => timer > 0,
    end,
    begin: () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        end();
        ended();
      }, OPENING_MS);
    },
    /** Resolves at the end, at once where nothing is being opened. @returns {Promise<void>} */
    over: () => (timer ? new Promise((heard) => waiting.push(heard)) : Promise.resolve()),
  };
}

/**
 * Opens a page with its setting.
 * @param {Lessons.Target} to @param {string} [kept] what the address says besides, where the page is loaded anew
 * @param {number} [later] how much later than usual Streamlit is notified where the page is open, in ms
 */
export function openTarget(to, kept, later) {
  if (!to.view && openHere(to.page, { setting: to.brings, selection: { pin: to.pin, trail: to.trail } }, later)) return;
  const address = kept ? `${to.address}&${kept}` : to.address;
  if (to.view) {
    // The part of a picture is opened with its page.
    location.assign(address);
    return;
  }
  const link = pageAnchor({ ...to, address });
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}
