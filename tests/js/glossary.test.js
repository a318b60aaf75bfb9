// Which terms are found in a text, in which order they are listed, and where their card is.

import assert from "node:assert/strict";
import { test } from "node:test";

import { placeOf } from "../../ui/glossary/card.js";
import { finderOf } from "../../ui/glossary/find.js";
import { filtered } from "../../ui/glossary/list.js";
import { marksIn } from "../../ui/glossary/marks.js";
import { nextOf } from "../../ui/glossary/walk.js";

const term = (/** @type {string} */ key, /** @type {string[]} */ forms, /** @type {string[]} */ never = []) => ({ key, forms, never });
const ENGLISH = finderOf([
  term("mask", ["mask", "masks", "masked"]), term("padding_mask", ["padding mask", "padding masks"]), term("padding", ["padding"]),
  term("key", ["key", "keys"], ["arrow keys"]), term("relu", ["ReLU"]), term("adam", ["Adam"]), term("d_k", ["d_k"]), term("attention", ["attention"]),
  term("self_attention", ["self-attention"]),
], []);
const KOREAN = finderOf([term("key", ["키"], ["화살표 키"]), term("mask", ["마스크"]), term("padding_mask", ["패딩 마스크"])], ["는", "가", "로", "에서", "에서는"]);
const found = (/** @type {Glossary.Finder} */ find, /** @type {string} */ text) => find(text).map(({ key, start, end }) => [key, text.slice(start, end)]);

test("of two terms that begin at one place the longer one is meant", () => {
  assert.deepEqual(found(ENGLISH, "The padding mask hides padding."), [["padding_mask", "padding mask"], ["padding", "padding"]]);
});

test("a term is found once, where it comes first, in any of its forms", () => {
  assert.deepEqual(found(ENGLISH, "Masks: a mask is masked"), [["mask", "Masks"]]);
});

test("a phrase in which the word means something else is no term", () => {
  assert.deepEqual(found(ENGLISH, "Arrow keys move the pin; keys are compared"), [["key", "keys"]]);
  assert.deepEqual(found(KOREAN, "화살표 키로 옮기고 키는 비교합니다"), [["key", "키"]]);
});

test("no term is found inside another word, in a compound or in a quotation", () => {
  assert.deepEqual(found(ENGLISH, "keyboard, unmasked, mask_ij, cross-attention, “key”, “mask lock”, “a lock key”"), []);
  assert.deepEqual(found(ENGLISH, "self-attention"), [["self_attention", "self-attention"]]);
});

test("a name is found only as it is written", () => {
  assert.deepEqual(found(ENGLISH, "relu, adam, ReLU and Adam, √d_k"), [["relu", "ReLU"], ["adam", "Adam"], ["d_k", "d_k"]]);
});

test("in Korean a particle may follow a term, and another word may not", () => {
  assert.deepEqual(found(KOREAN, "키가 크다, 패딩 마스크에서는"), [["key", "키"], ["padding_mask", "패딩 마스크"]]);
  assert.deepEqual(found(KOREAN, "키보드로 열쇠키 마스크팩"), []);
});

test("in a block of several texts a term is marked once", () => {
  const nodes = /** @type {Text[]} */ (/** @type {unknown} */ ([{ data: "A key" }, { data: "and keys, masks" }]));
  assert.deepEqual(marksIn(nodes, ENGLISH).map(({ key, node, start }) => [key, nodes.indexOf(node), start]), [["key", 0, 2], ["mask", 1, 10]]);
});

test("the filter lists terms by name first, then those that speak of it", () => {
  const all = /** @type {Glossary.Term[]} */ (/** @type {unknown} */ ([
    { forms: ["score"], symbol: "q · k", sentence: "of a query and a key" }, { forms: ["key", "keys"], symbol: "K", sentence: "" }, { forms: ["head"], symbol: "h", sentence: "" },
  ]));
  assert.deepEqual(filtered(all, " KEY ").map(({ forms }) => forms[0]), ["key", "score"]);
  assert.equal(filtered(all, "").length, 3);
  assert.deepEqual(filtered(all, "banana"), []);
});

test("the card is below its term or above it, and never outside the window", () => {
  const size = { width: 400, height: 300 }, card = { width: 200, height: 100 };
  assert.deepEqual(placeOf({ left: 50, right: 80, top: 20, bottom: 40 }, card, size), { left: 50, top: 46 });
  assert.deepEqual(placeOf({ left: 350, right: 380, top: 260, bottom: 280 }, card, size), { left: 188, top: 154 });
  assert.equal(placeOf({ left: 0, right: 30, top: 140, bottom: 160 }, { width: 200, height: 400 }, size).top, 12);
});

test("the walk from term to term ends at both ends", () => {
  assert.deepEqual([nextOf(0, 1, 3), nextOf(2, 1, 3), nextOf(0, -1, 3)], [1, -1, -1]);
});
