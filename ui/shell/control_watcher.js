// Detects which Streamlit control is being changed, and its value: the picture is requested immediately.

import {
  boxOf, canWait, chosenOption, counts, createDelay, isInControl, isNumberField, isOption, isSaid, pressedPlace, steppedNumber, switched, valueAt,
  valueOf,
} from "../streamlit/controls.js";
import { createLimits } from "./limits.js";
import { notifyNow } from "../store/notify.js";
import { ask, prefetch, touch } from "../store/store.js";

/** Even a busy browser has updated the control by then; there may be no other event. */
const SETTLED_MS = 60;
const EVENTS = ["input", "change", "keydown", "click", "pointerdown"];

/** Watches a store's controls until it is stopped. @param {Page.Store} store */
export function watchControls(store) {
  /** @type {string | null} */
  let held = null;
  let timer = 0;
  const delay = createDelay(), limits = createLimits(() => store.shared.strings);
  store.answered = () => setTimeout(delay.release);

  /** @param {string} key */
  function look(key) {
    // The control does not show yet what was held back from Streamlit.
    if (delay.isKeeping()) {
      settle(key);
      return false;
    }
    const box = boxOf(key), control = store.shared.controls?.[key];
    return box && control ? take(control, valueOf(box, control.options)) : false;
  }

  /** @param {Page.Control} control @param {Page.Value | undefined} value */
  function take(control, value) {
    if (!store.state) return false;
    const queued = store.queue.findLast((patch) => patch.set && control.field in patch.set)?.set?.[control.field];
    const known = queued ?? store.asking?.[control.field] ?? store.state.setting[control.field];
    if (value === undefined || value === known) return false;
    notifyNow(store);
    ask(store, { set: { [control.field]: value } });
    return true;
  }

  /** @param {string} field @param {Page.Value | undefined} value */
  function prefetchControl(field, value) {
    if (value !== undefined && value !== store.state?.setting[field]) prefetch(store, { set: { [field]: value } });
  }

  /** @param {string} key */
  function settle(key) {
    clearTimeout(timer);
    timer = setTimeout(() => look(key), SETTLED_MS);
  }

  /** @param {Element} target */
  function keyOfControl(target) {
    return Object.keys(store.shared.controls ?? {}).find((key) => isInControl(target, key));
  }

  /** @param {Event} anyEvent */
  function onEvent(anyEvent) {
    if (delay.isAgain()) return;
    const event = /** @type {Streamlit.ControlEvent} */ (anyEvent);
    const key = keyOfControl(event.target);
    if (!key) return;
    // The new event comes after the one held back.
    delay.release();
    touch(store);
    const box = boxOf(key);
    if (box && isNumberField(event.target) && counts(event)) {
      const look = () => limits.look(box, event.target, store.shared.controls?.[key]?.limits);
      // Once before Streamlit cuts a fraction, and once after it has marked an invalid number.
      look();
      setTimeout(look, SETTLED_MS);
    }
    const place = box ? pressedPlace(event, box) : -1;
    // Until Streamlit has drawn it, the control itself still has its old value.
    const control = store.shared.controls[key], stepped = steppedNumber(event);
    if (event.type === "pointerdown") {
      held = key;
      prefetchControl(control.field, place >= 0 ? control.options?.[place] : switched(event, box));
    } else if (event.type === "keydown" && event.key === " ") prefetchControl(control.field, switched(event, box));
    const chosen = chosenOption(event, box);
    if (chosen !== undefined) take(control, chosen);
    else if (event.type === "click" && place >= 0) delayIf(take(control, control.options?.[place]), event);
    else if (event.type === "click" && switched(event, box) !== undefined) delayIf(take(control, switched(event, box)), event);
    else if (stepped !== undefined) delayIf(take(control, valueAt(event.target, stepped, control.options)), event);
    else if (isSaid(event)) delayIf(look(key), event);
    else if (counts(event)) setTimeout(() => look(key));
    else return;
    settle(key);
  }

  /** @param {boolean} isAsked @param {Streamlit.ControlEvent} event */
  function delayIf(isAsked, event) {
    if (isAsked && canWait(event)) delay.keep(event);
  }

  function onMove() {
    if (!held) return;
    const key = held;
    setTimeout(() => look(key));
    settle(key);
  }

  /** A list is open over the page, apart from its control. @param {Streamlit.ControlEvent} event */
  function takeFromList(event) {
    for (const [key, control] of Object.entries(store.shared.controls ?? {})) {
      const chosen = chosenOption(event, boxOf(key));
      if (chosen !== undefined && control.options?.includes(chosen)) take(control, chosen);
    }
  }

  const onRelease = (/** @type {Event} */ anyEvent) => {
    const event = /** @type {Streamlit.ControlEvent} */ (anyEvent);
    held = null;
    if (isOption(event.target)) takeFromList(event);
  };
  for (const name of EVENTS) document.addEventListener(name, onEvent, true);
  document.addEventListener("pointermove", onMove, true);
  document.addEventListener("pointerup", onRelease, true);
  return () => {
    clearTimeout(timer);
    limits.stop();
    delay.release();
    for (const name of EVENTS) document.removeEventListener(name, onEvent, true);
    document.removeEventListener("pointermove", onMove, true);
    document.removeEventListener("pointerup", onRelease, true);
  };
}
