// After an edit the cells that changed light up, matrix after matrix in the order of the equation, once.
// The numbers stand already: nothing waits for the light.

import { cellOrigin } from "./geometry.js";
import { clear } from "./draw.js";

export const STEP_MS = 90, GLOW_MS = 240, WHOLE_MS = 580;
/** Of more cells only the matrix lights up. */
const MOST_CELLS = 1024;

/** The numbers that stand in a board now, by matrix. */
export function numbersOf(board) {
  return new Map(board.panels.map(({ item }) => [item.id, item.values]));
}

/** The places of a matrix whose numbers are not what they were; null where it has another shape. */
export function changedPlaces(before, values) {
  if (!before || before.length !== values.length) return null;
  const places = [];
  for (let index = 0; index < values.length; index++) {
    if (!Object.is(before[index], values[index])) places.push(index);
  }
  return places;
}

/** When each of so many matrices lights up: all of them within the whole time. */
export function startOf(place, count) {
  const step = Math.min(STEP_MS, (WHOLE_MS - GLOW_MS) / Math.max(1, count - 1));
  return place * step;
}

function glow(panel, places, theme, ratio, delay) {
  const { item, at } = panel, canvas = document.createElement("canvas");
  const context = clear(canvas, at, ratio);
  context.strokeStyle = theme.glow ?? theme.roles.key;
  context.lineWidth = 2.5;
  const size = item.rowCount * item.colCount;
  for (const index of places) {
    const inTile = index % size;
    const cell = { tile: Math.floor(index / size), row: Math.floor(inTile / item.colCount), col: inTile % item.colCount };
    const { x, y } = cellOrigin(item, at, cell);
    context.strokeRect(x + 1, y + 1, Math.max(1, at.cell.width - 3), Math.max(1, at.cell.height - 3));
  }
  canvas.className = "glow";
  canvas.style.animationDelay = `${delay}ms`;
  canvas.style.animationDuration = `${GLOW_MS}ms`;
  canvas.onanimationend = () => canvas.remove();
  panel.stack.querySelector(".glow")?.remove();
  panel.stack.append(canvas);
}

/** Light up what differs from the numbers of before. */
export function flash(board, before) {
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const changed = board.panels.map((panel) => [panel, changedPlaces(before.get(panel.item.id), panel.item.values)])
    .filter(([, places]) => places?.length && places.length <= MOST_CELLS);
  changed.forEach(([panel, places], place) => {
    glow(panel, places, board.theme, board.ratio, startOf(place, changed.length));
  });
}
