import assert from "node:assert/strict";
import test from "node:test";
import { compared } from "../../pages/training/prediction.js";

test("special tokens are written as on all pages, and are right or wrong as the model wrote them", () => {
  const { tokens, isWhole } = compared(["3", "<pad>", "<unk>"], ["3", "<pad>", "<end>"]);
  assert.deepEqual(tokens.map(({ text }) => text), ["3", "⟨pad⟩", "⟨unk⟩"]);
  assert.deepEqual(tokens.map(({ isRight }) => isRight), [true, true, false]);
  assert.ok(!isWhole);
  assert.deepEqual(compared(["<", "<b", "a>"], null).tokens.map(({ text }) => text), ["<", "<b", "a>"]);
});
