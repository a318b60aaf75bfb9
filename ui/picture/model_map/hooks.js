// Hooks for tests and user scripts: the positions of things in the window, and their values.

import { last } from "../last.js";
import { resultSide } from "./layout.js";
import { sceneOf } from "./draw.js";
import { cacheRow, keptBoxes } from "./draw_cache.js";
import { parameterBox } from "./draw_parameters.js";
import { flyToCell } from "./interaction.js";
import { readCell } from "./places.js";
import { cellRect } from "./points.js";
import { fallAt, hasHeadsApart, headShift, sizesOf } from "./ribbons.js";
import { seenAt } from "./play.js";
import { valueAt } from "./tensors.js";
import { titlesIn } from "./titles.js";
import { showView } from "./first_sight.js";
import { readView } from "./view_text.js";

/** How high the letters of a title are above its baseline. */
const LETTERS = 10;

/** The methods of the map's element; cells are named as in the URL. @param {ModelMap.View} view */
export function hooksOf(view) {
  const boxOfCell = (/** @type {string} */ text) => {
    const cell = readCell(view.part, text), rect = cell && cellRect(view.layout, view.placed, cell.place, cell.index);
    return rect && inWindow(rect);
  };
  const valueOfCell = (/** @type {string} */ text) => {
    const cell = readCell(view.part, text);
    return cell ? valueAt(view.tensors[cell.place], cell.index) : undefined;
  };
  const flyToText = (/** @type {string} */ text, /** @type {number} */ least) => {
    const cell = readCell(view.part, text);
    if (cell) flyToCell(view, cell, least);
  };
  const inWindow = (/** @type {Picture.Box} */ { x, y, width, height }) => {
    const stage = view.stage.getBoundingClientRect();
    return { x: stage.left + view.labels + x - view.camera.x, y: stage.top + y - view.camera.y, width, height };
  };
  const parameterOf = (/** @type {string} */ name) => {
    const box = view.placed.boxes.map((one) => parameterBox(view, one)).find((one) => one?.parameter.name === name);
    return box && view.cells.get(name) ? inWindow(box) : null;
  };
  const lookAt = (/** @type {string} */ text) => {
    view.camera = readView(view.layout, text)?.camera ?? view.camera;
    view.draw();
  };
  return {
    lookAt, showView: (/** @type {string} */ text) => showView(view, text), cellBox: boxOfCell, cellValue: valueOfCell, flyToCell: flyToText, parameterBox: parameterOf,
    lineBox: (/** @type {string} */ text) => {
      const cell = readCell(view.part, text);
      return cell && lineBoxOf(view, cell, inWindow);
    },
    nextBox: (/** @type {number} */ row) => {
      const box = last(view.placed.boxes);
      return inWindow({ x: box.x + 6, y: view.placed.tops[resultSide(view.part)] + (row + 0.45) * view.placed.pitch, width: 0, height: 0 });
    },
    rowCount: (/** @type {ModelMap.Side} */ side) => view.layout.rows[side],
    titleBoxes: () => titlesIn(sceneOf(view)).map(({ kind, side, text, name, x, y, width }) => ({ kind, side, text, name, ...inWindow({ x, y: y - LETTERS, width, height: LETTERS }) })),
    tensorNames: () => view.part.tensors.map(({ name }) => name),
    cacheMarks: () => {
      const row = cacheRow(view);
      return row === null ? null : { row, kept: keptBoxes(view, row).map(({ name, rows, ...box }) => ({ name, rows, ...inWindow(box) })) };
    },
    litEdges: () => view.selection.origins.length,
    wordBox: (/** @type {ModelMap.Side} */ side, /** @type {number} */ row) => inWindow({ x: -40, y: view.placed.tops[side] + (row + 0.45) * view.placed.pitch, width: 0, height: 0 }),
    rowsInSight: () => {
      const seen = seenAt(view.part, view.time ?? Infinity);
      return { src: seen.src > 0, tgt: Math.max(0, seen.row) };
    },
  };
}

/**
 * A point on the line of an attention weight, near the attending word.
 * @param {ModelMap.View} view @param {ModelMap.Cell} cell @param {(box: Picture.Box) => Picture.Box} inWindow
 */
function lineBoxOf(view, cell, inWindow) {
  const { placed } = view, across = 0.94, tensor = view.tensors[cell.place], [heads] = sizesOf(tensor);
  const lines = placed.boxes.find((box) => box.column.kind === "lines" && box.column.place === cell.place && !box.column.isShared);
  if (!lines) return null;
  const { x, width, column } = lines;
  const start = placed.tops[column.from] + last(cell.index) * placed.pitch, end = placed.tops[column.side] + cell.row * placed.pitch;
  const shift = hasHeadsApart(placed) ? headShift(heads, cell.index.at(-3) ?? 0, placed.pitch) : 0, down = 0.45 * placed.pitch + shift;
  return inWindow({ x: x + across * width, y: start + (end - start) * fallAt(across) + down, width: 0, height: 0 });
}
