// What a key-value cache keeps: which rows are framed and which are computed, and the numbers that say so.

import assert from "node:assert/strict";
import { test } from "node:test";

import { cacheWords, isComputed, keptRows, newRow } from "../../ui/picture/model_map/cache.js";
import { keptBoxes } from "../../ui/picture/model_map/draw_cache.js";
import { placedAt } from "../../ui/picture/model_map/layout.js";
import { encoderSteps, lastStep } from "../../ui/picture/model_map/play.js";
import { aNumberedMap, mapDrawn } from "./a_drawn_map.js";
import { aLayout, aMap } from "./a_map.js";

const WORDS = {
  title: "cache", token: "{number}/{count} {token}", empty: "empty", first: "first", first_source: "and the source", later: "later", each: "each", own: "own", source: "source",
  float32: "float32", half: "half", bytes: "{numbers} × {size} = {total}", unshared: "with {heads}", rows: "rows", rows_without: "without",
};
const KEPT = { layers: 2, heads: 2, kv_heads: 2, d_k: 4, numbers: 16, unshared: 16 }, SHARED = { ...KEPT, kv_heads: 1, numbers: 8 };
const withCache = (map, cache = { self_attention: KEPT, cross_attention: KEPT }) => ({ ...map, cache, strings: { ...map.strings, cache: WORDS } });
const part = withCache(aMap()), layout = aLayout(part), steps = encoderSteps(part), LAST = part.tgt.labels.length - 1;
const lineOf = (words, name) => words.lines.find(([one]) => one === name)?.[1];

test("the computed row is that of playback, else that of the pin, else the last one", () => {
  assert.equal(newRow(part, null, null), LAST);
  assert.equal(newRow(part, null, { side: "tgt", row: 1 }), 1);
  assert.equal(newRow(part, null, { side: "src", row: 1 }), LAST);
  assert.equal(newRow(part, steps, { side: "tgt", row: 2 }), -1, "the encoder is at work");
  for (let row = 0; row <= LAST; row++) {
    for (const share of [0.3, 1]) assert.equal(newRow(part, steps + row + share, null), row);
  }
  assert.equal(newRow(part, lastStep(part), null), LAST);
});

test("of the target the keys and values before the row are kept, of the source all after the first row, of all else nothing", () => {
  for (let row = -1; row <= LAST; row++) {
    for (const column of layout.columns.filter(({ place }) => place >= 0)) {
      const { name } = part.tensors[column.place], isKept = column.kind === "vector" && /^decoder.*\.(keys|values)$/.test(name);
      const rows = name.includes("cross_attention") ? (row > 0 ? part.src.labels.length : 0) : Math.max(0, row);
      assert.equal(keptRows(part, column, row), isKept ? rows : 0, `${name}, row ${row}`);
    }
  }
});

test("each row of the target is computed in one step, each of the source in the first", () => {
  for (let at = 0; at <= LAST; at++) {
    assert.deepEqual(part.tgt.labels.map((_, row) => isComputed("tgt", at, row)), part.tgt.labels.map((_, row) => row === at));
    assert.equal(isComputed("src", 0, at), at === 0);
  }
});

test("the frames are around the kept rows", () => {
  const placed = placedAt(layout, 0.4), boxes = keptBoxes({ placed, layout }, 2);
  assert.equal(boxes.length, 2 * 2 * 2, "K and V, both attentions, two layers");
  for (const { name, rows, y, height } of boxes) {
    const side = name.includes("cross") ? "src" : "tgt";
    assert.equal(y, placed.tops[side]);
    assert.ok(height > (rows - 0.5) * placed.pitch && height <= rows * placed.pitch);
  }
  assert.deepEqual(keptBoxes({ placed, layout }, 0), []);
});

test("what is kept is counted by rows, layers and heads, and without a cache each row is computed again in each step", () => {
  const words = cacheWords(part, 2);
  assert.equal(words.token, `3/3 ${part.tgt.labels[2]}`);
  assert.equal(words.text, "later");
  assert.equal(lineOf(words, "each"), "2 × 2 × 4 = 16");
  assert.equal(lineOf(words, "own"), "3 × 2 × 16 = 96");
  assert.equal(lineOf(words, "source"), "2 × 2 × 16 = 64");
  assert.equal(lineOf(words, "float32"), "160 × 4 = 640");
  assert.equal(lineOf(words, "half"), "160 × 2 = 320");
  assert.deepEqual([lineOf(words, "rows"), lineOf(words, "without")], ["3", "3 × 4 ÷ 2 = 6"]);
  assert.equal(lineOf(words, "with 2"), undefined);
  assert.equal(cacheWords(part, 0).text, "first and the source");
  assert.deepEqual(cacheWords(part, -1).lines, []);
});

test("heads that share keys and values keep fewer, and half a model keeps nothing of a source", () => {
  const words = cacheWords(withCache(aMap(), { self_attention: SHARED, cross_attention: null }), 1);
  assert.equal(lineOf(words, "each"), "2 × 1 × 4 = 8");
  assert.equal(lineOf(words, "own"), "2 × 2 × 8 = 32");
  assert.equal(lineOf(words, "with 2"), "2 × 2 × 16 = 64");
  assert.equal(lineOf(words, "source"), undefined);
  assert.equal(lineOf(words, "float32"), "32 × 4 = 128");
});

test("a map without a cache says nothing of it", () => {
  assert.equal(cacheWords(aMap(), 1), null);
});

for (const theme of ["light", "dark"]) {
  test(`the frames are drawn in the accent's colour, and only while the cache is shown: ${theme}`, async () => {
    const map = withCache(aNumberedMap()), framesIn = ({ marks }) => marks.filter(({ stroke }) => stroke === "#123456").length;
    const [plain, shown] = [await mapDrawn(map, 0.5, theme), await mapDrawn(map, 0.5, theme, { hasCache: true })];
    assert.equal(framesIn(plain), 0);
    assert.equal(framesIn(shown), 8);
  });
}
