import assert from "node:assert/strict";
import { test } from "node:test";

import { cellName, sectionName } from "../../ui/picture/model_map/names.js";
import { readCell } from "../../ui/picture/model_map/places.js";
import { aMap, placeNamed } from "./a_map.js";

const part = aMap();

function nameOf(text, of = part) {
  return cellName(of, readCell(of, text));
}

test("a weight is called by its layer, its head and both of its words", () => {
  assert.equal(nameOf("encoder.layers.0.self_attention.weights@1.0.1"), "Encoder layer 1 · self-attention · head 2 · Weights[ kat, mat ]");
  assert.equal(nameOf("decoder.layers.1.self_attention.weights@0.2.1"), "Decoder layer 2 · self-attention · head 1 · Weights[ dos, uno ]");
});

test("what looks at the memory names a word of each side", () => {
  assert.equal(nameOf("decoder.layers.0.cross_attention.weights@0.2.1"), "Decoder layer 1 · cross-attention · head 1 · Weights[ dos, mat ]");
  assert.match(nameOf("decoder.layers.0.cross_attention.keys@0.1.3"), /\[ mat, 3 \]$/);
});

test("a number of a vector is called by its word and its place", () => {
  assert.equal(nameOf("encoder.layers.1.self_attention.queries@1.1.3"), "Encoder layer 2 · self-attention · head 2 · Q[ mat, 3 ]");
  assert.equal(nameOf("src_scaled@0.7"), "Embedding · × √d_model[ kat, 7 ]");
});

test("two tensors of one name are told apart: scores that are scaled, and the ends of stacks", () => {
  assert.equal(nameOf("encoder.layers.0.self_attention.scaled@0.0.1"), "Encoder layer 1 · self-attention · head 1 · / √d_k[ kat, mat ]");
  assert.equal(nameOf("encoder.output@1.2"), "Memory · Memory[ mat, 2 ]");
  assert.equal(nameOf("encoder.layers.0.feed_forward.output@1.2"), "Encoder layer 1 · feed-forward · · W₂ + b₂[ mat, 2 ]");
});

test("a column of the logits is a token, by its name where the map has one", () => {
  assert.equal(nameOf("logits@2.5"), "Next token · Logits[ dos, f ]");
  assert.equal(nameOf("logits@2.5", { ...part, vocabulary: "a\nb" }), "Next token · Logits[ dos, #5 ]");
  assert.equal(nameOf("logits@2.5", { ...part, vocabulary: null }), "Next token · Logits[ dos, 5 ]");
});

test("a tensor is in the section that makes it, and one without a name of its own is called as in the code", () => {
  assert.equal(sectionName(part, placeNamed(part, "encoder.layers.1.normed_2")), "Encoder layer 2 · feed-forward");
  assert.equal(sectionName(part, placeNamed(part, "decoder.output")), "");
  assert.equal(nameOf("encoder.layers.1.normed_2@0.0"), "Encoder layer 2 · feed-forward · normed[ kat, 0 ]");
});
