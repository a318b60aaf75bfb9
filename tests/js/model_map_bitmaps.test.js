import assert from "node:assert/strict";
import { test } from "node:test";

import { THEMES } from "../../ui/picture/matrix_view/colour.js";
import { bitmapsFor, createBitmaps, levelFor, packed } from "../../ui/picture/model_map/bitmaps.js";
import { tensorsOf } from "../../ui/picture/model_map/tensors.js";
import { aLayout, aMap } from "./a_map.js";

test("pictures on one sheet never lie over each other, and none beside it", () => {
  const sizes = Array.from({ length: 60 }, (_, at) => ({ width: 1 + ((at * 37) % 90), height: 9 * (1 + (at % 5)) }));
  const { places, width, height } = packed(sizes, 200);
  assert.deepEqual(places.map((one) => [one.width, one.height]), sizes.map((one) => [one.width, one.height]));
  places.forEach((one, at) => {
    assert.ok(one.x >= 0 && one.y >= 0 && one.x + one.width <= width && one.y + one.height <= height);
    for (const other of places.slice(at + 1)) {
      const isApart = one.x + one.width <= other.x || other.x + other.width <= one.x || one.y + one.height <= other.y || other.y + other.height <= one.y;
      assert.ok(isApart);
    }
  });
  assert.ok(width <= 200);
});

test("one picture that is wider than a sheet has a sheet of its own width", () => {
  assert.equal(packed([{ width: 500, height: 9 }], 200).width, 500);
});

test("from afar several cells are one point, and never so many that a line does not end with a point", () => {
  const tensor = { axis: "dimension", full: true, pool: 1 };
  assert.equal(levelFor(tensor, 1, 16), 0);
  assert.equal(levelFor(tensor, 0.5, 16), 1);
  assert.equal(levelFor(tensor, 0.2, 16), 2);
  assert.equal(levelFor(tensor, 0.01, 16), 4);
  assert.equal(levelFor(tensor, 0.2, 155), 0);
  assert.equal(levelFor({ ...tensor, full: null, pool: 4 }, 8, 16), 2);
  assert.equal(levelFor({ axis: "key" }, 0.01, 31), 0);
});

/** A browser's canvas as far as bitmaps are painted on it. */
function withCanvas(act) {
  const context = { createImageData: (width, height) => ({ data: new Uint8ClampedArray(4 * width * height) }), putImageData: () => {} };
  globalThis.document = { createElement: () => ({ getContext: () => context }) };
  try { return act(); } finally { delete globalThis.document; }
}

test("while the map moves, a few bitmaps are painted in a frame, and those of another level are shown meanwhile", () => withCanvas(() => {
  const part = aMap(), layout = aLayout(part), tensors = tensorsOf(part), bitmaps = createBitmaps(layout, tensors, THEMES.light);
  const vectors = layout.columns.filter(({ kind }) => kind === "vector").slice(0, 4);
  const wanted = (level) => vectors.map(({ place, length }) => ({ place, length, level }));
  // What has nothing to be shown in its place is painted, however much it is.
  const first = bitmapsFor(bitmaps, wanted(0), 1);
  assert.equal(bitmaps.isBehind, false);
  assert.equal(first.every(Boolean), true);
  const shown = [];
  do shown.push(bitmapsFor(bitmaps, wanted(1), 1)); while (bitmaps.isBehind);
  assert.equal(shown.length, vectors.length);
  shown.forEach((frame, turn) => frame.forEach((one, at) => assert.equal(one === first[at], at > turn)));
  // A picture that is saved is painted at once.
  bitmapsFor(bitmaps, wanted(2));
  assert.equal(bitmaps.isBehind, false);
}));
