import assert from "node:assert/strict";
import { test } from "node:test";

import { limitText } from "../../ui/shell/limits.js";

const STRINGS = { whole_numbers: "whole {low} to {high}", numbers: "{low} to {high}" };
const LAYERS = { low: 1, high: 4, isWhole: true }, FACTOR = { low: 0.01, high: 20, isWhole: false }, STEPS = { low: 1, high: 4000, isWhole: true };

const textOf = (value, limits, wrong = {}) => limitText({ value, validity: wrong }, limits, STRINGS);

test("a number out of its limits is answered with those", () => {
  assert.equal(textOf("9", LAYERS, { rangeOverflow: true }), "whole 1 to 4");
  assert.equal(textOf("0", FACTOR, { rangeUnderflow: true }), "0.01 to 20");
  assert.equal(textOf("100000", STEPS, { rangeOverflow: true }), "whole 1 to 4,000");
  assert.equal(textOf("", STEPS, { badInput: true }), "whole 1 to 4,000");
});

test("so is a broken number where only whole ones are possible", () => {
  assert.equal(textOf("2.5", LAYERS), "whole 1 to 4");
  assert.equal(textOf("2.5", FACTOR), "");
});

test("nothing is said of what can be, of a step between, and of a field that is still empty", () => {
  assert.equal(textOf("4", LAYERS), "");
  assert.equal(textOf("30", { low: 8, high: 128, isWhole: true }, { stepMismatch: true }), "");
  assert.equal(textOf("", LAYERS), "");
  assert.equal(textOf("9", null, { rangeOverflow: true }), "");
});
