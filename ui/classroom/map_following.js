// Following the teacher's eyes on the map: the part, the step and the overlays that the teacher looks at, until somebody
// moves their own map. Then the class looks elsewhere without them, up to the next page, or until they come back.

import { openStore } from "../shell/workbench.js";

/** What moves a map by hand. */
const HAND = ["wheel", "pointerdown", "keydown"];

/** The part of the map that the open page shows, as its URL has it; "" for the whole map, or without one. */
export const mapHere = () => openStore()?.view?.text ?? "";

/** @typedef {HTMLElement & {showView(text: string): void}} MapElement as hooks.js of the map makes it */

/** @param {{follows(): boolean, isOn?: (page: string) => boolean}} window */
export function createMapFollowing({ follows, isOn = (page) => openStore()?.name === page }) {
  let page = "", view = "", gathered = -1, isOwn = false, didFollow = true, shown = "";
  /** @type {MapElement | null} */
  let shownOn = null;
  const byHand = (/** @type {Event} */ { target, isTrusted }) => {
    if (isTrusted && target instanceof Element && target.closest(".model-map")) isOwn = true;
  };
  for (const kind of HAND) document.addEventListener(kind, byHand, { capture: true, passive: true });
  /** Again after each answer: the map may have come with it. */
  const look = () => {
    const map = /** @type {MapElement | null} */ (document.querySelector(".model-map[data-drawn]"));
    if (follows() && !didFollow) isOwn = false;
    didFollow = follows();
    if (!map || isOwn || !didFollow || !isOn(page)) return;
    // A map opens as a whole.
    const before = map === shownOn ? shown : "";
    shownOn = map;
    shown = view;
    if (view !== before) map.showView(view);
  };
  return {
    look,
    /** @param {Classes.Seen} seen */
    take({ place, map, gathered: now }) {
      const next = place?.page ?? "";
      if (next !== page || (gathered >= 0 && now > gathered)) isOwn = false;
      [page, view, gathered] = [next, map, now];
      look();
    },
    stop() {
      for (const kind of HAND) document.removeEventListener(kind, byHand, { capture: true });
    },
  };
}
