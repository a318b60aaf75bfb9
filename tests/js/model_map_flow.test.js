import assert from "node:assert/strict";
import { test } from "node:test";

import { drawFlow, drawFront } from "../../ui/picture/model_map/draw_flow.js";
import { placedAt } from "../../ui/picture/model_map/layout.js";
import { encoderEnd, encoderSteps, lastStep, seenAt } from "../../ui/picture/model_map/play.js";
import { tensorsOf } from "../../ui/picture/model_map/tensors.js";
import { aLayout, aMap } from "./a_map.js";

const part = aMap(), layout = aLayout(part), placed = placedAt(layout, 0), theme = { line: "grey", accent: "blue" };

/** Everything that is drawn at a time, as rectangles: those to come, and the front. */
function drawnAt(time) {
  const rects = [], fills = [], seen = seenAt(part, time);
  const context = new Proxy({}, { get: (_, name) => (...values) => {
    if (name === "rect") rects.push(values);
    if (name === "fillRect") fills.push(values);
  }, set: () => true });
  const view = { left: 0, right: placed.width, top: 0, bottom: placed.height };
  const frame = { context, placed, layout, theme, view, seen, tensors: tensorsOf(part), encoderEnd: encoderEnd(layout, placed, seen) };
  drawFlow(frame);
  drawFront(frame);
  return { rects, fills };
}

function area(rects) {
  return rects.reduce((sum, [, , width, height]) => sum + width * height, 0);
}

test("before the first step every row of every tensor is empty, and after the last one none is", () => {
  const tensors = placed.boxes.filter(({ column }) => column.kind === "vector" || column.kind === "grid");
  const rows = tensors.reduce((sum, { column }) => sum + layout.rows[column.side], 0);
  assert.equal(drawnAt(0).rects.length, rows);
  assert.deepEqual(drawnAt(lastStep(part)), { rects: [], fills: [] });
});

test("what is to come gets less at every moment", () => {
  const areas = Array.from({ length: 4 * lastStep(part) }, (_, at) => area(drawnAt(at / 4).rects));
  areas.slice(1).forEach((one, at) => assert.ok(one <= areas[at] + 1e-6, `${at / 4}: ${areas[at]} to ${one}`));
  assert.ok(areas.at(-1) < areas[0] / 10);
});

test("the front is over all words of the source, and then in the row that is being decoded", () => {
  const [, y, , height] = drawnAt(1.5).fills[0];
  assert.ok(y < placed.tops.src && y + height >= placed.tops.src + layout.rows.src * placed.pitch - 1e-6);
  const row = 1, [, top, , high] = drawnAt(encoderSteps(part) + row + 0.4).fills[0];
  assert.ok(top < placed.tops.tgt + row * placed.pitch && high < 2 * placed.pitch);
  assert.ok(Math.abs(top + high - (placed.tops.tgt + (row + 1) * placed.pitch)) < 1e-6);
});
