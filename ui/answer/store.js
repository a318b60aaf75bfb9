// One page's state in the browser, and its requests: every change is sent to the server as a whole setting, and the
// server returns the page's answer. Streamlit is notified afterwards, for session and history.

import { decodeAnswer } from "./bytes.js";
import { withView, writeAddress } from "./address.js";
import { isUnheard, tellSoon } from "./notify.js";
import { post } from "./post.js";
import { createSteps, hearSteps, isStep, recordStep, stepTarget } from "./steps.js";

/** How long after the last touch a rerun's answer to an older state still counts as late. */
export const TOUCH_MS = 600;
const LATER_MS = 30;
/** Delay before a lost server is contacted again. */
const AGAIN_MS = 1000;
const MOST_PAST = 80;

/**
 * The state shared by all mounts of one page. `draw` shows an answer, `tell` notifies Streamlit of an action.
 * @returns {any}
 */
export function createStore(name) {
  return {
    name, state: null, shared: {}, queue: [], busy: false, past: [], touched: 0, refused: {}, drawn: {}, wanted: new Set(),
    post, draw: () => {}, tell: () => {}, untold: [], log: [], ahead: null, told: 0, toldAt: 0, heard: 0, steps: createSteps(),
    answered: () => {}, isConnected: () => true, waits: () => {},
  };
}

/** Everything that an answer depends on, as one string. */
export function keyOf(state, language) {
  const sorted = Object.fromEntries(Object.entries(state.setting).sort(([one], [other]) => (one < other ? -1 : 1)));
  return JSON.stringify([language, sorted, state.place.pin, state.place.trail]);
}

/**
 * Queues a change: {set: {field: value}} by a control, {with: {field: value}} by a picture, {to: state} for a whole
 * state, {step: "undo" or "redo"}, or {do: ...} in a picture. A control notifies Streamlit itself.
 */
export function ask(store, patch) {
  store.queue.push(patch);
  store.touched = performance.now();
  run(store);
}

/** Takes the next patch; successive changes of controls are merged, and the newest values count. */
export function nextPatch(queue) {
  const patch = queue.shift();
  if (!patch.set) return patch;
  const merged = { set: { ...patch.set } };
  while (queue[0]?.set) Object.assign(merged.set, queue.shift().set);
  return merged;
}

/** The setting before the last change, once `setting` is current; another display mode does not count as a change. */
function beforeIn(store, setting) {
  const now = store.state?.setting, { views = [] } = store.shared;
  if (!now) return null;
  return isStep(now, setting, views) ? now : store.before;
}

/** The request for a patch. For a pin alone, only the areas that depend on the pin are requested. */
export function requestOf(store, patch) {
  const { setting, place } = store.state;
  // `before` is what a picture is compared with, perhaps much older; `leaving` is what this patch changes.
  if (patch.to) return { ...patch.to, before: beforeIn(store, patch.to.setting), leaving: setting };
  const set = patch.set ? { ...store.refused, ...patch.set } : patch.with;
  if (set) {
    const changed = { ...setting, ...set };
    return { setting: changed, place, before: beforeIn(store, changed), leaving: setting };
  }
  const request = { setting, place, before: store.before, do: patch.do };
  if (patch.do.change) return request;
  const { follows, first } = store.shared;
  return { ...request, areas: follows.filter((name) => first.includes(name) || store.drawn[name]) };
}

/**
 * Prefetch on pointer-down what pointer-up will request; show it only then. It does not delay other requests, and if
 * the actual request differs, that one is simply sent.
 */
export function askAhead(store, patch) {
  if (!store.state || store.busy || store.queue.length) return;
  const body = JSON.stringify(requestOf(store, patch));
  store.ahead = { body, answer: posted(store, body) };
}

async function fetched(store, request) {
  const body = JSON.stringify(request), { ahead } = store;
  store.ahead = null;
  return ahead?.body === body ? ahead.answer : posted(store, body);
}

async function posted(store, body) {
  const { status, bytes } = await store.post(store.shared.url, body);
  if (status !== 200) return status === 400 ? "refused" : "unreachable";
  try {
    return decodeAnswer(bytes);
  } catch {
    // A proxy answered instead of the server.
    return "unreachable";
  }
}

/** Returns where "undo", "redo" or "start" leads now; null if that step is not possible. */
export function targetOf(store, step) {
  if (!store.state) return null;
  const { views = [], start } = store.shared, { setting, place } = store.state;
  const steps = { ...store.steps, start: start && isStep(setting, start, views) ? [start] : [] };
  const target = stepTarget(steps, step, setting, views);
  return target ? { setting: target, place } : null;
}

/** Takes the next patch that has an effect, with a step resolved to its state. */
function nextGood(store) {
  while (store.queue.length) {
    const patch = nextPatch(store.queue);
    if (!patch.step) return patch;
    const to = targetOf(store, patch.step);
    if (to) return { ...patch, to };
  }
  return null;
}

async function run(store) {
  if (store.busy || !store.state) return;
  const patch = nextGood(store);
  if (!patch) return;
  const request = requestOf(store, patch);
  store.busy = true;
  store.asking = patch.set;
  store.waits(true);
  const answer = await fetched(store, request), base = store.state.setting;
  store.waits(false);
  store.busy = false;
  store.asking = undefined;
  store.answered();
  if (store.isLeft) return; // another page is open by now, or this one was reopened
  if (answer === "unreachable" && !store.isConnected()) {
    // No action is lost: the request is repeated until the server is back.
    store.queue.unshift(patch);
    store.againTimer = setTimeout(() => run(store), AGAIN_MS);
    return;
  }
  if (answer === "refused") {
    // Two controls may be valid only together: the next one is tried with this one's value.
    store.refused = { ...store.refused, ...patch.set };
  } else if (answer === "unreachable") {
    if (!patch.set) tellSoon(store, { request, step: patch.step, base });
  } else {
    store.isChange = Boolean(patch.do?.change);
    if (isStep(base, answer.state.setting, store.shared.views ?? [])) recordStep(store.steps, base, patch.step);
    accept(store, answer);
    store.isChange = false;
    if (!patch.set) tellSoon(store, { request: answer.state, step: patch.step, base });
  }
  run(store);
}

function accept(store, answer) {
  const { language } = store.shared;
  if (store.state) store.past = [...store.past, keyOf(store.state, language)].slice(-MOST_PAST);
  const key = keyOf(answer.state, language);
  store.past = store.past.filter((one) => one !== key);
  const isOther = JSON.stringify(store.state?.setting) !== JSON.stringify(answer.state.setting);
  if (isOther) {
    store.drawn = {};
    store.before = beforeIn(store, answer.state.setting);
  }
  store.state = answer.state;
  store.refused = {};
  show(store, answer);
}

/** Stores the map position in the URL; the server only passes it on when a page opens. */
export function setView(store, view) {
  store.view = view;
  if (store.address) keepAddress(store, store.address);
}

/** Marks areas as drawn, except those for which the same setting will soon give another result. */
function markDrawn(store, answer) {
  for (const name of Object.keys(answer.areas)) store.drawn[name] = !answer.passing?.includes(name);
}

/** Draws the areas of an answer; the rest of the page is requested afterwards. */
function show(store, answer) {
  store.shared.later = answer.later;
  store.draw(answer);
  // After the picture: writing the URL takes the browser longer than drawing a matrix.
  clearTimeout(store.addressTimer);
  store.address = answer.address;
  store.addressTimer = setTimeout(() => keepAddress(store, answer.address));
  markDrawn(store, answer);
  clearTimeout(store.laterTimer);
  store.laterTimer = setTimeout(() => askForLater(store), LATER_MS);
}

/** The areas that are visible but not drawn yet. */
function missing(store) {
  return [...store.wanted].filter((name) => !store.drawn[name]);
}

export function want(store, names) {
  for (const name of names) store.wanted.add(name);
  if (store.state && missing(store).length) askForLater(store);
}

async function askForLater(store) {
  const areas = missing(store);
  if (!areas.length || store.busy || store.queue.length) return;
  const asked = keyOf(store.state, store.shared.language);
  // Each only once: a second caller finds the request already pending.
  const text = asked + areas.join();
  if (store.underway === text) return;
  store.underway = text;
  const answer = await fetched(store, { ...store.state, before: store.before, areas });
  if (store.underway === text) store.underway = null;
  if (typeof answer === "string" || asked !== keyOf(store.state, store.shared.language)) return;
  store.draw(answer);
  markDrawn(store, answer);
}

/** Fetches areas that a picture requests on demand, by name; null if the setting has changed meanwhile. */
export async function fetchAreas(store, areas) {
  if (!store.state) return null;
  const asked = keyOf(store.state, store.shared.language);
  const answer = await posted(store, JSON.stringify({ ...store.state, before: store.before, areas }));
  return typeof answer === "string" || asked !== keyOf(store.state, store.shared.language) ? null : answer.areas;
}

/** Writes the page's URL, unless another page is open by now. */
function keepAddress(store, address) {
  if (!store.isLeft) writeAddress(withView(store, address));
}

/**
 * Returns whether the server was restarted while the page stayed open: its session knows the URL with which the page
 * was opened, and none of the changes since.
 */
function isOfNewSession(store, { session, state }) {
  const isOther = store.session !== undefined && store.session !== session;
  store.session = session;
  return isOther && Boolean(store.state) && keyOf(store.state, store.shared.language) !== keyOf(state, store.shared.language);
}

/**
 * Takes the page's own answer, from its rerun. An answer to a state that was left a moment ago is late: it waits,
 * because the rerun for the current state is on its way.
 */
export function receive(store, answer, isPatient = true) {
  const { areas, state, address, later, equation, heard, session, undo, redo, ...shared } = answer;
  const isOther = store.shared.language !== shared.language;
  clearTimeout(store.lateTimer);
  store.shared = { ...store.shared, ...shared, later };
  if (isOfNewSession(store, answer)) {
    tellSoon(store, { request: store.state, base: state.setting });
    return;
  }
  store.heard = Math.max(store.heard, heard);
  if (store.state && isUnheard(store, heard)) return;
  store.before = answer.before ?? null;
  const key = keyOf(state, shared.language);
  const isTouched = store.busy || store.queue.length > 0 || performance.now() - store.touched < TOUCH_MS;
  if (store.state && isPatient && isTouched && store.past.includes(key)) {
    store.lateTimer = setTimeout(() => receive(store, answer, store.busy), TOUCH_MS);
    return;
  }
  // A setting that was not made here was reached by other steps.
  if (store.state && isStep(store.state.setting, state.setting, shared.views ?? [])) store.steps = createSteps();
  hearSteps(store.steps, { undo, redo });
  const isDrawn = store.state && !isOther && keyOf(store.state, shared.language) === key
    && Object.keys(areas).every((name) => store.drawn[name]);
  if (isDrawn) {
    store.draw({ ...answer, areas: {} });
    // Streamlit may have opened the page once more under its bare path.
    keepAddress(store, address);
    return;
  }
  if (isOther) store.drawn = {};
  accept(store, answer);
}
