// Below a number field that says what cannot be: which numbers can.

import { element } from "../picture/element.js";

const LOOK_MS = 250;
/** A broken number has been cut to a whole one by the time that it is looked at again: so long it is said all the same. */
const CUT_MS = 5000;

/** Which numbers a field takes, where it says another one; nothing where what it says can be, or is still empty. */
export function limitText({ value, validity }, limits, strings) {
  const { badInput, rangeUnderflow, rangeOverflow } = validity;
  const isBroken = Boolean(limits?.isWhole) && value !== "" && !Number.isInteger(Number(value));
  if (!limits || !(badInput || rangeUnderflow || rangeOverflow || isBroken)) return "";
  const [low, high] = [limits.low, limits.high].map((one) => one.toLocaleString("en"));
  return strings[limits.isWhole ? "whole_numbers" : "numbers"].replace("{low}", low).replace("{high}", high);
}

/** Says it below the field in `box` for as long as that is so; `look` is called when a field has been changed. */
export function createLimits(strings) {
  const shown = new Map();
  let timer = 0;

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
    look(box, field, limits) {
      const text = limitText(field, limits, strings());
      if (!text && performance.now() < (shown.get(box)?.until ?? 0)) return;
      forget(box);
      if (!text) return;
      const note = element("p", "number-limit", text);
      note.setAttribute("role", "alert");
      // Streamlit writes in its own red what it refuses.
      note.style.color = getComputedStyle(field).color;
      box.append(note);
      const { rangeUnderflow, rangeOverflow } = field.validity;
      shown.set(box, { note, field, limits, until: rangeUnderflow || rangeOverflow ? 0 : performance.now() + CUT_MS });
      // A field is also brought back by others: an example, a step back.
      clearInterval(timer);
      timer = setInterval(refresh, LOOK_MS);
    },
    stop() {
      clearInterval(timer);
      for (const box of [...shown.keys()]) forget(box);
    },
  };
}
