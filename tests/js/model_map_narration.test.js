import assert from "node:assert/strict";
import { test } from "node:test";

import { placedAt } from "../../ui/picture/model_map/layout.js";
import { endOf, narrationAt, percentText, stageAt, strongestPair } from "../../ui/picture/model_map/narration.js";
import { RISING, encoderSteps, lastStep } from "../../ui/picture/model_map/play.js";
import { tensorsOf } from "../../ui/picture/model_map/tensors.js";
import { aLayout, aMap } from "./a_map.js";

const map = aMap(), titles = { ...map.strings.titles, "decoder.output": "Output" };
const part = { ...map, strings: { ...map.strings, titles } }, layout = aLayout(part), placed = placedAt(layout, 0), STEPS = encoderSteps(part);
const at = (time, next) => narrationAt(part, placed, time, next);

test("before anything is drawn the words alone are named", () => {
  assert.equal(stageAt(0), -1);
  assert.deepEqual(at(0), { title: "", text: "the words" });
});

test("each step of the encoder has a sentence while it is drawn, and when it was halted at its end", () => {
  const said = [];
  for (let step = 0; step < STEPS; step++) {
    assert.deepEqual(at(step + 0.01), at(step + 1));
    said.push(at(step + 0.5).title);
  }
  assert.deepEqual(said, ["Embedding", "Encoder layer 1 · self-attention", "Encoder layer 1 · feed-forward",
    "Encoder layer 2 · self-attention", "Encoder layer 2 · feed-forward", "Memory"]);
  assert.equal(at(STEPS - 0.5).text, "the memory");
});

test("the first token is followed through every sublayer of the decoder, in their order", () => {
  const said = [];
  for (let share = 0.001; share < RISING; share += 0.002) {
    const { title } = at(STEPS + share);
    if (said.at(-1) !== title) said.push(title);
  }
  const sublayers = [1, 2].flatMap((layer) => ["self-attention", "cross-attention", "feed-forward"].map((name) => `Decoder layer ${layer} · ${name}`));
  assert.deepEqual(said, ["Embedding", ...sublayers, "Output", "Next token"].map((title) => `Token 1 of 3 · ${title}`));
});

test("what comes after a token is named once its bars rise, with its probability", () => {
  const next = part.next.map((_, row) => ({ likeliest: [], chosen: [`t${row}`, 0.25 * row] }));
  assert.deepEqual(at(STEPS + 1.5, next), { title: "Token 2 of 3", text: "uno on its way" });
  assert.deepEqual(at(STEPS + 1.9, next), { title: "Token 2 of 3", text: "after uno: t1 25.0%" });
  assert.deepEqual(at(STEPS + 2, next), at(STEPS + 1.9, next));
  assert.deepEqual(at(lastStep(part), next), { title: "Token 3 of 3", text: "after dos: t2 50.0%" });
});

test("words that are typed are set as they are", () => {
  const odd = { ...part, tgt: { ...part.tgt, labels: ["<s>", "$& {token}", "dos"] } };
  assert.match(narrationAt(odd, placed, STEPS + 1.5).text, /^\$& \{token\} on its way$/);
});

test("a probability is said in the digits that it has, and one too small for them as that", () => {
  assert.deepEqual([0.88034, 1, 0.0005, 0.0004].map(percentText), ["88.0%", "100.0%", "0.1%", "<0.1%"]);
});

/** The tensors of a map whose last cross-attention has these weights: (heads, rows, keys), flattened. */
function withWeights(part, weights) {
  const tensors = tensorsOf(part), last = tensors.findLast(({ name }) => name.endsWith("cross_attention.weights"));
  return tensors.map((one) => (one === last ? { ...one, values: new Float32Array(weights) } : one));
}

const LAST_CROSS = "decoder.layers.1.cross_attention.weights";
const HEAD_1 = [0.9, 0.1, 0.3, 0.7, 0.4, 0.6], HEAD_2 = [0.5, 0.5, 0.2, 0.8, 0.95, 0.05];

test("playback ends on the row with the thickest line to a word, the start aside", () => {
  const { row, key } = strongestPair(part, withWeights(part, [...HEAD_1, ...HEAD_2]));
  assert.deepEqual([row, key], [2, 0]);
});

test("a head that is off has no line to end on", () => {
  const off = { ...part, headOff: [[LAST_CROSS, 1]] };
  const { row, key } = strongestPair(off, withWeights(off, [...HEAD_1, ...HEAD_2]));
  assert.deepEqual([row, key], [1, 1]);
});

test("without a line there is no row to end on", () => {
  assert.equal(strongestPair(part, withWeights(part, Array(12).fill(0.01))), null);
});

test("the end speaks of suggestions only where there are some, and gives the meanings that are known", () => {
  const glossed = { ...part, tgt: { ...part.tgt, glosses: ["", "one", ""] } };
  const next = part.next.map(() => ({ chosen: ["dos", 0.5], glosses: ["two"] })), ending = { row: 1, key: 0 };
  assert.equal(endOf(glossed, ending, next, { hasSuggestions: true }), "uno (one), dos (two), kat point or try");
  assert.equal(endOf(glossed, ending, next, { hasSuggestions: false }), "uno (one), dos (two), kat point");
});
