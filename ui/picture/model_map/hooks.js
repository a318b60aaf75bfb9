// Hooks for tests and user scripts: the positions of things in the window, and their values.

import { frameOf } from "./draw.js";
import { parameterBox } from "./draw_parameters.js";
import { flyToCell } from "./interaction.js";
import { cellRect } from "./layout.js";
import { readCell } from "./places.js";
import { fallAt, hasHeadsApart, headShift, sizesOf } from "./ribbons.js";
import { seenAt } from "./play.js";
import { valueAt } from "./tensors.js";
import { titlesIn } from "./titles.js";
import { readView } from "./view_text.js";

/** How high the letters of a title are above its baseline. */
const LETTERS = 10;

/** The methods of the map's element; cells are named as in the URL. */
export function hooksOf(view) {
  const boxOfCell = (text) => {
    const cell = readCell(view.part, text), rect = cell && cellRect(view.layout, view.placed, cell.place, cell.index);
    return rect && inWindow(rect);
  };
  const valueOfCell = (text) => {
    const cell = readCell(view.part, text);
    return cell ? valueAt(view.tensors[cell.place], cell.index) : undefined;
  };
  const flyToText = (text, least) => flyToCell(view, readCell(view.part, text), least);
  const inWindow = ({ x, y, width, height }) => {
    const stage = view.stage.getBoundingClientRect();
    return { x: stage.left + view.labels + x - view.camera.x, y: stage.top + y - view.camera.y, width, height };
  };
  const parameterOf = (name) => {
    const box = view.placed.boxes.map((one) => parameterBox(view, one)).find((one) => one?.parameter.name === name);
    return box && view.cells.get(name) ? inWindow(box) : null;
  };
  const lookAt = (text) => {
    view.camera = readView(view.layout, text).camera;
    view.draw();
  };
  return {
    lookAt, cellBox: boxOfCell, cellValue: valueOfCell, flyToCell: flyToText, parameterBox: parameterOf,
    lineBox: (text) => lineBoxOf(view, readCell(view.part, text), inWindow),
    nextBox: (row) => {
      const box = view.placed.boxes.at(-1);
      return inWindow({ x: box.x + 6, y: view.placed.tops.tgt + (row + 0.45) * view.placed.pitch, width: 0, height: 0 });
    },
    rowCount: (side) => view.layout.rows[side],
    titleBoxes: () => titlesIn(frameOf(view)).map(({ kind, side, text, name, x, y, width }) => ({ kind, side, text, name, ...inWindow({ x, y: y - LETTERS, width, height: LETTERS }) })),
    tensorNames: () => view.part.tensors.map(({ name }) => name),
    litEdges: () => view.selection.way.length,
    wordBox: (side, row) => inWindow({ x: -40, y: view.placed.tops[side] + (row + 0.45) * view.placed.pitch, width: 0, height: 0 }),
    rowsInSight: () => {
      const seen = seenAt(view.part, view.time ?? Infinity);
      return { src: seen.src > 0, tgt: Math.max(0, seen.row) };
    },
  };
}

/** A point on the line of an attention weight, near the attending word. */
function lineBoxOf(view, cell, inWindow) {
  const { placed } = view, across = 0.94, tensor = view.tensors[cell.place], [heads] = sizesOf(tensor);
  const { x, width, column } = placed.boxes.find((box) => box.column.kind === "lines" && box.column.place === cell.place && !box.column.isShared);
  const start = placed.tops[column.from] + cell.index.at(-1) * placed.pitch, end = placed.tops[column.side] + cell.row * placed.pitch;
  const shift = hasHeadsApart(placed) ? headShift(heads, cell.index.at(-3) ?? 0, placed.pitch) : 0, down = 0.45 * placed.pitch + shift;
  return inWindow({ x: x + across * width, y: start + (end - start) * fallAt(across) + down, width: 0, height: 0 });
}
