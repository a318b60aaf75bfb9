import assert from "node:assert/strict";
import test from "node:test";

import { busyText } from "../../pages/training/busy.js";
import { filled, sentencesOf } from "../../pages/training/data_report.js";
import { fieldsFor } from "../../pages/training/own_data.js";
import { stepsIn } from "../../pages/training/shared.js";

const strings = {
  pairs: "{size} pairs, {training} and {held_out}", text: "{size} characters", lengths: "{source_least}-{source_most}", vocabulary: "{source} {target} {unknown}%",
  vocabulary_text: "{target} {unknown}%", floors: "{unigram} {bigram}", left_out: "{count} lines", left_out_one: "one line", reason: "{reason}: {lines}", more: "and {count} more",
  removed: "{count} removed", removed_one: "one removed",
};
const part = /** @type {any} */ ({ strings, reasons: { empty: "empty side", columns: "too few" } });
const pairs = /** @type {any} */ ({
  kind: "pairs", size: 1200, training: 1000, held_out: 200, tokens: 0, encoding: "utf-8", format: "tsv", source_vocabulary: 30, target_vocabulary: 40, unknown: 0.012,
  left_out: [], left_out_counts: {}, removed: 0, source_lengths: [1, 3, 9], target_lengths: [2, 4, 8], floors: null, examples: [], piece: [],
});

test("values are filled in, numbers with their thousands", () => {
  assert.equal(filled("{a} of {b} {c}", { a: 1200, b: "x" }), "1,200 of x {c}");
});

test("what was read of pairs is told in order", () => {
  assert.deepEqual(sentencesOf(pairs, part), ["1,200 pairs, 1,000 and 200", "1-9", "30 40 1.2%"]);
});

test("lines that were left out are told by reason, and not all of many", () => {
  const lines = Array.from({ length: 20 }, (_, place) => [place + 1, "empty"]);
  const found = { ...pairs, left_out: [...lines, [30, "columns"]], left_out_counts: { empty: 20, columns: 1 }, removed: 1 };
  assert.deepEqual(sentencesOf(found, part).slice(3), [
    "21 lines", "empty side: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 8 more", "too few: 30", "one removed",
  ]);
});

test("a text has its floors", () => {
  const found = { ...pairs, kind: "text", source_lengths: null, floors: { unigram: 2.5, bigram: 1.25 } };
  assert.deepEqual(sentencesOf(found, part), ["1,200 characters", "40 1.2%", "2.500 1.250"]);
});

test("data are used with the sizes that go with them, and no run yet", () => {
  const fields = fieldsFor(/** @type {any} */ ({ task: "own_text", suggested: { d_model: 64 } }), "name");
  assert.deepEqual([fields.task, fields.data, fields.d_model, fields.run], ["own_text", "name", 64, ""]);
});

test("five minutes are whole tens of steps, within the limits", () => {
  assert.equal(stepsIn(300, { status: "paused", steps_a_second: 1.43 }), 420);
  assert.equal(stepsIn(300, { status: "paused", steps_a_second: 0 }), 10);
  assert.equal(stepsIn(300, { status: "paused", steps_a_second: 99 }), 4000);
});

test("what is being done says how much is sent, and then for how long it has been read", () => {
  const texts = { sending: "sending {share}%", seconds: "{seconds} s" };
  assert.equal(busyText(0.254, 3, "reading", texts), "sending 25%");
  assert.equal(busyText(1, 0, "reading", texts), "reading");
  assert.equal(busyText(1, 12, "reading", texts), "reading 12 s");
});
