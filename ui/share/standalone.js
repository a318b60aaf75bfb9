// Draws the picture of a saved page, to hover over and pin without a server. Each kind of picture has a separate
// module next to this one, so that a page does not include the code of the others.

import { unframed } from "../store/bytes.js";
import { createStore } from "../store/store.js";
import { unpacked } from "./packed.js";

/** Returns the state of a page that cannot be changed. */
function stillStore({ strings, place }) {
  const state = { setting: {}, place: { pin: "", trail: "", ...place } };
  const store = createStore("saved", { isSaved: true, state, shared: { strings, url: "", language: "" } });
  return Object.assign(store, { post: async () => ({ status: 0, bytes: null }) });
}

/** Draws a part of a page, made by `make`. */
export function showPart(make, place, data) {
  const view = make({ store: stillStore(data) });
  place.append(view.node);
  view.show(data.part);
}

/** Draws the data packed into the page; `kinds` has the drawing function for each kind. */
export function showPicture(bytes, kinds) {
  const data = unpacked(bytes);
  kinds[data.kind](document.getElementById("picture"), data, unframed(bytes).rest);
  fillFrame();
}

/** In a notebook the page is in a frame, which gets the height of the page. */
function fillFrame() {
  const frame = /** @type {HTMLElement | null} */ (window.frameElement);
  if (frame) new ResizeObserver(() => { frame.style.height = `${Math.ceil(document.body.getBoundingClientRect().height)}px`; }).observe(document.body);
}
