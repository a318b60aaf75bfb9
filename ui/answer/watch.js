// Which control of Streamlit is being moved, and what it says now: its picture is asked for at once.

import { ask, tellNow } from "./store.js";

/** By then a busy browser too has moved the control: nothing else may tell that it has. */
const SETTLED_MS = 60;
const EVENTS = ["input", "change", "keydown", "click", "pointerdown"];
/** Keys that finish a text or a number, or step it. */
const FINISHING = ["Enter", "ArrowUp", "ArrowDown", "PageUp", "PageDown"];

/** What a control says; undefined where it says nothing that can be used. */
export function valueOf(box, options) {
  const radios = [...box.querySelectorAll("[role=radio]")];
  if (radios.length) {
    const place = radios.findIndex((radio) => radio.getAttribute("aria-checked") === "true");
    return place < 0 ? undefined : options?.[place];
  }
  const field = box.querySelector("input");
  if (!field) return undefined;
  if (field.type === "checkbox") return field.checked;
  if (field.type === "range") return options ? options[Number(field.value)] : Number(field.value);
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

/** The number that an arrow key steps a field to, before Streamlit has drawn it; undefined for any other event. */
export function steppedNumber(event) {
  const { type, target: field, key } = event;
  const by = { ArrowUp: 1, ArrowDown: -1 }[key];
  const isPlain = /^[\d.]+$/.test(field.step) && /^-?[\d.]+$/.test(field.value);
  if (type !== "keydown" || field.type !== "number" || !by || !isPlain) return undefined;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return undefined;
  const sum = Number(field.value) + by * Number(field.step);
  const next = Number(sum.toFixed(Math.max(decimals(field.value), decimals(field.step))));
  const isInside = (field.min === "" || next >= Number(field.min)) && (field.max === "" || next <= Number(field.max));
  return isInside ? next : undefined;
}

/** The option that a click chooses, by its place; -1 for any other event. */
export function clickedPlace(event, box) {
  const radio = event.type === "click" ? event.target.closest?.("[role=radio]") : null;
  return radio ? [...box.querySelectorAll("[role=radio]")].indexOf(radio) : -1;
}

/** Looks at a store's controls until it is stopped. */
export function watchControls(store) {
  let held = null, timer = 0;

  const boxOf = (key) => document.querySelector(`.st-key-${key}`);

  function look(key) {
    const box = boxOf(key), control = store.shared.controls?.[key];
    if (box && control) take(control, valueOf(box, control.options));
  }

  function take(control, value) {
    if (!store.state) return;
    const queued = store.queue.findLast((patch) => patch.set && control.field in patch.set)?.set[control.field];
    const known = queued ?? store.asking?.[control.field] ?? store.state.setting[control.field];
    if (value === undefined || value === known) return;
    tellNow(store);
    ask(store, { set: { [control.field]: value } });
  }

  function settle(key) {
    clearTimeout(timer);
    timer = setTimeout(() => look(key), SETTLED_MS);
  }

  function keyOfControl(target) {
    return Object.keys(store.shared.controls ?? {}).find((key) => target.closest?.(`.st-key-${key}`));
  }

  function onEvent(event) {
    const key = keyOfControl(event.target);
    if (!key) return;
    store.touched = performance.now();
    if (event.type === "pointerdown") held = key;
    const box = boxOf(key), place = box ? clickedPlace(event, box) : -1;
    // Until Streamlit has drawn it, the control itself says what it said before.
    const control = store.shared.controls[key], stepped = steppedNumber(event);
    if (place >= 0) take(control, control.options?.[place]);
    else if (stepped !== undefined) take(control, stepped);
    else if (isSaid(event)) look(key);
    else if (counts(event)) setTimeout(() => look(key));
    else return;
    settle(key);
  }

  function onMove() {
    if (!held) return;
    const key = held;
    setTimeout(() => look(key));
    settle(key);
  }

  const onRelease = () => { held = null; };
  for (const name of EVENTS) document.addEventListener(name, onEvent, true);
  document.addEventListener("pointermove", onMove, true);
  document.addEventListener("pointerup", onRelease, true);
  return () => {
    clearTimeout(timer);
    for (const name of EVENTS) document.removeEventListener(name, onEvent, true);
    document.removeEventListener("pointermove", onMove, true);
    document.removeEventListener("pointerup", onRelease, true);
  };
}
