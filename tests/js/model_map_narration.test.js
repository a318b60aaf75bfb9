import assert from "node:assert/strict";
import { test } from "node:test";

import { placedAt } from "../../ui/picture/model_map/layout.js";
import { narrationAt, percentText, stageAt } from "../../ui/picture/model_map/narration.js";
import { RISING, encoderSteps, lastStep } from "../../ui/picture/model_map/play.js";
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
