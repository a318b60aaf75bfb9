// What draws the one picture of a saved page: it can be pointed at and pinned, without a server.

import { unframed, withNumbers } from "../answer/bytes.js";
import { createStore } from "../answer/store.js";
import { createBoard, layout, update } from "../picture/matrix_view/board.js";
import { connectEditor, connectPanel } from "../picture/matrix_view/interaction.js";
import { mapPart } from "../picture/model_map/model_map.js";
import { linesPart } from "../picture/word_lines/word_lines.js";
import { unpacked } from "./packed.js";
import { showCurves } from "./still_curves.js";

/** A page's state that nothing can change. */
function stillStore({ strings, place }) {
  const store = createStore("saved");
  return Object.assign(store, {
    busy: true, state: { setting: {}, place: { pin: "", trail: "", ...place } }, shared: { strings, url: "", language: "" },
    post: async () => ({ status: 0, bytes: null }),
  });
}

function showBoard(place, { items, pin, strings }) {
  place.append(Object.assign(document.createElement("div"), { className: "board" }));
  const board = /** @type {any} */ (createBoard(place));
  Object.assign(board, { connect: (panel) => connectPanel(board, panel), tell: () => {}, foresee: () => {} });
  connectEditor(board);
  update(board, { items, link: "", pin, strings });
  new ResizeObserver(() => {
    board.width = board.stage.clientWidth;
    layout(board);
  }).observe(board.stage);
}

function showPart(make, place, data) {
  const view = make({ store: stillStore(data) });
  place.append(view.node);
  view.show(data.part);
}

const KINDS = {
  board: showBoard,
  // As an answer brings it: its numbers stand behind it.
  answer: (place, data, rest) => showBoard(place, { ...data, items: data.items.map((item) => withNumbers(item, rest)) }),
  curves: showCurves,
  lines: (place, data) => showPart(linesPart, place, data),
  map: (place, data) => showPart(mapPart, place, data),
};

/** Draws what was packed into the page. */
export function show(bytes) {
  const data = unpacked(bytes);
  KINDS[data.kind](document.getElementById("picture"), data, unframed(bytes).rest);
  fillFrame();
}

/** In a notebook the page stands in a frame, which is as high as the page. */
function fillFrame() {
  const frame = /** @type {HTMLElement | null} */ (window.frameElement);
  if (frame) new ResizeObserver(() => { frame.style.height = `${Math.ceil(document.body.getBoundingClientRect().height)}px`; }).observe(document.body);
}
