// Draws one frame of the map from scratch.

import { drawFlow } from "./draw_flow.js";
import { drawLines } from "./draw_lines.js";
import { drawParameters } from "./draw_parameters.js";
import { drawRowNames } from "./draw_row_names.js";
import { drawSelection } from "./draw_selection.js";
import { drawTensors } from "./draw_tensors.js";
import { drawNextTokens, drawTitles } from "./draw_words.js";
import { encoderEnd, seenAt } from "./play.js";

/** Draw a frame; `view` is the state of the map, from `model_map.js`. */
export function drawFrame(view, context) {
  const { layout, camera, placed, theme, labels, ratio } = view, { room } = layout, width = room.width + (room.aside ?? 0);
  const seen = seenAt(layout.part, view.time ?? Infinity);
  const frame = {
    // `seen` is what playback shows at this time, `seenOf` which of the two forward passes.
    ...view, context, seen, seenOf: view.seen, encoderEnd: encoderEnd(layout, placed, seen),
    view: { left: camera.x, right: camera.x + width, top: camera.y, bottom: camera.y + room.height },
  };
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = theme.surface;
  context.fillRect(0, 0, labels + width, room.height);
  context.save();
  context.beginPath();
  context.rect(labels, 0, width, room.height);
  context.clip();
  context.translate(labels - camera.x, -camera.y);
  drawFlow(frame);
  drawTensors(frame);
  drawParameters(frame);
  drawLines(frame);
  drawNextTokens(frame);
  drawSelection(frame);
  drawTitles(frame);
  context.restore();
  drawRowNames(frame);
}
