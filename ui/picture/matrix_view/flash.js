// After an edit the changed cells flash once, matrix by matrix in the order of the equation.
// The numbers are already drawn: nothing waits for the animation.

import { cellOrigin } from "./geometry.js";
import { clear } from "./draw.js";

export const STEP_MS = 90, GLOW_MS = 240, WHOLE_MS = 580;
/** A matrix with more changed cells does not flash. */
const MOST_CELLS = 1024;

/** The current numbers of a board, by matrix. @param {Matrices.Board} board */
export function numbersOf(board) {
  return new Map(board.panels.map(({ item }) => [item.id, item.values]));
}

/**
 * The indices of the numbers of a matrix that changed; null if its shape changed.
 * @param {Float32Array | undefined} before @param {Float32Array} values
 */
export function changedPlaces(before, values) {
  if (!before || before.length !== values.length) return null;
  const places = [];
  for (let index = 0; index < values.length; index++) {
    if (!Object.is(before[index], values[index])) places.push(index);
  }
  return places;
}

/** The delay in ms of a matrix's flash, so that all `count` of them fit into `WHOLE_MS`. @param {number} place @param {number} count */
export function startOf(place, count) {
  const step = Math.min(STEP_MS, (WHOLE_MS - GLOW_MS) / Math.max(1, count - 1));
  return place * step;
}

/** @param {Matrices.Panel} panel @param {number[]} places @param {Picture.Theme} theme @param {number} ratio @param {number} delay */
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

/** Flash the cells that differ from the previous numbers. @param {Matrices.Board} board @param {Map<string, Float32Array>} before */
export function flash(board, before) {
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const changed = board.panels.map((panel) => ({ panel, places: changedPlaces(before.get(panel.item.id), panel.item.values) ?? [] }))
    .filter(({ places }) => places.length && places.length <= MOST_CELLS);
  changed.forEach(({ panel, places }, place) => {
    glow(panel, places, board.theme, board.ratio, startOf(place, changed.length));
  });
}
