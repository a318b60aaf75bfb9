import assert from "node:assert/strict";
import { test } from "node:test";

import { MOVES, placeOf, readCell, readTrail, writeCell } from "../../ui/picture/model_map/places.js";
import { aMap, indicesOf, placeNamed } from "./a_map.js";

const part = aMap();
const CELLS = part.tensors.flatMap(({ shape }, place) => indicesOf(shape).map((index) => placeOf(part, place, index)));

function cell(name, ...index) {
  return placeOf(part, placeNamed(part, name), index);
}

function moved(way, by, from) {
  const to = MOVES[way](part, from, by);
  return to && writeCell(part, to);
}

test("a cell comes back from its text, for every cell of the map", () => {
  for (const one of CELLS) assert.deepEqual(readCell(part, writeCell(part, one)), one);
  assert.equal(new Set(CELLS.map((one) => writeCell(part, one))).size, CELLS.length);
});

test("a text that can be read is written the same again", () => {
  const texts = ["src_embeddings@1.7", "encoder.layers.1.self_attention.weights@1.0.1", "logits@2.5"];
  for (const text of texts) assert.equal(writeCell(part, readCell(part, text)), text);
});

test("a cell knows its side and its row", () => {
  assert.deepEqual(readCell(part, "decoder.layers.0.cross_attention.weights@1.2.0"), {
    place: placeNamed(part, "decoder.layers.0.cross_attention.weights"), index: [1, 2, 0], side: "tgt", row: 2,
  });
  assert.deepEqual(["src", 1], (({ side, row }) => [side, row])(readCell(part, "decoder.layers.0.cross_attention.keys@0.1.3")));
});

test("what is no cell of the map is none", () => {
  const others = [
    "", "@", "@0.0", "logits", "logits@", "logits@0", "logits@0.0.0", "logits@3.0", "logits@0.6", "logits@-1.0", "logits@0.-1", "logits@a.b", "logits@.0",
    "logits@0.", "logits@0..1", "logits@0.1@2", "logits@0.1 ", " logits@0.1", "logits@1e0.0", "logits@0x1.0", "logits@0,1", "Logits@0.1", "losses@0",
    "loss@", "encoder.layers.2.self_attention.weights@0.0.0", "encoder.layers.0.self_attention.weights@0.0",
    "output.weight@0.0", "logits@Infinity.0", "logits@9999999999999.0",
  ];
  for (const text of others) assert.equal(readCell(part, text), null, text);
});

test("of a trail those cells are read that the map has", () => {
  assert.deepEqual(readTrail(part, "logits@2.5~losses@2~src_embeddings@0.1"), [cell("logits", 2, 5), cell("src_embeddings", 0, 1)]);
  assert.deepEqual(readTrail(part, ""), []);
});

test("no way leads out of the tensors, from any cell", () => {
  for (const way of Object.keys(MOVES)) {
    for (const from of CELLS) {
      for (const by of [-1, 1]) {
        const to = MOVES[way](part, from, by);
        if (to) assert.deepEqual(readCell(part, writeCell(part, to)), to, `${way} ${by} from ${writeCell(part, from)}`);
      }
    }
  }
});

test("back along a row, a head, a number or a layer is where one was", () => {
  for (const way of ["row", "head", "number", "layer"]) {
    let gone = 0;
    for (const from of CELLS) {
      for (const by of [-1, 1]) {
        const to = MOVES[way](part, from, by);
        if (!to) continue;
        assert.deepEqual(MOVES[way](part, to, -by), from, `${way} ${by} from ${writeCell(part, from)}`);
        gone++;
      }
    }
    assert.ok(gone > 0);
  }
});

test("back along the steps is where one was, between tensors of one shape", () => {
  let gone = 0;
  for (const from of CELLS) {
    const to = MOVES.step(part, from, 1);
    if (!to || String(part.tensors[to.place].shape) !== String(part.tensors[from.place].shape)) continue;
    assert.deepEqual([to.index, MOVES.step(part, to, -1)], [from.index, from]);
    gone++;
  }
  assert.ok(gone > 0);
});

test("a step leads to the same number of the same word, whether heads part it or not", () => {
  assert.equal(moved("step", 1, cell("src_encoded", 1, 6)), "encoder.layers.0.self_attention.queries@1.1.2");
  assert.equal(moved("step", 1, cell("encoder.layers.0.self_attention.heads", 1, 0, 2)), "encoder.layers.0.self_attention.concatenated@0.6");
  assert.equal(moved("step", -1, cell("encoder.layers.0.self_attention.concatenated", 0, 6)), "encoder.layers.0.self_attention.heads@1.0.2");
});

test("a step into a grid keeps the head and looks at the word itself, a step out of it keeps the head", () => {
  assert.equal(moved("step", 1, cell("decoder.layers.0.self_attention.values", 1, 2, 3)), "decoder.layers.0.self_attention.scores@1.2.2");
  assert.equal(moved("step", 1, cell("decoder.layers.0.self_attention.weights", 1, 2, 0)), "decoder.layers.0.self_attention.heads@1.2.0");
});

test("a step to what is smaller ends at its last number or word", () => {
  assert.equal(moved("step", 1, cell("decoder.layers.0.feed_forward.activated", 1, 15)), "decoder.layers.0.feed_forward.output@1.7");
  assert.equal(moved("step", 1, cell("decoder.layers.0.cross_attention.queries", 1, 2, 3)), "decoder.layers.0.cross_attention.keys@1.1.3");
});

test("heads go round; what has none has no next", () => {
  const weights = cell("encoder.layers.0.self_attention.weights", 1, 0, 1);
  for (const by of [-1, 1]) assert.equal(moved("head", by, weights), "encoder.layers.0.self_attention.weights@0.0.1");
  assert.equal(moved("head", 1, cell("logits", 0, 0)), null);
});

test("beyond the first and the last there is nothing", () => {
  const [first, last] = [cell("src_embeddings", 0, 0), cell("probabilities", 2, 5)];
  for (const way of ["step", "row", "number", "layer"]) assert.deepEqual([moved(way, -1, first), moved(way, 1, last)], [null, null], way);
  assert.equal(moved("layer", 1, first), null);
});

test("a layer on is the same place of the same sublayer", () => {
  assert.equal(moved("layer", 1, cell("encoder.layers.0.feed_forward.hidden", 1, 9)), "encoder.layers.1.feed_forward.hidden@1.9");
  assert.equal(moved("layer", -1, cell("decoder.layers.1.cross_attention.weights", 1, 2, 0)), "decoder.layers.0.cross_attention.weights@1.2.0");
  assert.equal(moved("layer", 1, cell("encoder.layers.1.feed_forward.hidden", 1, 9)), null);
});

test("a copy stands where what it is a copy of stands", () => {
  const part = aMap(), cell = readCell(part, "encoder.layers.1.sublayer_2@1.3");
  assert.equal(writeCell(part, cell), "encoder.layers.1.feed_forward.output@1.3");
});
