// Notifies Streamlit of what was done in the browser.

import { isUnacknowledged } from "./messages.js";
import { dispatch } from "./store.js";

/** Opens another page with these fields: Streamlit is notified before it opens that page. @param {Page.Store} store @param {Page.Bring} bring */
export function bring(store, { page, fields, pin = "" }) {
  dispatch(store, { kind: "brought", bring: { page, fields, pin } });
}

/** Leaves the page: Streamlit is no longer notified, as it would rerun a fragment that no longer exists. @param {Page.Store} store */
export function leave(store) {
  dispatch(store, { kind: "leaving" });
}

/** Another page is open: requests still pending for this one are not drawn, and no longer write its URL. @param {Page.Store} store */
export function leaveForGood(store) {
  leave(store);
  dispatch(store, { kind: "left" });
}

/** @param {Page.Store} store */
export function notifyNow(store) {
  dispatch(store, { kind: "due" });
}

/** Returns whether Streamlit has not yet acknowledged a change made here; a later rerun will. @param {Page.Store} store */
export function hasUnacknowledged(store) {
  return isUnacknowledged(store.held, performance.now());
}
