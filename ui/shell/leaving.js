// Leaving a page: by a link, or by going back.

import { bring, hasUnacknowledged, leave, leaveForGood, notifyNow } from "../store/notify.js";
import { isScriptRunning, listenForBack, repeatBack } from "../streamlit/streamlit.js";

const LOOK_MS = 40, LONGEST_WAIT_MS = 1500;

/** @param {Page.Store} store */
function isIdle(store) {
  return !hasUnacknowledged(store) && !isScriptRunning();
}

/**
 * Following a link to another page, or going back, leaves this page. Streamlit cannot change the page while it runs a
 * fragment of this one: the click is delayed until then.
 * @param {Page.Store} store
 */
export function listenForLeaving(store) {
  const path = location.pathname;
  const onClick = (/** @type {MouseEvent} */ event) => {
    /** @type {HTMLAnchorElement | null | undefined} */
    const link = /** @type {Element} */ (event.target).closest?.("a[href]");
    if (!link || new URL(link.href, location.href).pathname === location.pathname) return;
    // Opening a new window leaves this page as it is.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (link.dataset.brings && store.broughtBy !== link) bring(store, JSON.parse(link.dataset.brings));
    store.broughtBy = link;
    if (isIdle(store) || store.isLeaving) {
      leave(store);
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    notifyNow(store);
    const end = performance.now() + LONGEST_WAIT_MS;
    const look = () => {
      store.isLeaving = performance.now() > end;
      if (isIdle(store) || store.isLeaving) link.click();
      else setTimeout(look, LOOK_MS);
    };
    setTimeout(look, 2 * LOOK_MS);
  };
  const onBack = (/** @type {Event} */ event) => {
    if (location.pathname === path) return;
    // The last change is in the URL of the page that is left: going forward restores it.
    leaveForGood(store);
    if (isIdle(store) || store.isLeaving) return;
    event.preventDefault();
    if (store.isWaiting) return;
    store.isWaiting = true;
    const end = performance.now() + LONGEST_WAIT_MS;
    const look = () => {
      store.isLeaving = performance.now() > end;
      if (isIdle(store) || store.isLeaving) repeatBack();
      else setTimeout(look, LOOK_MS);
    };
    setTimeout(look, LOOK_MS);
  };
  document.addEventListener("click", onClick, true);
  const stopBack = listenForBack(onBack);
  return () => {
    document.removeEventListener("click", onClick, true);
    stopBack();
  };
}
