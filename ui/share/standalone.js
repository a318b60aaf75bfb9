// Draws the picture of a saved page, to hover over and pin without a server. Each kind of picture has a separate
// module next to this one, so that a page does not include the code of the others.

import { decodeFrame } from "../store/bytes.js";
import { createStore } from "../store/store.js";
import { unpacked } from "./packed.js";

/** Returns the state of a page that cannot be changed. @param {Pick<Share.SavedLines, "strings" | "selection">} saved */
function stillStore({ strings, selection }) {
  const state = { setting: {}, selection: { pin: "", trail: "", ...selection } };
  const store = createStore("saved", { isSaved: true, state, shared: { strings, url: "", language: "" } });
  return Object.assign(store, { post: async () => ({ status: 0, bytes: null }) });
}

/**
 * Draws a part of a page, made by `make`.
 * @param {Parameters<Page.AddKind>[1]} make @param {HTMLElement} place
 * @param {Pick<Share.SavedLines, "strings" | "selection"> & {part: object}} data
 */
export function showPart(make, place, data) {
  const view = make({ store: stillStore(data) });
  place.append(view.node);
  view.show(data.part);
}

/**
 * Draws the data packed into the page; `kinds` has the drawing function for each kind.
 * @param {Uint8Array} bytes @param {Share.DrawingOfKinds} kinds
 */
export function showPicture(bytes, kinds) {
  const saved = /** @type {Share.Saved} */ (unpacked(bytes)), place = /** @type {HTMLElement} */ (document.getElementById("picture"));
  /** @type {Share.DrawSaved<Share.Saved>} */ (kinds[saved.kind])(place, saved, decodeFrame(bytes).rest);
  fillFrame();
}

/** In a notebook the page is in a frame, which gets the height of the page. */
function fillFrame() {
  const frame = /** @type {HTMLElement | null} */ (window.frameElement);
  if (frame) new ResizeObserver(() => { frame.style.height = `${Math.ceil(document.body.getBoundingClientRect().height)}px`; }).observe(document.body);
}
