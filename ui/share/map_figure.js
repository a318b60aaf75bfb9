// The visible part of the model's map, as a figure.

import { createBitmaps } from "../picture/model_map/bitmaps.js";
import { drawFrame } from "../picture/model_map/draw.js";

/** @param {{view: ModelMap.View}} picture @param {Share.Theme} theme @returns {Share.SvgDrawing} */
export function mapFigure({ view }, theme) {
  const { layout, labels, tensors } = view, { room } = layout;
  const own = { ...theme, accent: view.theme.accent, ...(theme.isClear ? { surface: "transparent" } : {}) };
  const frame = { ...view, theme: own, ratio: 1, bitmaps: createBitmaps(layout, tensors, own), need: () => {}, pointer: null, mostPainted: Infinity, isMoving: false };
  return { width: labels + room.width, height: room.height, draw(context) {
    context.save();
    // A frame begins at its own corner, wherever that is.
    context.corner = context.point(0, 0);
    drawFrame(frame, context.asCanvas);
    context.corner = [0, 0];
    context.restore();
  } };
}
