import assert from "node:assert/strict";
import { test } from "node:test";

import { addRecords, column, createRecords, placeOf, recordAt, stepsOf } from "../../pages/training/records.js";

const record = (step, loss = 1) => ({ step, loss });

function filled(...steps) {
  const records = createRecords();
  addRecords(records, steps.map((step) => record(step, 10 - step)));
  return records;
}

test("a record that is there already is not added twice", () => {
  const records = filled(0, 5, 10);
  addRecords(records, [record(10), record(15)]);
  assert.deepEqual(records.steps, [0, 5, 10, 15]);
});

test("the record in force at a step is the last one up to there", () => {
  const records = filled(0, 5, 10);
  assert.equal(recordAt(records, 7).step, 5);
  assert.equal(recordAt(records, 10).step, 10);
  assert.equal(recordAt(records, 99).step, 10);
  assert.equal(recordAt(createRecords(), 3), null);
});

test("before the first step there is no place", () => {
  assert.equal(placeOf([5, 10], 4), -1);
  assert.equal(placeOf([], 4), -1);
});

test("one scrubber goes over the steps of both runs", () => {
  assert.deepEqual(stepsOf([filled(0, 5, 10), filled(0, 2, 4)]), [0, 2, 4, 5, 10]);
});

test("a column follows the records", () => {
  assert.deepEqual(column(filled(0, 4), "loss"), [10, 6]);
});
