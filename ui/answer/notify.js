// How Streamlit is notified of what was done in the browser: as messages, the last of which it acknowledges.

const TELL_MS = 120;
/** How long a message may be on its way to Streamlit; after that it counts as lost. */
const UNHEARD_MS = 5000;

/**
 * Streamlit hears of what was done when the hand rests, and at once before a control moves: the setting that it led
 * to, and the one that it was done to, for a control may move at the same moment.
 */
export function tellSoon(store, message) {
  if (message.step && store.untold.length) tellNow(store);
  store.untold.push(message);
  clearTimeout(store.tellTimer);
  store.tellTimer = setTimeout(() => tellNow(store), TELL_MS);
}

/** Another page is to open with these fields: Streamlit hears of it before it opens that. */
export function bring(store, { page, fields }) {
  tellSoon(store, { request: store.state, base: store.state.setting, bring: { page, fields } });
}

/** The page is left: Streamlit hears of nothing more, for it would run a part of a page that is gone. */
export function leave(store) {
  for (const timer of [store.tellTimer, store.laterTimer, store.lateTimer, store.againTimer]) clearTimeout(timer);
  store.tell = () => {};
  store.untold = [];
}

export function tellNow(store) {
  clearTimeout(store.tellTimer);
  const [first] = store.untold, last = store.untold.at(-1);
  store.untold = [];
  if (!last) return;
  // Rising, for a clock may be set back.
  store.told = Math.max(Date.now(), store.told + 1);
  store.toldAt = performance.now();
  store.tell({ ...last, base: first.base, number: store.told });
}

/** Whether Streamlit has not yet acknowledged a change made here; a later rerun will. */
export function isUnheard(store, heard = store.heard) {
  return store.untold.length > 0 || (heard < store.told && performance.now() - store.toldAt < UNHEARD_MS);
}
