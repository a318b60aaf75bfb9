import assert from "node:assert/strict";
import { test } from "node:test";

import { attendedTo, nameSize, rowsPerName, rowsToName } from "../../ui/picture/model_map/row_names.js";
import { sizesOf } from "../../ui/picture/model_map/ribbons.js";
import { tensorsOf } from "../../ui/picture/model_map/tensors.js";
import { aMap } from "./a_map.js";

const IMPORTANCE = [1, 9, 2, 3, 8, 4];

function named(pitch, lit = null, importance = IMPORTANCE) {
  return [...rowsToName(pitch, importance, lit)].sort((one, other) => one - other);
}

test("rows with room for their names are all named", () => {
  assert.deepEqual(named(20), [0, 1, 2, 3, 4, 5]);
});

test("of dense rows those that are attended to most are named, and no two names are closer than their height", () => {
  assert.deepEqual([44, 11, 7, 4, 1].map(rowsPerName), [1, 1, 2, 3, 11]);
  assert.deepEqual(named(7), [1, 4]);
  assert.deepEqual(named(4), [1, 4]);
  assert.deepEqual(named(1), [1]);
});

test("the row that is pointed at is named in place of its neighbours, however little it is attended to", () => {
  assert.deepEqual(named(7, 0), [0, 4, 2].sort());
  assert.deepEqual(named(7, 3), [1, 3, 5]);
});

test("no row stays without a name that has room for one", () => {
  for (const pitch of [1.5, 3, 5, 7, 9]) {
    const rows = Array.from({ length: 60 }, (_, row) => (row * 37) % 60), all = named(pitch, null, rows), apart = rowsPerName(pitch);
    for (let row = 0; row < 60; row++) assert.ok(all.some((one) => Math.abs(one - row) < apart), `${pitch}: ${row}`);
    all.slice(1).forEach((row, at) => assert.ok(row - all[at] >= apart, `${pitch}: ${row} after ${all[at]}`));
  }
});

test("a name is no higher than the room it has, or as small as can be read", () => {
  for (let pitch = 0.5; pitch < 50; pitch += 0.5) assert.ok(nameSize(pitch) <= Math.max(9, rowsPerName(pitch) * pitch));
});

test("how much a row is attended to is the sum of its weights in every attention to its side", () => {
  const part = aMap(), tensors = tensorsOf(part), expected = [0, 0];
  for (const tensor of tensors.filter(({ own, rows, of }) => own === "weights" && (of || rows) === "src")) {
    const [heads, rows, keys] = sizesOf(tensor);
    for (let at = 0; at < heads * rows * keys; at++) expected[at % keys] += tensor.values[at];
  }
  assert.ok(expected[0] > 0 && expected[0] !== expected[1]);
  assert.deepEqual([...attendedTo(tensors, "src", 2)], expected);
});
