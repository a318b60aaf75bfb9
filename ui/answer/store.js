// One page's state in the browser, and the one trip: what changes it goes to the server as the whole
// setting, and the page's answer comes back. Streamlit hears of it afterwards, for session and history.

import { decodeAnswer } from "./bytes.js";
import { withView, writeAddress } from "./address.js";
import { isUnheard, tellSoon } from "./notify.js";
import { post } from "./post.js";
import { createSteps, hearSteps, isStep, recordStep, stepTarget } from "./steps.js";

/** How long after the last touch a rerun's answer to an older state still counts as late. */
export const TOUCH_MS = 600;
const LATER_MS = 30;
/** After which a lost server is asked again. */
const AGAIN_MS = 1000;
const MOST_PAST = 80;

/**
 * What all places of one page share. `draw` shows an answer, `tell` brings something done to Streamlit.
 * @returns {any}
 */
export function createStore(name) {
  return {
    name, state: null, shared: {}, queue: [], busy: false, past: [], touched: 0, refused: {}, drawn: {}, wanted: new Set(),
    post, draw: () => {}, tell: () => {}, untold: [], log: [], ahead: null, told: 0, toldAt: 0, heard: 0, steps: createSteps(),
    answered: () => {}, isConnected: () => true, waits: () => {},
  };
}

/** Everything that an answer follows from, as one text. */
export function keyOf(state, language) {
  const sorted = Object.fromEntries(Object.entries(state.setting).sort(([one], [other]) => (one < other ? -1 : 1)));
  return JSON.stringify([language, sorted, state.place.pin, state.place.trail]);
}

/**
 * Something is to change: {set: {field: value}} by a control, {with: {field: value}} by a picture, {to: state} as a
 * whole, {step: "undo" or "redo"}, or {do: ...} in a picture. A control tells Streamlit itself.
 */
export function ask(store, patch) {
  store.queue.push(patch);
  store.touched = performance.now();
  run(store);
}

/** The next patch; of one control after another only the newest values count. */
export function nextPatch(queue) {
  const patch = queue.shift();
  if (!patch.set) return patch;
  const merged = { set: { ...patch.set } };
  while (queue[0]?.set) Object.assign(merged.set, queue.shift().set);
  return merged;
}

/** The setting before the last change, once `setting` is in force: to show it otherwise is no change. */
function beforeIn(store, setting) {
  const now = store.state?.setting, { views = [] } = store.shared;
  if (!now) return null;
  return isStep(now, setting, views) ? now : store.before;
}

/** What is asked of the server. A pin alone needs only what follows the pin. */
export function requestOf(store, patch) {
  const { setting, place } = store.state;
  // `before` is what a picture is compared with, perhaps of long ago; `leaving` is what this very patch changes.
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
 * Prefetch on pointer-down what pointer-up will request; show it only then. No other
 * request is kept waiting by it, and one that turns out to be another is simply asked.
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

/** Where "undo", "redo" or the "start" leads now; null where there is no such step. */
export function targetOf(store, step) {
  if (!store.state) return null;
  const { views = [], start } = store.shared, { setting, place } = store.state;
  const steps = { ...store.steps, start: start && isStep(setting, start, views) ? [start] : [] };
  const target = stepTarget(steps, step, setting, views);
  return target ? { setting: target, place } : null;
}

/** The next patch that leads anywhere, a step as the state that it leads to. */
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
  if (store.isLeft) return; // another page is open by now, or this one anew
  if (answer === "unreachable" && !store.isConnected()) {
    // Nothing that was done is lost: it is asked again until the server is back.
    store.queue.unshift(patch);
    store.againTimer = setTimeout(() => run(store), AGAIN_MS);
    return;
  }
  if (answer === "refused") {
    // Two controls may be possible only together: the next one is tried with what this one said.
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

/** What of a picture is in sight stands in the address too; the server only hands it on when a page opens. */
export function setView(store, view) {
  store.view = view;
  if (store.address) keepAddress(store, store.address);
}

/** What is drawn need not be drawn again, unless the same setting will soon give something else. */
function markDrawn(store, answer) {
  for (const name of Object.keys(answer.areas)) store.drawn[name] = !answer.passing?.includes(name);
}

/** Draws the areas of an answer; what else is on the page is asked for behind them. */
function show(store, answer) {
  store.shared.later = answer.later;
  store.draw(answer);
  // Behind the picture: it takes the browser longer than drawing a matrix.
  clearTimeout(store.addressTimer);
  store.address = answer.address;
  store.addressTimer = setTimeout(() => keepAddress(store, answer.address));
  markDrawn(store, answer);
  clearTimeout(store.laterTimer);
  store.laterTimer = setTimeout(() => askForLater(store), LATER_MS);
}

/** The areas that somebody looks at and that are not drawn yet. */
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
  // Each once: whoever comes second finds the answer on its way.
  const text = asked + areas.join();
  if (store.underway === text) return;
  store.underway = text;
  const answer = await fetched(store, { ...store.state, before: store.before, areas });
  if (store.underway === text) store.underway = null;
  if (typeof answer === "string" || asked !== keyOf(store.state, store.shared.language)) return;
  store.draw(answer);
  markDrawn(store, answer);
}

/** Areas that a picture asks for as it needs them, by name; null where the setting has become another one. */
export async function fetchAreas(store, areas) {
  if (!store.state) return null;
  const asked = keyOf(store.state, store.shared.language);
  const answer = await posted(store, JSON.stringify({ ...store.state, before: store.before, areas }));
  return typeof answer === "string" || asked !== keyOf(store.state, store.shared.language) ? null : answer.areas;
}

/** Writes where the page stands, unless the address is another page's by now. */
function keepAddress(store, address) {
  if (!store.isLeft) writeAddress(withView(store, address));
}

/**
 * The server was started anew while the page stayed open: its session knows the address with which the page was opened,
 * and nothing of what was done since.
 */
function isOfNewSession(store, { session, state }) {
  const isOther = store.session !== undefined && store.session !== session;
  store.session = session;
  return isOther && Boolean(store.state) && keyOf(store.state, store.shared.language) !== keyOf(state, store.shared.language);
}

/**
 * The page's own answer, from its rerun. One to a state that was left a moment ago is late: it waits,
 * for the rerun that answers the state in force is on its way.
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
  // A setting that was not made here: it has come about by other steps.
  if (store.state && isStep(store.state.setting, state.setting, shared.views ?? [])) store.steps = createSteps();
  hearSteps(store.steps, { undo, redo });
  const isDrawn = store.state && !isOther && keyOf(store.state, shared.language) === key
    && Object.keys(areas).every((name) => store.drawn[name]);
  if (isDrawn) {
    store.draw({ ...answer, areas: {} });
    return;
  }
  if (isOther) store.drawn = {};
  accept(store, answer);
}
