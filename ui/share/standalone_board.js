// A saved page with matrices.

import { withNumbers } from "../store/bytes.js";
import { createBoard, layout, update } from "../picture/matrix_view/board.js";
import { connectEditor, connectPanel } from "../picture/matrix_view/interaction.js";
import { showPicture } from "./standalone.js";

/** @param {HTMLElement} place @param {Omit<Share.SavedBoard, "kind">} saved */
function showBoard(place, { items, pin, strings }) {
  place.append(Object.assign(document.createElement("div"), { className: "board" }));
  const board = createBoard(place);
  Object.assign(board, { connect: (/** @type {Matrices.Panel} */ panel) => connectPanel(board, panel), tell: () => {}, prefetch: () => {} });
  connectEditor(board);
  update(board, { items, link: "", pin, strings });
  new ResizeObserver(() => {
    board.width = board.stage.clientWidth;
    layout(board);
  }).observe(board.stage);
}

/** @param {Uint8Array} bytes */
export const show = (bytes) => showPicture(bytes, {
  board: showBoard,
  // In the format of an answer: the numbers come after the header.
  answer: (place, data, rest) => showBoard(place, { ...data, items: data.items.map((item) => withNumbers(item, rest)) }),
});
