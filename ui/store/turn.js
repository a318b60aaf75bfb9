// The handling of one event: a copy of the state whose fields are replaced, never changed in place, and the effects so
// far. Pure: shared by the modules of the reducer.

/** @param {Page.StoreState} state @param {Page.TimedEvent} event @returns {Page.Turn} */
export function startTurn(state, { now, date }) {
  return { next: { ...state }, effects: [], now, date };
}

/** @param {Page.Turn} turn @returns {turn is Page.OpenTurn} */
export const isOpen = (turn) => turn.next.state !== null;

/** Returns whether a change is being requested, or nothing can be. @param {Page.StoreState} state */
export const isBusy = (state) => state.isSaved || state.pending !== null;

/** @param {Page.Turn} turn @param {Page.TimerName} name @param {number} ms */
export function setTimer(turn, name, ms) {
  turn.effects.push({ kind: "set timer", name, ms });
}

/** @param {Page.Turn} turn @param {Page.TimerName} name */
export function stopTimer(turn, name) {
  turn.effects.push({ kind: "stop timer", name });
}
