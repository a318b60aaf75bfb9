// The one way a matrix is drawn. Streamlit calls this with every new payload and theme.

import { followPixelRatio } from "../pixel_ratio.js";
import { decode } from "./payload.js";
import { createBoard, followTheme, layout } from "./board.js";
import { listenToOthers } from "./link.js";
import { receive, watchControls } from "./ahead.js";
import { connectEditor, connectPanel } from "./interaction.js";

const boards = new WeakMap();

function openBoard(root) {
  const board = createBoard(root);
  board.connect = (panel) => connectPanel(board, panel);
  connectEditor(board);
  watchControls(board);
  listenToOthers(board);
  board.observer = new ResizeObserver(() => {
    if (board.stage.clientWidth === board.width) return;
    board.width = board.stage.clientWidth;
    layout(board);
  });
  board.observer.observe(board.stage);
  board.stopRatio = followPixelRatio(() => layout(board));
  boards.set(root, board);
  return board;
}

export default function matrixView({ data, parentElement, setStateValue }) {
  const board = boards.get(parentElement) ?? openBoard(parentElement);
  board.setStateValue = setStateValue;
  receive(board, decode(data));
  setTimeout(() => followTheme(board));
  return () => {
    board.observer.disconnect();
    board.stopRatio();
    board.stopWatching();
    board.stopListening();
    boards.delete(parentElement);
  };
}
