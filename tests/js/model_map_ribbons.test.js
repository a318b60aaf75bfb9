import assert from "node:assert/strict";
import { test } from "node:test";

import { placedAt } from "../../ui/picture/model_map/layout.js";
import { strokesOf } from "../../ui/picture/model_map/draw_lines.js";
import { besideLines } from "../../ui/picture/model_map/links.js";
import { probabilityOf, tokenAt } from "../../ui/picture/model_map/next_tokens.js";
import { LEAST, fallAt, hasHeadsApart, headShift, ribbonAt, strongestHeads } from "../../ui/picture/model_map/ribbons.js";
import { tensorsOf } from "../../ui/picture/model_map/tensors.js";
import { aLayout, aMap } from "./a_map.js";

const part = aMap(), layout = aLayout(part), tensors = tensorsOf(part);

/** A box of lines, and its tensor with the given weights. */
function linesOf(name, weights, t = 0) {
  const placed = placedAt(layout, t), place = tensors.findIndex((tensor) => tensor.name === name);
  const box = placed.boxes.find(({ column }) => column.kind === "lines" && column.place === place && !column.isShared);
  return { placed, box, tensor: { ...tensors[place], values: Float32Array.from(weights) } };
}

function pointOn({ placed, box, tensor }, { head, query, key }, across) {
  const start = placed.tops[box.column.from] + key * placed.pitch, end = placed.tops[box.column.side] + query * placed.pitch;
  const down = 0.45 * placed.pitch + (hasHeadsApart(placed) ? headShift(tensor.heads, head, placed.pitch) : 0);
  return { x: box.x + across * box.width, y: start + (end - start) * fallAt(across) + down };
}

test("a line falls from its key to its query, half of the way in the middle", () => {
  const falls = [0, 0.25, 0.5, 0.75, 1].map(fallAt);
  assert.ok(Math.abs(falls[0]) < 1e-3 && Math.abs(falls[2] - 0.5) < 1e-3 && Math.abs(falls[4] - 1) < 1e-3);
  assert.ok(Math.abs(falls[1] + falls[3] - 1) < 1e-3);
});

test("a point on a line finds its head, its query and its key, wherever on it", () => {
  // Two heads, three queries, two keys: each query attends to one word alone.
  const lines = linesOf("decoder.layers.0.cross_attention.weights", [1, 0, 0, 0, 0, 0, 0, 0, 0, 0.9, 0, 0]);
  for (const found of [{ head: 0, query: 0, key: 0 }, { head: 1, query: 1, key: 1 }]) {
    for (const across of [0.05, 0.3, 0.5, 0.9]) assert.deepEqual(ribbonAt(lines.placed, lines.tensor, lines.box, pointOn(lines, found, across)), found);
  }
  const free = pointOn(lines, { head: 0, query: 2, key: 0 }, 1);
  assert.equal(ribbonAt(lines.placed, lines.tensor, lines.box, { ...free, y: free.y + 8 }), null);
});

test("no line is found that is not drawn: too thin, of a head that is off, of a word that is still to come", () => {
  const lines = linesOf("decoder.layers.0.cross_attention.weights", [1, LEAST / 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  const thick = pointOn(lines, { head: 0, query: 0, key: 0 }, 0.5), thin = pointOn(lines, { head: 0, query: 0, key: 1 }, 0.1);
  const at = (point, options) => ribbonAt(lines.placed, lines.tensor, lines.box, point, options);
  assert.ok(at(thick));
  assert.equal(at(thin), null);
  assert.equal(at(thick, { off: [0] }), null);
  assert.equal(at(thick, { isSeen: () => false }), null);
});

test("a bar gives the token that follows, and from near the one of its line", () => {
  const next = { likeliest: [["a", 0.5], ["b", 0.3]], chosen: ["c", 0.1], glosses: [] };
  assert.deepEqual(tokenAt({ pitch: 20 }, { width: 100 }, next, 15), ["c", 0.1]);
  const near = (down) => tokenAt({ pitch: 100 }, { width: 300 }, next, down)[0];
  assert.deepEqual([4, 20, 40, 90].map(near), ["a", "b", "c", "c"]);
});

test("a token's probability is a cell of the map, by its place in the vocabulary", () => {
  const cell = probabilityOf(part, 2, "c");
  assert.equal(part.tensors[cell.place].own, "probabilities");
  assert.deepEqual(cell.index, [2, 2]);
  assert.equal(probabilityOf(part, 2, "none of them"), null);
  assert.equal(probabilityOf({ ...part, vocabulary: null }, 2, "c"), null);
  assert.equal(probabilityOf({ ...part, vocabulary: null }, 2, "#5"), null);
  assert.deepEqual(probabilityOf({ ...part, vocabulary: "a\nb" }, 2, "#5").index, [2, 5]);
});

test("however many rows there are, the whole model is in the window", () => {
  for (const rows of [3, 9, 26, 128]) {
    const long = { ...part, src: { ...part.src, labels: Array(rows).fill("kat") }, tgt: { ...part.tgt, labels: Array(rows).fill("uno") } };
    for (const height of [320, 480, 900]) assert.ok(placedAt(aLayout(long, { width: 1000, height }), 0).height <= height + 1e-6, `${rows} rows in ${height}`);
  }
});

test("a link between the two sides stands beside the lines, not on them", () => {
  const ribbons = [{ from: 100, to: 180 }, { from: 300, to: 380 }];
  assert.equal(besideLines(ribbons, 10, 60), 10);
  for (const at of [90, 130, 310]) {
    const moved = besideLines(ribbons, at, 90);
    assert.ok(ribbons.every(({ from, to }) => moved + 90 < from + 20 || moved > to - 20), `${at} -> ${moved}`);
  }
});

test("from afar a pair of words has one line, of its strongest head that is on", () => {
  // Two heads, three queries, two keys.
  const lines = linesOf("decoder.layers.0.cross_attention.weights", [0.6, 0.4, 0, 1, 0.5, 0.5, 0.2, 0.8, 0.9, 0.1, 0.5, 0.5]);
  assert.deepEqual([...strongestHeads(lines.tensor)], [0, 1, 1, 0, 0, 0]);
  assert.deepEqual([...strongestHeads(lines.tensor, [0])], [1, 1, 1, 1, 1, 1]);
  const drawn = strokesOf(lines.tensor, strongestHeads(lines.tensor)).map((byThickness) => byThickness.flat().length / 2);
  assert.deepEqual(drawn, [4, 2]);
  const far = ribbonAt(lines.placed, lines.tensor, lines.box, pointOn(lines, { head: 0, query: 1, key: 0 }, 0.5));
  assert.deepEqual(far, { head: 1, query: 1, key: 0 });
});

test("from near each head has its own line", () => {
  const lines = linesOf("decoder.layers.0.cross_attention.weights", [0.9, 0.1, 0, 0, 0, 0, 0.8, 0.2, 0, 0, 0, 0], 0.5);
  for (const head of [0, 1]) {
    const found = { head, query: 0, key: 0 };
    assert.deepEqual(ribbonAt(lines.placed, lines.tensor, lines.box, pointOn(lines, found, 0.5)), found);
  }
});
