// Marks what a key-value cache keeps: what is not computed at this step is faded, and the kept keys and values are framed.

import { isComputed, keptRows, newRow } from "./cache.js";
import { drawLines } from "./draw_lines.js";
import { filledShare } from "./layout.js";

/** How much of what is not computed is covered; frames wider than a cell of the whole model. */
const COVERED = 0.74, FRAME = 1.6;

/** The row that the cache is shown for; null while it is not shown. @param {Pick<ModelMap.View, "hasCache" | "layout" | "time" | "selection">} view */
export function cacheRow({ hasCache, layout: { part }, time, selection }) {
  return hasCache && part.cache ? newRow(part, time, selection.pinned) : null;
}

/** The lines of attention; with a cache, those of the computed row are highlighted. @param {ModelMap.Frame} frame */
export function drawLinesOfStep(frame) {
  const row = cacheRow(frame), { selection } = frame;
  if (row === null || row < 0 || selection.hovered) drawLines(frame);
  else drawLines({ ...frame, selection: { ...selection, hovered: { side: "tgt", row } } });
}

/** @param {ModelMap.Frame} frame */
export function drawCache(frame) {
  const row = cacheRow(frame), { context, theme, placed, view } = frame;
  if (row === null || row < 0) return;
  const boxes = placed.boxes.filter(({ x, width }) => x <= view.right && x + width >= view.left);
  context.fillStyle = theme.surface;
  context.globalAlpha = COVERED;
  context.beginPath();
  for (const box of boxes) fade(frame, box, row);
  context.fill();
  context.globalAlpha = 1;
  context.strokeStyle = theme.accent ?? theme.ink;
  context.lineWidth = FRAME;
  for (const { x, y, width, height } of keptBoxes(frame, row)) context.strokeRect(x - 1, y - 1, width + 2, height + 2);
  frameRow(frame, row);
}

/** Cover the rows of a column that are neither computed nor kept. @param {ModelMap.Frame} frame @param {ModelMap.Box} box @param {number} row */
function fade({ context, placed, layout: { part, rows } }, { column, x, width }, row) {
  const { side } = column;
  // Lines cross the rows of others: those of other rows are faint by themselves.
  if (column.kind === "lines" && (side === "tgt" || column.isShared)) return;
  const kept = keptRows(part, column, row);
  for (let at = kept; at < rows[side]; at++) {
    if (!isComputed(side, at, row)) context.rect(x, placed.tops[side] + at * placed.pitch, width, placed.pitch);
  }
}

/**
 * Where the kept keys and values are, with their tensors.
 * @param {Pick<ModelMap.View, "placed" | "layout">} view @param {number} row
 * @returns {(Picture.Box & {name: string, rows: number})[]}
 */
export function keptBoxes({ placed, layout }, row) {
  const { part } = layout, gap = placed.pitch * (1 - filledShare(layout));
  return placed.boxes.flatMap(({ column, x, width }) => {
    const rows = keptRows(part, column, row);
    return rows ? [{ x, y: placed.tops[column.side], width, height: rows * placed.pitch - gap, name: part.tensors[column.place].name, rows }] : [];
  });
}

/** @param {ModelMap.Frame} frame @param {number} row */
function frameRow({ context, placed, layout, view, theme }, row) {
  const left = Math.max(1, view.left - 4), right = Math.min(placed.width, view.right + 4);
  context.strokeStyle = theme.ink;
  context.lineWidth = FRAME;
  context.strokeRect(left, placed.tops.tgt + row * placed.pitch - 1, right - left, placed.pitch * filledShare(layout) + 2);
}
