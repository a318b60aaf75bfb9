// What the one picture of a saved page is drawn with: it can be pointed at and pinned, without a server. Each kind of
// picture has a module of its own beside this one, so that a page brings no other's along.

import { unframed } from "../answer/bytes.js";
import { createStore } from "../answer/store.js";
import { unpacked } from "./packed.js";

/** A page's state that nothing can change. */
function stillStore({ strings, place }) {
  const store = createStore("saved");
  return Object.assign(store, {
    busy: true, state: { setting: {}, place: { pin: "", trail: "", ...place } }, shared: { strings, url: "", language: "" },
    post: async () => ({ status: 0, bytes: null }),
  });
}

/** Draws a part of a page, which `make` makes. */
export function showPart(make, place, data) {
  const view = make({ store: stillStore(data) });
  place.append(view.node);
  view.show(data.part);
}

/** Draws what was packed into the page; `kinds` has by the name of each kind what draws it. */
export function showPicture(bytes, kinds) {
  const data = unpacked(bytes);
  kinds[data.kind](document.getElementById("picture"), data, unframed(bytes).rest);
  fillFrame();
}

/** In a notebook the page stands in a frame, which is as high as the page. */
function fillFrame() {
  const frame = /** @type {HTMLElement | null} */ (window.frameElement);
  if (frame) new ResizeObserver(() => { frame.style.height = `${Math.ceil(document.body.getBoundingClientRect().height)}px`; }).observe(document.body);
}
