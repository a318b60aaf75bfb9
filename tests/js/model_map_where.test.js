import { cellRect } from "../../ui/picture/model_map/points.js";
import assert from "node:assert/strict";
import { test } from "node:test";

import { centredOn, distanceFor } from "../../ui/picture/model_map/camera.js";
import { placedAt } from "../../ui/picture/model_map/layout.js";
import { readCell } from "../../ui/picture/model_map/places.js";
import { pathOf } from "../../ui/picture/model_map/where.js";
import { aLayout, aMap } from "./a_map.js";

const part = aMap();
part.strings = { ...part.strings, tools: { whole: "Whole model" }, blocks: { projections: "Q, K, V projections" } };
const layout = aLayout(part);

function pathAt(camera, pinned = null) {
  return pathOf({ part, layout, placed: placedAt(layout, camera.t), camera, selection: { pinned } });
}

function said(path) {
  return path.map(({ text }) => text).join(" › ");
}

/** The camera that a part of a path leads to. */
function cameraAt({ spanAt }) {
  const rectAt = (placed) => {
    const { left, right, side } = spanAt(placed);
    return { x: left - 10, width: right - left + 20, y: placed.tops[side], height: placed.rows[side] * placed.pitch };
  };
  return centredOn(layout, distanceFor(layout, (placed) => rectAt(placed).width, layout.room.width * 0.96), rectAt);
}

function onCell(text, t) {
  const cell = readCell(part, text);
  return { cell, camera: centredOn(layout, t, (placed) => cellRect(layout, placed, cell.place, cell.index)) };
}

test("zoomed out, one is in the whole model", () => {
  assert.equal(said(pathAt({ t: 0, x: 0, y: 0 })), "Whole model");
});

test("a pinned number in sight is named from its layer to its row", () => {
  const { cell, camera } = onCell("decoder.layers.1.cross_attention.weights@1.2.0", 0.6);
  assert.equal(said(pathAt(camera, cell)), "Whole model › Decoder layer 2 › cross-attention › Weights › head 2 › dos");
  const elsewhere = onCell("encoder.layers.0.feed_forward.hidden@0.3", 0.9).camera;
  assert.ok(!said(pathAt(elsewhere, cell)).includes("dos"));
});

test("without one, the path names the layer in the middle, and of it what fills the window", () => {
  const { camera } = onCell("encoder.layers.1.self_attention.weights@0.0.1", 0.3);
  assert.equal(said(pathAt(camera)), "Whole model › Encoder layer 2");
  const near = onCell("encoder.layers.1.self_attention.weights@0.0.1", 0.75).camera;
  assert.match(said(pathAt(near)), /^Whole model › Encoder layer 2 › self-attention/);
});

test("each part leads to what it names", () => {
  const { cell, camera } = onCell("encoder.layers.0.self_attention.keys@1.1.3", 0.9);
  const path = pathAt(camera, cell);
  assert.equal(said(path), "Whole model › Encoder layer 1 › self-attention › Q, K, V projections › keys › head 2 › mat");
  for (const one of path.slice(1, 5)) {
    const there = said(pathAt(cameraAt(one)));
    assert.ok(there.startsWith(said(path.slice(0, path.indexOf(one) + 1))), `${one.text}: ${there}`);
  }
});

test("a head of a grid has its own span, within its column", () => {
  const { cell, camera } = onCell("decoder.layers.0.self_attention.weights@1.2.0", 0.9), path = pathAt(camera, cell), placed = placedAt(layout, camera.t);
  const [column, head] = ["column", "head"].map((kind) => path.find((one) => one.kind === kind).spanAt(placed));
  const rect = cellRect(layout, placed, cell.place, cell.index);
  assert.ok(head.left > column.left && head.right <= column.right + 1e-6 && rect.x >= head.left - 1e-6 && rect.x + rect.width <= head.right + 1e-6);
});

test("before and after the layers, and at the end of the map, one is in a layer too", () => {
  const first = { t: 1, x: 0, y: 0 }, placed = placedAt(layout, 1);
  assert.equal(pathAt(first)[1].text, "Embedding");
  assert.equal(pathAt({ t: 1, x: placed.width - layout.room.width, y: placed.height - layout.room.height })[1].text, "Next token");
});
