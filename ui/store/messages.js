// How Streamlit is notified of what was done in the browser: as messages, the last of which it acknowledges. Pure: part
// of the reducer.

import { setTimer, stopTimer } from "./turn.js";

/** Streamlit is notified once the user pauses for this long. */
export const NOTIFY_MS = 120;
/** How long a message may be on its way to Streamlit; after that it counts as lost. */
export const LOST_MS = 5000;

/**
 * Notifies Streamlit of actions once the user pauses, and immediately before a control changes. The message has the
 * resulting setting and the one that it was applied to, because a control may change at the same moment. What is not
 * the user's own may be told `later`, in ms; it is told before anything else is.
 * @param {Page.Turn} turn @param {Page.Message} message
 */
export function notifySoon(turn, message, later = 0) {
  if (message.step && turn.next.unsent.length) notify(turn);
  turn.next.unsent = [...turn.next.unsent, message];
  setTimer(turn, "notify", NOTIFY_MS + later);
}

/** Notifies Streamlit now: the last message stands for all. @param {Page.Turn} turn */
export function notify(turn) {
  const { next, effects } = turn, [first] = next.unsent, last = next.unsent.at(-1);
  stopTimer(turn, "notify");
  next.unsent = [];
  if (!last) return;
  // Increasing, even if a clock is set back.
  Object.assign(next, { lastSent: Math.max(turn.date, next.lastSent + 1), lastSentAt: turn.now });
  effects.push({ kind: "notify", message: { ...last, base: first.base, number: next.lastSent } });
}

/**
 * Returns whether Streamlit has not yet acknowledged a change made here; a later rerun will.
 * @param {Page.StoreState} state @param {number} now
 */
export function isUnacknowledged(state, now, acknowledged = state.acknowledged) {
  return state.unsent.length > 0 || (acknowledged < state.lastSent && now - state.lastSentAt < LOST_MS);
}
