// The one way a matrix is drawn. Streamlit calls this with every new payload and theme.

import { decode } from "./payload.js";
import { createBoard, followTheme, layout, update } from "./board.js";
import { connectEditor, connectPanel } from "./interaction.js";

const boards = new WeakMap();

function openBoard(root) {
  const board = createBoard(root);
  connectEditor(board);
  board.observer = new ResizeObserver(() => {
    if (board.stage.clientWidth === board.width) return;
    board.width = board.stage.clientWidth;
    layout(board);
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
  setTimeout(() => {
    followTheme(board);
    for (const panel of board.panels) connectPanel(board, panel);
  });
  return () => {
    board.observer.disconnect();
    boards.delete(parentElement);
  };
}
