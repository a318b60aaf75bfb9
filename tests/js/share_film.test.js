import assert from "node:assert/strict";
import { test } from "node:test";

import { rowsAt } from "../../pages/training/run_frames.js";
import { filmSteps, frameMs } from "../../ui/share/film_time.js";
import { boxesOf } from "../../ui/share/token_rows.js";

const upTo = (count) => Array.from({ length: count }, (_, place) => 3 * place);

test("a film shows every step of a short run, and evenly chosen ones of a long one", () => {
  assert.deepEqual(filmSteps(upTo(41)), upTo(41));
  const chosen = filmSteps(upTo(4001)), apart = chosen.slice(1).map((step, place) => step - chosen[place]);
  assert.deepEqual([chosen.length, chosen[0], chosen.at(-1)], [120, 0, 12_000]);
  assert.ok(Math.max(...apart) - Math.min(...apart) <= 3);
});

test("a step is chosen once, however many there are", () => {
  for (const count of [2, 119, 120, 121, 150, 239]) {
    const chosen = filmSteps(upTo(count));
    assert.equal(new Set(chosen).size, Math.min(count, 120));
    assert.equal(chosen.at(-1), 3 * (count - 1));
  }
});

test("a film takes four to eight seconds, at twenty frames a second at most", () => {
  for (const count of [2, 20, 41, 80, 120]) {
    assert.ok(count * frameMs(count) >= 4000 && count * frameMs(count) <= 8000);
    assert.ok(frameMs(count) >= 50);
  }
});

test("tokens stand side by side, and those that find no room are left out", () => {
  const tokens = ["a", "b", "c"].map((text) => ({ text })), widthOf = () => 32;
  assert.deepEqual(boxesOf(tokens, widthOf, 100, 300).map(({ text, x }) => [text, x]), [["a", 100], ["b", 144], ["c", 188]]);
  const few = boxesOf(tokens, widthOf, 100, 200);
  assert.deepEqual(few.map(({ text }) => text), ["a", "…"]);
  assert.ok(few.at(-1).x + few.at(-1).width <= 200);
  const glossed = boxesOf(tokens.map((token) => ({ ...token, gloss: "x" })), widthOf, 100, 300, () => 20);
  assert.deepEqual(glossed.map(({ x }) => x), [100, 164, 228], "each token has room for its gloss behind it");
});

test("input and output of a step are rows, right and wrong told apart", () => {
  const records = { steps: [0, 5], all: [{ step: 0, predicted: ["x"] }, { step: 5, predicted: ["a", "b"] }] };
  const part = { source: ["b", "a"], due: ["a", "b"], untrained: { predicted: [] }, glosses: { a: "alpha" }, strings: { input: "Input", wrote: "At {step}", wrote_untrained: "Untrained" } };
  const sides = [{ run: { records }, colour: "#123456", name: "this", isAlike: true }];
  const [input, written] = rowsAt(part, sides, 0);
  assert.deepEqual([input.title, written.title, written.isWhole], ["Input", "Untrained", false]);
  assert.equal(written.tokens[0].isRight, false);
  assert.ok(rowsAt(part, sides, 7)[1].isWhole);
  assert.deepEqual(input.tokens.map(({ gloss }) => gloss), [undefined, "alpha"]);
});
