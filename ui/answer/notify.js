// How Streamlit is notified of what was done in the browser: as messages, the last of which it acknowledges.

const TELL_MS = 120;
/** How long a message may be on its way to Streamlit; after that it counts as lost. */
const UNHEARD_MS = 5000;

/**
 * Notifies Streamlit of actions once the user pauses, and immediately before a control changes. The message has the
 * resulting setting and the one that it was applied to, because a control may change at the same moment.
 */
export function tellSoon(store, message) {
  if (message.step && store.untold.length) tellNow(store);
  store.untold.push(message);
  clearTimeout(store.tellTimer);
  store.tellTimer = setTimeout(() => tellNow(store), TELL_MS);
}

/** Opens another page with these fields: Streamlit is notified before it opens that page. */
export function bring(store, { page, fields }) {
  tellSoon(store, { request: store.state, base: store.state.setting, bring: { page, fields } });
}

/** Leaves the page: Streamlit is no longer notified, as it would rerun a fragment that no longer exists. */
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
  // Increasing, even if a clock is set back.
  store.told = Math.max(Date.now(), store.told + 1);
  store.toldAt = performance.now();
  store.tell({ ...last, base: first.base, number: store.told });
}

/** Returns whether Streamlit has not yet acknowledged a change made here; a later rerun will. */
export function isUnheard(store, heard = store.heard) {
  return store.untold.length > 0 || (heard < store.told && performance.now() - store.toldAt < UNHEARD_MS);
}
