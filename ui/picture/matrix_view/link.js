// Hovering in one view highlights the same selection in all views of the page with the same link.

import { drawSelections, hoveredSelection } from "./board.js";

/** Highlight what is hovered in other views with the same link. @param {Matrices.Board} board */
export function listenToOthers(board) {
  const listen = (/** @type {Event} */ event) => {
    const { detail } = /** @type {CustomEvent} */ (event);
    if (detail.from === board || !board.header?.link || detail.link !== board.header.link) return;
    board.lent = detail.selection;
    drawSelections(board);
  };
  window.addEventListener("workbench:hover", listen);
  board.stopListening = () => window.removeEventListener("workbench:hover", listen);
}

/** Notify the other views of what is hovered here. @param {Matrices.Board} board */
export function tellOthers(board) {
  if (!board.header.link) return;
  const detail = { link: board.header.link, selection: hoveredSelection(board), from: board };
  window.dispatchEvent(new CustomEvent("workbench:hover", { detail }));
}
