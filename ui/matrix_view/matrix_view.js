// The one way a matrix is drawn. Streamlit calls this with every new payload and theme.

import { decode } from "./payload.js";
import { createBoard, layout, update } from "./board.js";
import { connectEditor, connectPanel } from "./interaction.js";

const boards = new WeakMap();

function openBoard(root) {
  const board = createBoard(root);
  connectEditor(board);
  board.observer = new ResizeObserver(() => {
    if (board.stage.clientWidth !== board.width) layout(board);
  });
  board.observer.observe(board.stage);
  boards.set(root, board);
  return board;
}

export default function matrixView({ data, parentElement, setStateValue }) {
  const board = boards.get(parentElement) ?? openBoard(parentElement);
  board.setStateValue = setStateValue;
  update(board, decode(data));
  for (const panel of board.panels) connectPanel(board, panel);
  return () => {
    board.observer.disconnect();
    boards.delete(parentElement);
  };
}
