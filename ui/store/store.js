// One page's state in the browser, and its requests: every change is sent to the server as a whole setting, and the
// server returns the page's answer. Streamlit is notified afterwards, for session and history. The reducer decides what
// an event leads to; this module adds the time to it and carries out the effects.

import { writeAddress } from "./address.js";
import { decodeAnswer } from "./bytes.js";
import { post } from "./post.js";
import { createState, reduce } from "./reducer.js";
import { keyOf, targetOf as targetIn } from "./requests.js";
import { isBusy } from "./turn.js";

/**
 * The store shared by all mounts of one page. `draw` shows an answer, `notifyStreamlit` sends Streamlit a message.
 * @param {string} name @param {Partial<Page.StoreState>} [start] @returns {Page.Store}
 */
export function createStore(name, start = {}) {
  return Object.seal({
    name, held: { ...createState(), ...start }, timers: new Map(), prefetched: null, isChange: false,
    post, draw: () => {}, notifyStreamlit: () => {}, answered: () => {}, isConnected: () => true, waits: () => {}, pinned: () => {}, pictures: () => [], boards: () => [],
    chipRows: new Set(), predictors: new Set(), keptCovered: new Set(), pressedChip: null, answerShown: "", log: [], isLeaving: false, isWaiting: false, broughtBy: null,
    get state() { return this.held.state; },
    // Pictures exist only after the first answer, which has all of it.
    get shared() { return /** @type {Page.Shared} */ (this.held.shared); },
    get before() { return this.held.before; },
    get queue() { return this.held.queue; },
    get busy() { return isBusy(this.held); },
    get asking() { return this.held.pending?.patch.set; },
    get address() { return this.held.address; },
    get view() { return this.held.view; },
  });
}

/** Handles an event, and carries out its effects in order. @param {Page.Store} store @param {Page.Event} event */
export function dispatch(store, event) {
  const { state, effects } = reduce(store.held, { ...event, now: performance.now(), date: Date.now() });
  store.held = state;
  /** @type {unknown[]} */
  const errors = [];
  for (const effect of effects) {
    try {
      carryOut(store, effect);
    } catch (error) {
      // The others are still carried out: a request that is never sent would keep all later ones waiting.
      errors.push(error);
    }
  }
  if (errors.length) throw errors[0];
}

/** @param {Page.Store} store @param {Page.Effect} effect */
function carryOut(store, effect) {
  switch (effect.kind) {
    case "post":
      fetched(store, effect).then((outcome) => dispatch(store, eventOf(store, outcome)));
      return;
    case "post areas": {
      const { key, request } = effect;
      fetched(store, effect).then((outcome) => dispatch(store, { kind: "areas", key, request, answer: answerIn(outcome) }));
      return;
    }
    case "prefetch": store.prefetched = posted(store, effect); return;
    case "wait":
      store.waits(effect.isWaiting);
      if (!effect.isWaiting) store.answered();
      return;
    case "draw": return draw(store, effect.answer, effect.isChange);
    case "notify": return store.notifyStreamlit(effect.message);
    case "mute": store.notifyStreamlit = () => {}; return;
    case "write address": return writeAddress(effect.address);
    case "stop timer": return clearTimeout(store.timers.get(effect.name));
    case "set timer": {
      const { name, ms } = effect;
      clearTimeout(store.timers.get(name));
      store.timers.set(name, setTimeout(() => dispatch(store, { kind: "timer", name }), ms));
    }
  }
}

/** @param {Page.Store} store @param {Page.Answer} answer @param {boolean} isChange */
function draw(store, answer, isChange) {
  store.isChange = isChange;
  try {
    store.draw(answer);
  } finally {
    store.isChange = false;
  }
}

/** @param {Page.Store} store @param {Page.Outcome} outcome @returns {Page.Event} */
function eventOf(store, outcome) {
  if (outcome === "refused") return { kind: "refused" };
  if (outcome === "unreachable") return { kind: "unreachable", isConnected: store.isConnected() };
  return { kind: "answered", answer: outcome };
}

/** @param {Page.Outcome} outcome */
const answerIn = (outcome) => (typeof outcome === "string" ? null : outcome);

/** @param {Page.Store} store @param {{url: string, body: string, isPrefetched: boolean}} request */
function fetched(store, request) {
  const { prefetched } = store;
  store.prefetched = null;
  return request.isPrefetched && prefetched ? prefetched : posted(store, request);
}

/** @param {Page.Store} store @param {{url: string, body: string}} request @returns {Promise<Page.Outcome>} */
async function posted(store, { url, body }) {
  const { status, bytes } = await store.post(url, body);
  if (status !== 200 || !bytes) return status === 400 ? "refused" : "unreachable";
  try {
    return decodeAnswer(bytes);
  } catch {
    // A proxy answered instead of the server.
    return "unreachable";
  }
}

/**
 * Queues a change: {set: {field: value}} by a control, {with: {field: value}} by a picture, {to: state} for a whole
 * state, {step: "undo" or "redo"}, or {do: ...} in a picture. A control notifies Streamlit itself.
 * @param {Page.Store} store @param {Page.Patch} patch
 */
export function ask(store, patch) {
  dispatch(store, { kind: "asked", patch });
}

/** Prefetches on pointer-down what pointer-up will request. @param {Page.Store} store @param {Page.Patch} patch */
export function prefetch(store, patch) {
  dispatch(store, { kind: "prefetch", patch });
}

/** Records that a control was touched: answers of reruns to older states are late for a while. @param {Page.Store} store */
export function touch(store) {
  dispatch(store, { kind: "touched" });
}

/** Requests areas that have become visible, unless they are drawn. @param {Page.Store} store @param {string[]} names */
export function want(store, names) {
  dispatch(store, { kind: "wanted", names });
}

/** Records that the elements of areas were replaced: they are to be drawn again. @param {Page.Store} store @param {string[]} names */
export function forget(store, names) {
  dispatch(store, { kind: "replaced", names });
}

/** Takes the page's own answer, from its rerun. @param {Page.Store} store @param {Page.RerunAnswer} answer */
export function receive(store, answer) {
  dispatch(store, { kind: "rerun", answer });
}

/** Stores the map position in the URL; the server only passes it on when a page opens. @param {Page.Store} store @param {Page.MapPosition | null} view */
export function setView(store, view) {
  dispatch(store, { kind: "viewed", view });
}

/** Returns where "undo", "redo" or "start" leads now; null if that step is not possible. @param {Page.Store} store @param {Page.StepName | "start"} step */
export function targetOf(store, step) {
  return targetIn(store.held, step);
}

/**
 * Fetches areas that a picture requests on demand, by name; null if the setting has changed meanwhile.
 * @param {Page.Store} store @param {string[]} areas
 */
export async function fetchAreas(store, areas) {
  const { state } = store, { url, language } = store.shared;
  if (!state) return null;
  const asked = keyOf(state, language);
  const answer = answerIn(await posted(store, { url, body: JSON.stringify({ ...state, before: store.before, areas }) }));
  return !answer || !store.state || asked !== keyOf(store.state, store.shared.language) ? null : answer.areas;
}
