// Draws one frame of the map from scratch.

import { drawOperators } from "./draw_blocks.js";
import { drawCache, drawLinesOfStep } from "./draw_cache.js";
import { drawFlow, drawFront } from "./draw_flow.js";
import { drawParameters } from "./draw_parameters.js";
import { drawRowNames } from "./draw_row_names.js";
import { drawSelection } from "./draw_selection.js";
import { drawTensors } from "./draw_tensors.js";
import { drawTitles } from "./draw_titles.js";
import { drawNextTokens } from "./draw_words.js";
import { encoderEnd, seenAt } from "./play.js";

/** The width of what is drawn: also under the arithmetic, where this lies over the map. @param {ModelMap.Room} room */
function widthOf({ width, aside = 0 }) {
  return width + aside;
}

/**
 * What a frame shows of the map.
 * @param {Omit<ModelMap.View, "context">} view the state of the map, from `model_map.js` @returns {ModelMap.Scene}
 */
export function sceneOf(view) {
  const { layout, camera, placed } = view, { room } = layout, seen = seenAt(layout.part, view.time ?? Infinity);
  return {
    // `seen` is what playback shows at this time, `seenOf` which of the two forward passes.
    ...view, seen, seenOf: view.seen, encoderEnd: encoderEnd(layout, placed, seen),
    view: { left: camera.x, right: camera.x + widthOf(room), top: camera.y, bottom: camera.y + room.height },
  };
}

/** Draw a frame of the map. @param {ModelMap.View} view @param {Picture.Context} context */
export function drawFrame(view, context) {
  const { layout, camera, theme, labels, ratio } = view, { room } = layout, frame = { ...sceneOf(view), context };
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = theme.surface;
  context.fillRect(0, 0, labels + widthOf(room), room.height);
  context.save();
  context.beginPath();
  context.rect(labels, 0, widthOf(room), room.height);
  context.clip();
  context.translate(labels - camera.x, -camera.y);
  drawFlow(frame);
  drawTensors(frame);
  drawOperators(frame);
  drawParameters(frame);
  drawLinesOfStep(frame);
  drawNextTokens(frame);
  drawCache(frame);
  drawFront(frame);
  drawSelection(frame);
  drawTitles(frame);
  context.restore();
  drawRowNames(frame);
}
