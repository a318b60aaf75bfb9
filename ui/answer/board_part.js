// Linked matrices as a part of an answer.

import { element } from "../picture/element.js";
import { followPixelRatio } from "../picture/pixel_ratio.js";
import { forPointer } from "../picture/pointer_words.js";
import { predictOn } from "../picture/prediction/board_prediction.js";
import { createBoard, followTheme, layout, update } from "../picture/matrix_view/board.js";
import { roomChanged, roomOf } from "../picture/matrix_view/fit.js";
import { flash, numbersOf } from "../picture/matrix_view/flash.js";
import { connectEditor, connectPanel } from "../picture/matrix_view/interaction.js";
import { listenToOthers } from "../picture/matrix_view/link.js";
import { scroller } from "../streamlit/streamlit.js";
import { ask, prefetch } from "../store/store.js";

/** @param {{store: Page.Store}} context */
export function boardPart({ store }) {
  const node = element("div", "board-part"), host = element("div", "board");
  node.append(host);
  const board = createBoard(node);
  board.scroller = scroller();
  let roomBelow = 0;
  board.room = () => roomOf(board, roomBelow);
  board.connect = (panel) => connectPanel(board, panel);
  board.tell = (done) => {
    ask(store, { do: done });
    if ("pin" in done) store.pinned?.();
  };
  board.prefetch = (pin) => prefetch(store, { do: { pin } });
  connectEditor(board);
  const prediction = predictOn(store, board, update);
  listenToOthers(board);
  const observer = new ResizeObserver(() => {
    if (board.stage.clientWidth === board.width) return;
    board.width = board.stage.clientWidth;
    layout(board);
  });
  observer.observe(board.stage);
  const stopRatio = followPixelRatio(() => layout(board));
  // A resize that changes only the height leaves the stage as wide as it was.
  const onResize = () => board.items.length && layout(board);
  window.addEventListener("resize", onResize);
  return {
    node, board, picture: () => ({ kind: /** @type {const} */ ("board"), board }),
    /** @param {Matrices.Part} part */
    show(part) {
      const { strings } = store.shared;
      roomBelow = part.roomBelow ?? 0;
      const before = store.isChange && board.panels.length ? numbersOf(board) : null;
      const header = { items: part.items, link: part.link, explained: part.explained, pin: store.state?.selection.pin ?? "" };
      update(board, { ...header, strings: { ...strings, hint: forPointer(part.hint) } });
      if (before) flash(board, board.touched ? new Map([...before, ...board.touched]) : before);
      board.touched = null;
      setTimeout(() => {
        board.tables.refresh();
        prediction.refresh();
        followTheme(board);
        if (roomChanged(board)) layout(board);
      });
    },
    /** Called when perhaps only the pin has moved. */
    refresh() {
      const pin = store.state?.selection.pin ?? "";
      if (board.header && board.header.pin !== pin) update(board, { ...board.given, pin });
      else if (board.header) setTimeout(() => followTheme(board));
    },
    moved() {
      if (roomChanged(board)) layout(board);
    },
    close() {
      observer.disconnect();
      window.removeEventListener("resize", onResize);
      stopRatio();
      prediction.close();
      board.stopListening();
    },
  };
}
