import assert from "node:assert/strict";
import { test } from "node:test";

import { drawOperators } from "../../ui/picture/model_map/draw_blocks.js";
import { placedAt } from "../../ui/picture/model_map/layout.js";
import { aLayout, aMap } from "./a_map.js";

// Letters are measured with a canvas: here each is six pixels wide.
const pen = { measureText: (text) => ({ width: 6 * text.length }) };
Object.assign(globalThis, { document: { fonts: { addEventListener() {} }, createElement: () => ({ getContext: () => pen }) } });

/** What is written in the gaps of a whole map at a zoom, as [text, x]. */
function written(t, { seen = { isAll: true, row: 3 }, encoderEnd = Infinity, ...options } = {}) {
  const part = aMap(options), layout = aLayout(part), placed = placedAt(layout, t), made = [];
  const context = { strokeText() {}, fillText: (text, x) => made.push([text, x]), beginPath() {}, moveTo() {}, lineTo() {}, fill() {} };
  const view = { left: 0, right: placed.width, top: 0, bottom: placed.height };
  drawOperators({ context, theme: { font: "sans" }, placed, layout, view, seen, encoderEnd });
  return { made, texts: made.map(([text]) => text), placed, layout, part };
}

test("there are operators where numbers are readable, and none farther away", () => {
  assert.deepEqual(written(0.5).texts, []);
  const { texts } = written(1);
  for (const operator of ["× √d_model", "+", "QKᵀ", "÷ √d_k", "+ M", "softmax", "A V", "Concat", "+ x", "LayerNorm", "ReLU", "="]) {
    assert.ok(texts.includes(operator), operator);
  }
});

test("an operator is in the gap before its column, once for each row", () => {
  const { made, placed, layout, part } = written(1);
  const box = placed.boxes.find(({ column }) => column.kind !== "lines" && part.tensors[column.place]?.name === "encoder.layers.0.feed_forward.activated");
  const before = placed.boxes[placed.boxes.indexOf(box) - 1];
  const own = made.filter(([text, x]) => text === "ReLU" && x > before.x + before.width && x < box.x);
  assert.equal(own.length, layout.rows.src);
});

test("playback shows no operator of what is still to come", () => {
  const { texts } = written(1, { seen: { isAll: false, row: -1, share: 0 }, encoderEnd: 0 });
  assert.deepEqual(texts, []);
});
