import assert from "node:assert/strict";
import { test } from "node:test";

import { levelFor, packed } from "../../ui/picture/model_map/bitmaps.js";

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
