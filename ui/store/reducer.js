// One page's state in the browser: what each event makes of it, and the effects to carry out. Pure: an event carries the
// time, and the store carries out the effects.

import { accept, draw, receive, writeAddress } from "./accept.js";
import { notify, notifySoon } from "./messages.js";
import { keyOf, missing, nextGood, requestOf } from "./requests.js";
import { createSteps, isStep, withStep } from "./steps.js";
import { isBusy, isOpen, setTimer, startTurn, stopTimer } from "./turn.js";

/** Delay before a lost server is contacted again. */
export const AGAIN_MS = 1000;
/** @type {Page.TimerName[]} */
const STOPPED_ON_LEAVING = ["notify", "areas", "late", "again"];

/** @returns {Page.StoreState} */
export function createState() {
  return {
    state: null, shared: {}, before: null, session: undefined, queue: [], pending: null, prefetched: null, refused: {}, steps: createSteps(),
    past: [], touchedAt: 0, late: null, wanted: [], drawn: {}, underway: null, unsent: [], lastSent: 0, lastSentAt: 0, acknowledged: 0,
    address: undefined, view: null, isLeft: false, isSaved: false,
  };
}

/**
 * Returns the state after an event, and the effects to carry out, in order.
 * @param {Page.StoreState} state @param {Page.TimedEvent} event @returns {{state: Page.StoreState, effects: Page.Effect[]}}
 */
export function reduce(state, event) {
  const turn = startTurn(state, event);
  handle(turn, event);
  return { state: turn.next, effects: turn.effects };
}

/** @param {Page.Turn} turn @param {Page.TimedEvent} event */
function handle(turn, event) {
  const { next } = turn;
  switch (event.kind) {
    case "asked":
      Object.assign(next, { queue: [...next.queue, event.patch], touchedAt: turn.now });
      return request(turn);
    case "prefetch": return prefetch(turn, event.patch);
    case "touched": next.touchedAt = turn.now; return;
    case "answered": case "refused": case "unreachable": return finish(turn, event);
    case "wanted":
      next.wanted = [...new Set([...next.wanted, ...event.names])];
      return requestAreas(turn);
    case "areas": return takeAreas(turn, event);
    case "rerun": return receive(turn, event.answer, true);
    case "timer": return TIMERS[event.name](turn);
    case "replaced":
      next.drawn = Object.fromEntries(Object.entries(next.drawn).filter(([name]) => !event.names.includes(name)));
      return;
    case "viewed":
      next.view = event.view;
      if (next.address) writeAddress(turn, next.address);
      return;
    case "brought":
      if (isOpen(turn)) notifySoon(turn, { request: turn.next.state, base: turn.next.state.setting, bring: event.bring });
      return;
    case "due": return notify(turn);
    case "leaving":
      for (const name of STOPPED_ON_LEAVING) stopTimer(turn, name);
      turn.effects.push({ kind: "mute" });
      Object.assign(next, { unsent: [], late: null });
      return;
    case "left": next.isLeft = true;
  }
}

/** @type {Record<Page.TimerName, (turn: Page.Turn) => void>} */
const TIMERS = {
  again: request,
  areas: requestAreas,
  notify,
  address: (turn) => writeAddress(turn, turn.next.address ?? ""),
  late: (turn) => { if (turn.next.late) receive(turn, turn.next.late, isBusy(turn.next)); },
};

/** Requests the next change of the queue, unless one is being requested. @param {Page.Turn} turn */
function request(turn) {
  const { next } = turn;
  if (!isOpen(turn) || isBusy(next)) return;
  const [patch, queue] = nextGood(next);
  next.queue = queue;
  if (!patch) return;
  const asked = requestOf(turn.next, patch);
  next.pending = { patch, request: asked };
  turn.effects.push({ kind: "wait", isWaiting: true }, { kind: "post", ...sent(turn, asked) });
}

/** The address and body of a request, and whether it was prefetched. @param {Page.Turn} turn @param {Page.Request} asked */
function sent({ next }, asked) {
  const body = JSON.stringify(asked), isPrefetched = next.prefetched === body;
  next.prefetched = null;
  return { url: next.shared.url ?? "", body, isPrefetched };
}

/**
 * Prefetches on pointer-down what pointer-up will request; it is shown only then. It does not delay other requests, and
 * if the actual request differs, that one is simply sent.
 * @param {Page.Turn} turn @param {Page.Patch} patch
 */
function prefetch(turn, patch) {
  const { next } = turn;
  if (!isOpen(turn) || isBusy(next) || next.queue.length) return;
  next.prefetched = JSON.stringify(requestOf(turn.next, patch));
  turn.effects.push({ kind: "prefetch", url: next.shared.url ?? "", body: next.prefetched });
}

/**
 * Takes the outcome of a requested change.
 * @param {Page.Turn} turn @param {Page.TimedEvent & {kind: "answered" | "refused" | "unreachable"}} event
 */
function finish(turn, event) {
  const { next } = turn;
  if (!isOpen(turn) || !next.pending) return;
  const { patch, request: asked } = next.pending, base = turn.next.state.setting;
  next.pending = null;
  turn.effects.push({ kind: "wait", isWaiting: false });
  // Another page is open by now, or this one was opened again.
  if (next.isLeft) return;
  if (event.kind === "unreachable" && !event.isConnected) {
    // No action is lost: the request is repeated until the server is back.
    next.queue = [patch, ...next.queue];
    return setTimer(turn, "again", AGAIN_MS);
  }
  if (event.kind === "refused") {
    // Two controls may be valid only together: the next one is tried with this one's value.
    next.refused = { ...next.refused, ...patch.set };
  } else {
    if (event.kind === "answered") takeAnswer(turn, event.answer, patch, base);
    const message = event.kind === "answered" ? event.answer.state : asked;
    // A control notifies Streamlit itself.
    if (!patch.set) notifySoon(turn, { request: message, step: patch.step, base }, patch.later);
  }
  request(turn);
}

/** Takes the answer to a patch of the setting `base`. @param {Page.Turn} turn @param {Page.Answer} answer @param {Page.Patch} patch @param {Page.Setting} base */
function takeAnswer(turn, answer, patch, base) {
  const { next } = turn;
  if (isStep(base, answer.state.setting, next.shared.views ?? [])) next.steps = withStep(next.steps, base, patch.step);
  accept(turn, answer, Boolean(patch.do?.change));
}

/** Requests the areas that are visible but not drawn; each only once while it is pending. @param {Page.Turn} turn */
function requestAreas(turn) {
  const { next } = turn, areas = missing(next);
  if (!isOpen(turn) || !areas.length || isBusy(next) || next.queue.length) return;
  const { state } = turn.next, key = keyOf(state, next.shared.language), text = key + areas.join();
  if (next.underway === text) return;
  next.underway = text;
  turn.effects.push({ kind: "post areas", ...sent(turn, { ...state, before: next.before, areas }), key, request: text });
}

/** Draws the areas of an answer, unless the state has changed meanwhile. @param {Page.Turn} turn @param {Page.TimedEvent & {kind: "areas"}} event */
function takeAreas(turn, { key, request: text, answer }) {
  const { next } = turn;
  if (next.underway === text) next.underway = null;
  if (answer && isOpen(turn) && key === keyOf(turn.next.state, next.shared.language)) draw(turn, answer);
}
