// Following the teacher's page: going where the class is without loading anything anew, noticing who goes off on their
// own, and coming back.

import { openTarget } from "../lesson/opening.js";
import { openHere, openStore } from "../shell/workbench.js";
import { addressIn } from "./requests.js";

/** Until a page that did not come is asked for again. */
const AGAIN_MS = 8000;
/** What Streamlit has time for, for each window: it needs half of that, and answers come first. */
const RERUN_MS = 20;

/** What somebody sees of a page, as one text. @param {string} page @param {Page.State} state */
export function stateKey(page, { setting, selection }) {
  const fields = Object.entries(setting).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([page, fields, selection.pin ?? "", selection.trail ?? ""]);
}

/** Whether the open page has a place's setting, whatever is pinned. @param {Classes.Place | null} place */
export function isAt(place) {
  const store = openStore(), plain = (/** @type {Page.Setting} */ setting) => ({ setting, selection: { pin: "", trail: "" } });
  if (!place || !store?.state) return false;
  return stateKey(store.name, plain(store.state.setting)) === stateKey(place.page, plain(place.brings));
}

/** @param {Classes.Place} place @returns {Page.State} */
const stateOf = ({ brings, pin, trail }) => ({ setting: brings, selection: { pin, trail } });

/**
 * @param {{seat: string, language: () => string, changed: () => void}} window `changed` is called when somebody goes off
 */
export function createFollowing({ seat, language, changed }) {
  /** @type {Classes.Place | null} */
  let place = null;
  /** @type {Classes.Place | null} */
  let sent = null;
  /** @type {Classes.Seen | null} */
  let seen = null;
  let link = "", gathered = -1, follows = true, isArriving = false, isCompleted = false, at = "", timer = 0;

  const here = () => {
    const store = openStore();
    return store?.state ? stateKey(store.name, store.state) : "";
  };
  // Where the class goes on meanwhile, only the newest place is asked for.
  const isAsking = () => Boolean(openStore()?.busy || openStore()?.queue.length);
  // The pages of a class are not told of a move all at once, or none would be answered before all are.
  const later = () => Math.random() * RERUN_MS * (seen?.windows ?? 0);
  const settle = () => {
    clearTimeout(timer);
    isArriving = false;
    at = here();
  };
  const go = () => {
    const now = here();
    // It goes on with the first answer of the page that is being opened.
    if (!place || !now) return;
    if (now === stateKey(place.page, stateOf(place))) return settle();
    if (sent === place || isAsking()) return;
    sent = place;
    isCompleted = false;
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      sent = null;
      go();
    }, AGAIN_MS);
    // A map is not taken along: who follows looks at it where they like.
    openTarget({ ...place, title: "", view: "", address: addressIn(place.address, language(), seat) }, "", later());
  };
  const begin = () => {
    sent = null;
    isArriving = true;
    go();
  };
  return {
    follows: () => follows,
    isArriving: () => isArriving,
    /** @param {Classes.Seen} now */
    take(now) {
      const isGathered = gathered >= 0 && now.gathered > gathered, isMoved = now.link !== link;
      ({ gathered, link } = now);
      seen = now;
      if (isMoved || isGathered) place = now.place;
      if (isGathered && !follows) {
        follows = true;
        changed();
      }
      if (follows && (isMoved || isGathered)) begin();
    },
    /** The page has answered. */
    answered() {
      const store = openStore();
      if (!place || !follows || !store?.state) return;
      if (!isArriving) {
        if (here() === at) return;
        follows = false;
        return changed();
      }
      if (sent !== place) return go();
      if (store.name !== place.page || isAsking()) return;
      // A page that was opened has no trail yet, and its session may have had other values.
      if (!isCompleted && here() !== stateKey(place.page, stateOf(place))) {
        isCompleted = true;
        openHere(place.page, stateOf(place), later());
        return;
      }
      settle();
    },
    /** Follows, and goes to a place of the class that may be another one than the teacher's now. @param {Classes.Place | null} [other] */
    back(other = null) {
      place = other ?? seen?.place ?? place;
      follows = true;
      changed();
      begin();
    },
    stop: () => clearTimeout(timer),
  };
}
