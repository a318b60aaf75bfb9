// Which control of Streamlit is being moved, and what it says now: its picture is asked for at once.

import { createLimits } from "./limits.js";
import { tellNow } from "./notify.js";
import { ask, askAhead } from "./store.js";

/** Even a busy browser has updated the control by then; there may be no other event. */
const SETTLED_MS = 60;
/** The picture goes before the control that it is the picture of by so much and no more. */
const LONGEST_DELAY_MS = 60;
const EVENTS = ["input", "change", "keydown", "click", "pointerdown"];
/** Keys that finish a text or a number, or step it. */
const FINISHING = ["Enter", "ArrowUp", "ArrowDown", "PageUp", "PageDown"];

/** What a number in a field means: on a slider of options their places are counted. */
function valueAt(field, number, options) {
  return field.type === "range" && options ? options[number] : number;
}

/** What a control says; undefined where it says nothing that can be used. */
export function valueOf(box, options) {
  const radios = [...box.querySelectorAll("[role=radio]")];
  if (radios.length) {
    const place = radios.findIndex((radio) => radio.getAttribute("aria-checked") === "true");
    return place < 0 ? undefined : options?.[place];
  }
  const field = box.querySelector("input");
  if (!field) return undefined;
  // What is typed into a list only looks for an option; what is chosen Streamlit says.
  if (field.getAttribute("role") === "combobox") return undefined;
  if (field.type === "checkbox") return field.checked;
  if (field.type === "range") return valueAt(field, Number(field.value), options);
  if (field.type === "number") {
    // A number between two steps is good: the steps are only what the buttons add.
    const { badInput, rangeUnderflow, rangeOverflow } = field.validity;
    const isBad = field.value === "" || badInput || rangeUnderflow || rangeOverflow;
    return isBad ? undefined : Number(field.value);
  }
  return field.value;
}

/** Whether an event can have given a control a new value; a half typed one has none yet. */
export function counts(event) {
  const { type, target } = event;
  if (target.type === "range" || target.type === undefined) return true;
  const isTyped = ["text", "number"].includes(target.type);
  if (!isTyped) return true;
  if (type === "keydown") return FINISHING.includes(event.key);
  return type === "change";
}

/** Whether the control says its new value in the event itself, before Streamlit has drawn it again. */
export function isSaid(event) {
  const { type, target } = event;
  if (type === "input") return target.type === "range" || target.type === "checkbox";
  return type === "keydown" && event.key === "Enter" && ["text", "number"].includes(target.type);
}

const decimals = (text) => text.split(".")[1]?.length ?? 0;
/** Which way an arrow key goes, in a number field and on a slider. */
const ARROWS = { number: { ArrowUp: 1, ArrowDown: -1 }, range: { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 } };

/** Where an arrow key steps a field or a slider to, before Streamlit has drawn it; undefined for any other event. */
export function steppedNumber(event) {
  const { type, target: field, key } = event, by = ARROWS[field.type]?.[key];
  if (type !== "keydown" || !by || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return undefined;
  if (!/^[\d.]+$/.test(field.step) || !/^-?[\d.]+$/.test(field.value)) return undefined;
  const sum = Number(field.value) + by * Number(field.step);
  const next = Number(sum.toFixed(Math.max(decimals(field.value), decimals(field.step))));
  const isInside = (field.min === "" || next >= Number(field.min)) && (field.max === "" || next <= Number(field.max));
  return isInside ? next : undefined;
}

/** The option that is pressed, by its place; -1 where it is none. */
export function pressedPlace(event, box) {
  const radio = event.target.closest?.("[role=radio]");
  return radio ? [...box.querySelectorAll("[role=radio]")].indexOf(radio) : -1;
}

/** What a switch will say when the hand that is down on it goes up, or the click on it is done; undefined where it is on no switch. */
export function switched({ type, target }, box) {
  const field = target.closest?.("label")?.querySelector("input[type=checkbox]");
  if (!field || !box?.contains(field)) return undefined;
  // Of a click on itself, as by the space bar, it says so already.
  return type === "click" && target === field ? field.checked : !field.checked;
}

/** The option of a control's open list that an event chooses, as its text; undefined where it chooses none. */
export function chosenOption({ type, target, key }, box) {
  const field = box?.querySelector("input[role=combobox]"), list = field?.getAttribute("aria-controls");
  if (!list) return undefined;
  const isEnter = type === "keydown" && key === "Enter" && target === field;
  const marked = isEnter ? document.getElementById(field.getAttribute("aria-activedescendant") ?? "") : null;
  const option = type === "pointerup" ? target.closest?.("[role=option]") : marked;
  return option?.closest("[role=listbox]")?.id === list ? option.textContent : undefined;
}

/** Whether an event can be kept for a moment; the Enter that ends a syllable belongs to the writing of Hangul. */
export function canWait({ type, isComposing }) {
  return ["keydown", "click"].includes(type) && !isComposing;
}

/** Redispatches the event to handlers that have not received it yet. */
function again(event) {
  if (event.type === "click") event.target.click();
  else {
    const { key, code, keyCode } = event;
    event.target.dispatchEvent(new KeyboardEvent(event.type, { key, code, keyCode, bubbles: true, cancelable: true }));
  }
}

/**
 * Keeps an event from Streamlit until the picture stands: its drawing of the moved control takes longer than the
 * server's answer, which would wait behind it. Only for a moment, and one at a time.
 */
export function createDelay() {
  let event = null, timer = 0, isAgain = false;

  function release() {
    clearTimeout(timer);
    const kept = event;
    event = null;
    if (!kept?.target.isConnected) return;
    isAgain = true;
    again(kept);
    isAgain = false;
  }

  return {
    release,
    /** Whether what comes is what was kept. */
    isAgain: () => isAgain,
    isKeeping: () => event !== null,
    keep(next) {
      release();
      event = next;
      next.preventDefault();
      next.stopImmediatePropagation();
      timer = setTimeout(release, LONGEST_DELAY_MS);
    },
  };
}

/** Looks at a store's controls until it is stopped. */
export function watchControls(store) {
  let held = null, timer = 0;
  const delay = createDelay(), limits = createLimits(() => store.shared.strings);
  store.answered = () => setTimeout(delay.release);

  const boxOf = (key) => document.querySelector(`.st-key-${key}`);

  function look(key) {
    // What has not reached Streamlit yet does not show in the control.
    if (delay.isKeeping()) {
      settle(key);
      return false;
    }
    const box = boxOf(key), control = store.shared.controls?.[key];
    return Boolean(box && control) && take(control, valueOf(box, control.options));
  }

  function take(control, value) {
    if (!store.state) return false;
    const queued = store.queue.findLast((patch) => patch.set && control.field in patch.set)?.set[control.field];
    const known = queued ?? store.asking?.[control.field] ?? store.state.setting[control.field];
    if (value === undefined || value === known) return false;
    tellNow(store);
    ask(store, { set: { [control.field]: value } });
    return true;
  }

  function foresee(field, value) {
    if (value !== undefined && value !== store.state?.setting[field]) askAhead(store, { set: { [field]: value } });
  }

  function settle(key) {
    clearTimeout(timer);
    timer = setTimeout(() => look(key), SETTLED_MS);
  }

  function keyOfControl(target) {
    return Object.keys(store.shared.controls ?? {}).find((key) => target.closest?.(`.st-key-${key}`));
  }

  function onEvent(event) {
    if (delay.isAgain()) return;
    const key = keyOfControl(event.target);
    if (!key) return;
    // What comes now comes after it.
    delay.release();
    store.touched = performance.now();
    const box = boxOf(key);
    if (box && event.target.type === "number" && counts(event)) {
      const look = () => limits.look(box, event.target, store.shared.controls?.[key]?.limits);
      // Before Streamlit cuts a broken number, and when it has marked one that cannot be.
      look();
      setTimeout(look, SETTLED_MS);
    }
    const place = box ? pressedPlace(event, box) : -1;
    // Until Streamlit has drawn it, the control itself says what it said before.
    const control = store.shared.controls[key], stepped = steppedNumber(event);
    if (event.type === "pointerdown") {
      held = key;
      foresee(control.field, place >= 0 ? control.options?.[place] : switched(event, box));
    } else if (event.type === "keydown" && event.key === " ") foresee(control.field, switched(event, box));
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

  function delayIf(isAsked, event) {
    if (isAsked && canWait(event)) delay.keep(event);
  }

  function onMove() {
    if (!held) return;
    const key = held;
    setTimeout(() => look(key));
    settle(key);
  }

  /** A list is open over the page, apart from its control. */
  function takeFromList(event) {
    for (const [key, control] of Object.entries(store.shared.controls ?? {})) {
      const chosen = chosenOption(event, boxOf(key));
      if (control.options?.includes(chosen)) take(control, chosen);
    }
  }

  const onRelease = (event) => {
    held = null;
    if (event.target.closest?.("[role=option]")) takeFromList(event);
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
