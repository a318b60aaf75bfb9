// The hatching of hidden cells, which no colour is needed to see.

import { penOf } from "../element.js";

const hatches = new Map();
const HATCH = 7;

/**
 * The fill of hidden cells. A recording context (`patternOf`) makes its own pattern of the same lines.
 * @param {Picture.Context} context @param {Picture.Theme} theme
 */
export function hatch(context, theme) {
  if (context.patternOf) return context.patternOf(HATCH, HATCH, (pen) => drawHatch(pen, theme));
  const key = theme.hidden + theme.hatch;
  if (!hatches.has(key)) hatches.set(key, hatchTile(theme));
  return /** @type {CanvasPattern} */ (context.createPattern(hatches.get(key), "repeat"));
}

/** @param {Picture.Theme} theme */
function hatchTile(theme) {
  const tile = document.createElement("canvas");
  tile.width = tile.height = HATCH;
  drawHatch(penOf(tile), theme);
  return tile;
}

/** @param {Picture.Context} pen @param {Picture.Theme} theme */
function drawHatch(pen, theme) {
  pen.fillStyle = theme.hidden;
  pen.fillRect(0, 0, HATCH, HATCH);
  pen.strokeStyle = theme.hatch;
  pen.lineWidth = 1;
  pen.beginPath();
  for (const shift of [-HATCH, 0, HATCH]) {
    pen.moveTo(shift, HATCH);
    pen.lineTo(shift + HATCH, 0);
  }
  pen.stroke();
}
