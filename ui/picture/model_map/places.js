// Cells by name, and moves to their neighbours along the computation. Pure: tested without a browser.

import { last } from "../last.js";
import { isGrid, rowSize } from "./layout.js";
import { indexIn } from "./tensors.js";

/**
 * Parse a cell such as "encoder.layers.0.self_attention.weights@2.0.5"; null if it is not on the map.
 * @param {ModelMap.Part} part @param {string} text
 */
export function readCell(part, text) {
  const [, called, written] = /^([\w.]+)@(\d+(?:\.\d+)*)$/.exec(text) ?? [], name = part.aliases?.[called] ?? called;
  const place = part.tensors.findIndex((tensor) => tensor.name === name), index = written?.split(".").map(Number);
  if (place < 0 || index.length !== part.tensors[place].shape.length) return null;
  const isThere = index.every((at, axis) => at < part.tensors[place].shape[axis]);
  return isThere ? placeOf(part, place, index) : null;
}

/** Parse a cell of a parameter, which is shown above the column computed with it. @param {ModelMap.Part} part @param {string} text */
export function readParameter(part, text) {
  const [, name, written] = /^([\w.]+)@(\d+(?:\.\d+)*)$/.exec(text) ?? [];
  const parameter = part.tensors.flatMap(({ parameters }) => parameters).find((one) => one.name === name);
  const parameterIndex = written?.split(".").map(Number);
  const isThere = parameter?.shape.length === parameterIndex?.length && parameterIndex?.every((at, axis) => at < parameter.shape[axis]);
  return isThere ? { parameter, parameterIndex } : null;
}

/** @param {ModelMap.Part} part @param {number} place @param {number[]} index */
export function placeOf(part, place, index) {
  return { place, index, side: part.tensors[place].rows, row: last(index, 2) };
}

/** @param {ModelMap.Part} part @param {ModelMap.Cell} cell */
export function writeCell(part, { place, index }) {
  return `${part.tensors[place].name}@${index.join(".")}`;
}

/** Parse the trail: the cells that the user followed, separated by "~". @param {ModelMap.Part} part @param {string} text */
export function readTrail(part, text) {
  return text.split("~").map((one) => readCell(part, one)).filter(Boolean);
}

/**
 * The corresponding cell of another tensor: same row, same number, clamped to its size.
 * @param {ModelMap.Part} part @param {ModelMap.Cell} cell @param {number} place
 */
function alike(part, cell, place) {
  const from = part.tensors[cell.place], to = part.tensors[place], rows = last(to.shape, 2);
  const row = Math.min(cell.row, rows - 1), size = last(to.shape);
  if (isGrid(to)) {
    const head = to.heads ? Math.min(cell.index.length === 3 ? cell.index[0] : 0, to.heads - 1) : null;
    const key = Math.min(isGrid(from) ? last(cell.index) : row, size - 1);
    return placeOf(part, place, head === null ? [row, key] : [head, row, key]);
  }
  const number = isGrid(from) ? (cell.index.length === 3 ? cell.index[0] * size : 0) : numberOf(from, cell.index);
  return placeOf(part, place, indexIn(to, row, Math.min(number, rowSize(to) - 1)));
}

/** @param {ModelMap.TensorHeader} tensor @param {number[]} index */
function numberOf(tensor, index) {
  return tensor.heads ? index[0] * last(tensor.shape) + last(index) : last(index);
}

/**
 * The cell that a key moves to; null if there is none in that direction.
 * @satisfies {Record<string, (part: ModelMap.Part, cell: ModelMap.Cell, by: number) => ModelMap.Cell | null>}
 */
export const MOVES = {
  step: (part, cell, by) => (part.tensors[cell.place + by] ? alike(part, cell, cell.place + by) : null),
  row: (part, cell, by) => {
    const row = cell.row + by, index = [...cell.index];
    index[index.length - 2] = row;
    return row >= 0 && row < last(part.tensors[cell.place].shape, 2) ? placeOf(part, cell.place, index) : null;
  },
  head: (part, cell, by) => {
    const { heads } = part.tensors[cell.place];
    return heads ? placeOf(part, cell.place, [(cell.index[0] + by + heads) % heads, ...cell.index.slice(1)]) : null;
  },
  number: (part, cell, by) => {
    const at = last(cell.index) + by, size = last(part.tensors[cell.place].shape);
    return at >= 0 && at < size ? placeOf(part, cell.place, [...cell.index.slice(0, -1), at]) : null;
  },
  layer: (part, cell, by) => {
    const section = part.sections.findIndex(({ tensors }) => tensors.includes(cell.place));
    const { stack, part: own } = part.sections[section], at = part.sections[section].tensors.indexOf(cell.place);
    const others = part.sections.filter((one) => one.stack === stack && one.part === own);
    const other = others[others.indexOf(part.sections[section]) + by];
    return other ? alike(part, cell, other.tensors[at]) : null;
  },
};
