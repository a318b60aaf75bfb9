// What hovering and pinning light up, on a canvas of its own above the picture.

import { clear, drawLabel, labelSteps } from "./draw.js";
import { cellOrigin } from "./geometry.js";
import { lit } from "./selection.js";

/** How high the label of a row is. */
const LABEL = 14;

function outline(context, theme, box, colour, width) {
  const inset = width / 2 - 1;
  context.lineWidth = width + 2;
  context.strokeStyle = theme.surface;
  context.strokeRect(box.x + inset, box.y + inset, box.width - 2 * inset, box.height - 2 * inset);
  context.lineWidth = width;
  context.strokeStyle = colour;
  context.strokeRect(box.x + inset, box.y + inset, box.width - 2 * inset, box.height - 2 * inset);
}

function boxes(item, at, tile, rows, cols) {
  const origin = cellOrigin(item, at, { tile, row: 0, col: 0 });
  const { width, height } = at.cell;
  const rowBox = (row) => ({ x: origin.x, y: origin.y + row * height, width: item.colCount * width, height });
  const colBox = (col) => ({ x: origin.x + col * width, y: origin.y, width, height: item.rowCount * height });
  if (!rows.length) return cols.map(colBox);
  if (!cols.length) return rows.map(rowBox);
  const cross = at.heatmap && item.kind !== "tiles";
  if (cross) return [...rows.map(rowBox), ...cols.map(colBox)];
  return rows.flatMap((row) => cols.map((col) => ({ ...rowBox(row), x: origin.x + col * width, width })));
}

function strongLabels(context, item, at, theme, rows, cols) {
  if (item.kind === "tiles") return;
  const step = labelSteps(item, at).row, left = item.rows.title ? 16 : 0;
  const tall = Math.max(at.cell.height, LABEL);
  for (const row of item.rowLabels ? rows : []) {
    // A label that this one would cut goes as a whole.
    const above = Math.floor(row / step) * step, around = [above, above + step, row];
    context.fillStyle = theme.surface;
    for (const near of around.filter((one) => Math.abs(one - row) * at.cell.height < LABEL)) {
      const middle = at.top + (near + 0.5) * at.cell.height;
      context.fillRect(left, middle - tall / 2, at.left - left - 3, tall);
    }
    drawLabel(context, item, at, theme, "row", row, true);
  }
  for (const col of cols) {
    if (!at.tilted) {
      const wide = Math.max(at.cell.width, 26), middle = at.left + (col + 0.5) * at.cell.width;
      context.fillStyle = theme.surface;
      context.fillRect(middle - wide / 2, at.heatmap ? at.height - 19 : at.top - 17, wide, 15);
    }
    drawLabel(context, item, at, theme, "col", col, true);
  }
}

export function drawSelection(panel, theme, ratio, pinned, hovered) {
  const { item, at } = panel;
  const active = hovered ?? pinned;
  const was = panel.lit;
  panel.lit = Boolean(active);
  if (!was && !active) return;
  drawLit(clear(panel.overlay, at, ratio), item, at, theme, pinned, hovered);
}

/** What two selections light up in a matrix, above its picture. */
export function drawLit(context, item, at, theme, pinned, hovered) {
  const active = hovered ?? pinned;
  for (const [selection, width] of [[pinned, 2.5], [hovered, 2]]) {
    if (!selection) continue;
    const { rows, cols, tiles } = lit(item, selection);
    if (!rows.length && !cols.length) continue;
    const colour = item.role ? theme.roles[item.role] : theme.ink;
    const every = tiles.length ? tiles : [...Array(item.tiles).keys()];
    for (const tile of every) {
      for (const box of boxes(item, at, tile, rows, cols)) outline(context, theme, box, colour, width);
    }
    if (selection === active) strongLabels(context, item, at, theme, rows, cols);
  }
}
