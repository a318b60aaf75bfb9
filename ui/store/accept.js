// What an answer makes of a page's state: the server's own to a request, or that of a rerun of Streamlit. Pure: part of
// the reducer.

import { withView } from "./address.js";
import { isUnacknowledged, notifySoon } from "./messages.js";
import { beforeIn, keyOf } from "./requests.js";
import { createSteps, isStep, withSession } from "./steps.js";
import { isBusy, isOpen, setTimer, stopTimer } from "./turn.js";

/** How long after the last touch a rerun's answer to an older state still counts as late. */
export const TOUCH_MS = 600;
/** The delay after a picture until the rest of the page is requested. */
export const AREAS_MS = 30;
const MOST_PAST = 80;

/** Makes the answer's state the current one, and draws it. @param {Page.Turn} turn @param {Page.Answer} answer @param {boolean} isChange */
export function accept(turn, answer, isChange) {
  const { next } = turn, { language } = next.shared, key = keyOf(answer.state, language);
  const past = next.state ? [...next.past, keyOf(next.state, language)].slice(-MOST_PAST) : next.past;
  next.past = past.filter((one) => one !== key);
  const isOther = JSON.stringify(next.state?.setting) !== JSON.stringify(answer.state.setting);
  if (isOther) Object.assign(next, { drawn: {}, before: beforeIn(next, answer.state.setting) });
  Object.assign(next, {
    state: answer.state, refused: {}, address: answer.address, shared: { ...next.shared, later: answer.later },
  });
  draw(turn, answer, isChange);
  // After the picture: writing the URL takes the browser longer than drawing a matrix.
  setTimer(turn, "address", 0);
  setTimer(turn, "areas", AREAS_MS);
}

/**
 * Draws an answer. Its areas count as drawn, except those for which the same setting will soon give another result.
 * @param {Page.Turn} turn @param {Page.Answer} answer @param {boolean} [isChange]
 */
export function draw({ next, effects }, answer, isChange = false) {
  effects.push({ kind: "draw", answer, isChange });
  const drawn = Object.keys(answer.areas).map((name) => [name, !answer.provisional?.includes(name)]);
  next.drawn = { ...next.drawn, ...Object.fromEntries(drawn) };
}

/** Writes the page's URL, unless another page is open by now. @param {Page.Turn} turn @param {string} address */
export function writeAddress({ next, effects }, address) {
  if (!next.isLeft) effects.push({ kind: "write address", address: withView(next, address) });
}

/**
 * Takes the page's own answer, from its rerun. An answer to a state that was left a moment ago is late: it waits,
 * because the rerun for the current state is on its way.
 * @param {Page.Turn} turn @param {Page.RerunAnswer} answer @param {boolean} isPatient
 */
export function receive(turn, answer, isPatient) {
  const { next } = turn, { areas, state, address, later, equation, acknowledged, session, undo, redo, before, ...shared } = answer;
  const isOther = next.shared.language !== shared.language;
  next.late = null;
  stopTimer(turn, "late");
  next.shared = { ...next.shared, ...shared, later };
  if (isOfNewSession(turn, answer) && isOpen(turn)) return notifySoon(turn, { request: turn.next.state, base: state.setting });
  next.acknowledged = Math.max(next.acknowledged, acknowledged);
  if (next.state && isUnacknowledged(next, turn.now, acknowledged)) return;
  next.before = before ?? null;
  const key = keyOf(state, shared.language);
  if (next.state && isPatient && isTouched(turn) && next.past.includes(key)) {
    next.late = answer;
    return setTimer(turn, "late", TOUCH_MS);
  }
  // A setting that was not made here was reached by other steps.
  if (next.state && isStep(next.state.setting, state.setting, shared.views ?? [])) next.steps = createSteps();
  next.steps = withSession(next.steps, { undo, redo });
  const isSame = next.state && !isOther && keyOf(next.state, shared.language) === key;
  if (isSame && Object.keys(areas).every((name) => next.drawn[name])) {
    draw(turn, { ...answer, areas: {} });
    // Streamlit may have opened the page once more under its bare path.
    return writeAddress(turn, address);
  }
  if (isOther) next.drawn = {};
  accept(turn, answer, false);
}

/** Returns whether something is on its way, or the user has just done something. @param {Page.Turn} turn */
function isTouched({ next, now }) {
  return isBusy(next) || next.queue.length > 0 || now - next.touchedAt < TOUCH_MS;
}

/**
 * Returns whether the server was restarted while the page stayed open: its session knows the URL with which the page
 * was opened, and none of the changes since.
 * @param {Page.Turn} turn @param {Page.RerunAnswer} answer
 */
function isOfNewSession(turn, { session, state }) {
  const { next } = turn, { language } = next.shared, isOther = next.session !== undefined && next.session !== session;
  next.session = session;
  return isOther && isOpen(turn) && keyOf(turn.next.state, language) !== keyOf(state, language);
}
