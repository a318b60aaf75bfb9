// Rows of opened models: pieces of one word have a line beside them, and a row's name says what its token is.

import assert from "node:assert/strict";
import { test } from "node:test";

import { joinedAt, kindOfRow } from "../../ui/picture/model_map/names.js";
import { aNumberedMap, LABELS, mapDrawn } from "./a_drawn_map.js";

const map = aNumberedMap(), words = { ...map.tgt, special: [0], joined: [{ first: 1, count: 2, word: "unodos" }] };
const part = { ...map, tgt: words, strings: { ...map.strings, special: "special", piece: "piece of {word}" } };

test("a row knows the word that it is a piece of", () => {
  assert.deepEqual([0, 1, 2].map((row) => joinedAt(words, row)?.word), [undefined, "unodos", "unodos"]);
  assert.equal(joinedAt(map.src, 0), undefined);
});

test("a special token and a piece of a word are called that, all others nothing", () => {
  assert.deepEqual([0, 1, 2].map((row) => kindOfRow(part, "tgt", row)), ["special", "piece of unodos", "piece of unodos"]);
  assert.equal(kindOfRow(part, "src", 0), "");
});

test("a line goes along the rows of one word and along no other row", async () => {
  const drawn = await mapDrawn(part, 0.5, "light"), plain = await mapDrawn(map, 0.5, "light"), { tops, pitch } = drawn.placed;
  const lines = ({ marks, corner }) => marks.filter(({ kind, x, width }) => kind === "rect" && width === 2 && Math.abs(x - (corner.x + LABELS - 5)) < 0.5);
  assert.equal(lines(plain).length, 0);
  const rows = lines(drawn).map(({ y, height }) => Math.floor((y + height / 2 - drawn.top - tops.tgt) / pitch));
  assert.deepEqual(rows.sort(), [1, 2]);
});
