import assert from "node:assert/strict";
import test from "node:test";

import { pathOf, sharedAxes } from "../../pages/training/small_chart.js";
import { nextOf, progressOf } from "../../pages/training/sweep.js";
import { suggestedValues, sweepText } from "../../pages/training/sweep_fields.js";

const run = (/** @type {string} */ status, step = 0) => /** @type {any} */ ({ id: "x", state: { status, step } });
const records = (/** @type {[number, number | null, number][]} */ rows) => /** @type {any} */ ({
  steps: rows.map(([step]) => step), all: rows.map(([step, loss, exact]) => ({ step, loss, held_out_loss: loss, exact, held_out_exact: exact })),
});

test("runs begin in order, and no more at a time than may be", () => {
  assert.equal(nextOf([null, null, null], 2), 0);
  assert.equal(nextOf([run("running"), null, null], 2), 1);
  assert.equal(nextOf([run("running"), run("waiting"), null], 2), -1);
  assert.equal(nextOf([run("done"), run("paused"), null], 2), 2);
  assert.equal(nextOf([run("done"), run("stopped")], 2), -1);
});

test("a run that the server has forgotten is trained again", () => {
  assert.equal(nextOf([run("done"), run("gone")], 3), 1);
});

test("progress is of all steps, and what has ended has no steps left", () => {
  const made = progressOf([run("done", 100), run("running", 50), run("stopped", 10), null], [100, 100, 100, 100]);
  assert.deepEqual([made.done, made.share, made.isUnderWay, made.isOpen], [2, 0.625, true, true]);
  assert.equal(progressOf([null, run("gone", 70)], [100, 100]).share, 0);
});

test("all charts share their axes", () => {
  const axes = sharedAxes([{ records: records([[0, 2.301, 0], [10, 1, 0.5]]), steps: 10 }, { records: records([]), steps: 40 }]);
  assert.deepEqual(axes, { steps: 40, loss: 2.4 });
  assert.deepEqual(sharedAxes([]), { steps: 1, loss: 1 });
});

test("a curve goes from the top of its band to the bottom, and stops where a number is missing", () => {
  const axes = { steps: 10, loss: 2 };
  assert.equal(pathOf(records([[0, 2, 0], [10, 0, 1]]), "loss", axes, true), "M0 3L100 58");
  assert.equal(pathOf(records([[0, 2, 0], [10, 0, 1]]), "exact", axes, false), "M0 97L100 66");
  assert.equal(pathOf(records([[0, 2, 0], [5, null, 0], [10, 0, 1]]), "loss", axes, true), "M0 3M100 58");
});

test("a sweep is written as a link has it, without values that are missing or twice", () => {
  assert.equal(sweepText([["factor", ["0.5", "", "2"]], ["num_heads", ["1", "1", "4"]]]), "factor=0.5,2;num_heads=1,4");
  assert.equal(sweepText([["factor", ["", "", ""]], ["", []]]), "");
});

test("values to begin with lie around the present one, within its limits", () => {
  const field = (/** @type {object} */ values) => /** @type {any} */ ({ name: "factor", options: [], low: 0.01, high: 20, step: 0.1, now: "1", ...values });
  assert.deepEqual(suggestedValues(field({}), 3), ["0.5", "1", "2"]);
  assert.deepEqual(suggestedValues(field({ low: 1, high: 4, step: 1 }), 3), ["1", "2"]);
  assert.deepEqual(suggestedValues(field({ low: 0, high: 0.5, step: 0.05, now: "0" }), 3), ["0", "0.1", "0.2"]);
  assert.deepEqual(suggestedValues(field({ name: "seed", low: 0, high: 9999, step: 1 }), 3), ["1", "2", "3"]);
  assert.deepEqual(suggestedValues(field({ options: [["a", "A"], ["b", "B"], ["c", "C"], ["d", "D"]] }), 3), ["a", "b", "c"]);
});
