// Shows the allowed range below a number field that has an invalid value.

import { element } from "../picture/element.js";

const LOOK_MS = 250;
/** A fraction has already been cut to a whole number when the field is checked again: the message stays this long. */
const CUT_MS = 5000;

/**
 * Returns which numbers a field accepts if its value is invalid; nothing if it is valid or still empty.
 * @param {Pick<HTMLInputElement, "value" | "validity">} hTMLInputElement @param {Page.Control["limits"]} limits @param {Record<string, string>} strings
 */
export function limitText({ value, validity }, limits, strings) {
  const { badInput, rangeUnderflow, rangeOverflow } = validity;
  const isBroken = Boolean(limits?.isWhole) && value !== "" && !Number.isInteger(Number(value));
  if (!limits || !(badInput || rangeUnderflow || rangeOverflow || isBroken)) return "";
  const [low, high] = [limits.low, limits.high].map((one) => one.toLocaleString("en"));
  return strings[limits.isWhole ? "whole_numbers" : "numbers"].replace("{low}", low).replace("{high}", high);
}

/**
 * Shows the message below the field in `box` while it applies; call `look` when a field has changed.
 * @param {() => Record<string, string>} strings
 */
export function createLimits(strings) {
  /** @type {Map<Element, {note: HTMLElement, field: HTMLInputElement, limits: Page.Control["limits"], until: number}>} */
  const shown = new Map();
  let timer = 0;

  /** @param {Element} box */
  function forget(box) {
    shown.get(box)?.note.remove();
    shown.delete(box);
  }

  function refresh() {
    for (const [box, { field, limits, until }] of shown) {
      const isStill = limitText(field, limits, strings()) || performance.now() < until;
      if (!field.isConnected || !isStill) forget(box);
    }
    if (!shown.size) clearInterval(timer);
  }

  return {
    /** @param {Element} box @param {HTMLInputElement} field @param {Page.Control["limits"]} limits */
    look(box, field, limits) {
      const text = limitText(field, limits, strings());
      if (!text && performance.now() < (shown.get(box)?.until ?? 0)) return;
      forget(box);
      if (!text) return;
      const note = element("p", "number-limit", text);
      note.setAttribute("role", "alert");
      // Streamlit shows what it refuses in its own red.
      note.style.color = getComputedStyle(field).color;
      box.append(note);
      const { rangeUnderflow, rangeOverflow } = field.validity;
      shown.set(box, { note, field, limits, until: rangeUnderflow || rangeOverflow ? 0 : performance.now() + CUT_MS });
      // A field can also be reset from elsewhere: by a preset or an undo step.
      clearInterval(timer);
      timer = setInterval(refresh, LOOK_MS);
    },
    stop() {
      clearInterval(timer);
      for (const box of [...shown.keys()]) forget(box);
    },
  };
}
