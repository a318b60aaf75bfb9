import assert from "node:assert/strict";
import { test } from "node:test";

import { stepOfKey } from "../../ui/shell/history_bar.js";

const canvas = { matches: () => false }, field = { matches: () => true };

function step(key, more = {}) {
  return stepOfKey({ key, ctrlKey: true, target: canvas, ...more });
}

test("control or command with Z takes back, with Y or with shift it does again", () => {
  assert.equal(step("z"), "undo");
  assert.equal(step("z", { ctrlKey: false, metaKey: true }), "undo");
  assert.equal(step("Z", { shiftKey: true }), "redo");
  assert.equal(step("y"), "redo");
});

test("other keys do neither, and none does where a person is typing", () => {
  assert.equal(step("x"), null);
  assert.equal(step("z", { ctrlKey: false }), null);
  assert.equal(step("z", { altKey: true }), null);
  assert.equal(step("z", { target: field }), null);
});
