import assert from "node:assert/strict";
import { test } from "node:test";

import { forPointer } from "../../ui/picture/pointer_words.js";

test("a finger reads its own half of a hint", () => {
  assert.equal(forPointer("Hover to read it. | Tap to read it.", true), "Tap to read it.");
  assert.equal(forPointer("Hover to read it. | Tap to read it.", false), "Hover to read it.");
});

test("a text of one half is for both", () => {
  assert.equal(forPointer("Drag it.", true), "Drag it.");
  assert.equal(forPointer("Drag it.", false), "Drag it.");
});
