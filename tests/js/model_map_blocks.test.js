import assert from "node:assert/strict";
import { test } from "node:test";

import { namedBlocks } from "../../ui/picture/model_map/blocks.js";
import { operatorsInto } from "../../ui/picture/model_map/equations.js";
import { placedAt } from "../../ui/picture/model_map/layout.js";
import { blockSpans, titleAt, titlesIn } from "../../ui/picture/model_map/titles.js";
import { aLayout, aMap } from "./a_map.js";

const ATTENTION = ["projections", "scores", "softmax", "weighted_sum", "output_projection"];

function blocksOf(options) {
  const part = aMap(options);
  return { part, blocks: namedBlocks(part, aLayout(part).columns) };
}

/** The blocks of the sections of a layer, without those of what comes before and after. */
function inSection(options, stack, name, layer = 0) {
  const { part, blocks } = blocksOf(options);
  const number = part.sections.findIndex((one) => one.stack === stack && one.part === name && one.layer === layer);
  return blocks.filter(({ section }) => section === number);
}

const kinds = (blocks) => blocks.map(({ kind }) => kind);
const equation = (blocks, kind) => blocks.find((one) => one.kind === kind).equations[0];

test("an attention of the paper is projections, scores, softmax, sum, projection, add and norm", () => {
  assert.deepEqual(kinds(inSection({}, "encoder", "self_attention")), [...ATTENTION, "add_norm"]);
  assert.deepEqual(kinds(inSection({}, "encoder", "feed_forward")), ["feed_forward", "add_norm"]);
});

test("with pre-norm the norm is the first block, and the sum the last", () => {
  assert.deepEqual(kinds(inSection({ isNormFirst: true }, "encoder", "self_attention")), ["norm", ...ATTENTION, "add"]);
  assert.deepEqual(kinds(inSection({ isNormFirst: true }, "decoder", "feed_forward")), ["norm", "feed_forward", "add"]);
});

test("dropout adds columns to the blocks, no blocks", () => {
  for (const isNormFirst of [false, true]) {
    const [without, withIt] = [false, true].map((isDropped) => inSection({ isNormFirst, isDropped }, "decoder", "self_attention"));
    assert.deepEqual(kinds(without), kinds(withIt));
  }
  const { equations } = inSection({ isDropped: true }, "encoder", "self_attention").find(({ kind }) => kind === "softmax");
  assert.equal(equations[0], "A = dropout(softmax(S))");
});

test("cross-attention projects keys and values in the source's lane, queries in the target's", () => {
  const blocks = inSection({}, "decoder", "cross_attention"), projections = blocks.filter(({ kind }) => kind === "projections");
  assert.deepEqual(projections.map(({ side, name }) => [side, name]), [["src", "projections_kv"], ["tgt", "projection_q"]]);
  assert.deepEqual(projections.map(({ equations }) => equations[0]), ["Memory W_K + b_K, Memory W_V + b_V", "x W_Q + b_Q"]);
});

test("every column of a tensor is in exactly one block, and a block is one run of columns of its side", () => {
  for (const isNormFirst of [false, true]) {
    for (const isDropped of [false, true]) {
      const part = aMap({ isNormFirst, isDropped }), layout = aLayout(part), blocks = namedBlocks(part, layout.columns);
      const own = layout.columns.filter(({ place, isShared }) => place >= 0 && !isShared);
      assert.deepEqual(new Set(blocks.flatMap(({ columns }) => columns)), new Set(own));
      assert.equal(blocks.flatMap(({ columns }) => columns).length, own.length);
      for (const { side, columns } of blocks) {
        const ofSide = own.filter((one) => one.side === side), first = ofSide.indexOf(columns[0]);
        assert.deepEqual(ofSide.slice(first, first + columns.length), columns);
      }
    }
  }
});

test("the equations are those of the order of norm and sublayer, and of the dropout", () => {
  const sums = [
    [{}, "add_norm", "LayerNorm(x + Sublayer(x))"],
    [{ isDropped: true }, "add_norm", "LayerNorm(x + dropout(Sublayer(x)))"],
    [{ isNormFirst: true }, "add", "x + Sublayer(LayerNorm(x))"],
    [{ isNormFirst: true, isDropped: true }, "add", "x + dropout(Sublayer(LayerNorm(x)))"],
  ];
  for (const [options, kind, written] of sums) assert.equal(equation(inSection(options, "encoder", "feed_forward"), kind), written);
  assert.equal(equation(inSection({}, "encoder", "feed_forward"), "feed_forward"), "ReLU(x W₁ + b₁) W₂ + b₂");
  assert.equal(equation(inSection({ isNormFirst: true }, "encoder", "feed_forward"), "feed_forward"), "ReLU(LayerNorm(x) W₁ + b₁) W₂ + b₂");
  assert.match(equation(inSection({ isNormFirst: true }, "encoder", "self_attention"), "projections"), /^LayerNorm\(x\) W_Q/);
});

test("a linear layer without a bias has none in its equation, and a shared table is one", () => {
  const part = aMap(), logits = part.tensors.find(({ own }) => own === "logits");
  const written = () => equation(namedBlocks(part, aLayout(part).columns), "logits");
  assert.equal(written(), "x W + b");
  logits.parameters = [{ name: "output.weight", shape: [6, 8] }];
  assert.equal(written(), "x W");
  logits.parameters = [{ name: "tgt_embedding.weight", shape: [6, 8] }];
  assert.equal(written(), "x Eᵀ");
});

test("a head that is switched off is in the equation of the sum", () => {
  const part = aMap();
  part.headOff = [["encoder.layers.0.self_attention.weights", 1]];
  const [first, second] = namedBlocks(part, aLayout(part).columns).filter(({ kind, side }) => kind === "weighted_sum" && side === "src");
  assert.equal(first.equations[0], "A V (head 2: × 0)");
  assert.equal(second.equations[0], "A V");
});

test("a block's shape is that of its result", () => {
  const shapes = inSection({}, "encoder", "self_attention").map(({ kind, shape }) => [kind, shape]);
  assert.deepEqual(shapes, [
    ["projections", "(2, 2, 4)"], ["scores", "(2, 2, 2)"], ["softmax", "(2, 2, 2)"], ["weighted_sum", "(2, 2, 4)"],
    ["output_projection", "(2, 8)"], ["add_norm", "(2, 8)"],
  ]);
});

test("the operator before a column is the one that gives it", () => {
  const before = (options, name) => {
    const part = aMap(options), column = aLayout(part).columns.find(({ place, kind }) => kind !== "lines" && part.tensors[place]?.name === name);
    return operatorsInto(part, column)[0];
  };
  const path = "encoder.layers.0.self_attention.";
  assert.equal(before({}, `${path}scores`), "QKᵀ");
  assert.equal(before({}, `${path}scaled`), "÷ √d_k");
  assert.equal(before({}, `${path}weights`), "softmax");
  assert.equal(before({ isDropped: true }, `${path}weights`), "dropout");
  assert.equal(before({}, `${path}projected`), "× W_O + b_O");
  assert.equal(before({}, "encoder.layers.0.residual_1"), "+ x");
  assert.equal(before({}, "encoder.layers.0.normed_1"), "LayerNorm");
  assert.equal(before({}, "src_scaled"), "× √d_model");
  assert.equal(before({}, "src_positions"), "+");
  assert.equal(before({}, "src_encoded"), "=");
  assert.equal(before({}, "encoder.output"), "=");
  assert.equal(before({ isNormFirst: true }, "encoder.output"), "LayerNorm");
});

function frameAt(t, { x = 0, y = 0, ...options } = {}) {
  const part = aMap(options), layout = aLayout(part);
  part.strings.blocks = new Proxy({}, { get: (_, name) => (String(name).endsWith("_short") ? undefined : String(name)) });
  const placed = placedAt(layout, t), { width, height } = layout.room;
  return {
    layout, placed, tensors: part.tensors, theme: { font: "sans" }, seen: { isAll: true, row: 3 }, encoderEnd: Infinity,
    view: { left: x, right: x + width, top: y, bottom: y + height },
  };
}

/** Six pixels a letter. */
const measure = (_, text) => 6 * text.length;

test("the whole model has no blocks, a layer has", () => {
  assert.equal(titlesIn(frameAt(0), measure).filter(({ kind }) => kind === "block").length, 0);
  assert.ok(titlesIn(frameAt(0.4), measure).filter(({ kind }) => kind === "block").length > 4);
});

test("no two titles overlap at any zoom, wherever one is", () => {
  for (let t = 0; t <= 1.1; t += 0.05) {
    for (const share of [0, 0.3, 0.6, 0.95]) {
      const x = share * placedAt(aLayout(), t).width, titles = titlesIn(frameAt(t, { x }), measure);
      titles.forEach((one, place) => titles.slice(place + 1).forEach((other) => {
        const isApart = one.side !== other.side || Math.abs(one.y - other.y) > 11 || one.x + one.width <= other.x || other.x + other.width <= one.x;
        assert.ok(isApart, `${one.text} and ${other.text} at ${t}, ${x}`);
      }));
    }
  }
});

test("no title runs under what lies over the right edge, or over the lower edge", () => {
  for (let t = 0.1; t <= 1.1; t += 0.1) {
    for (const share of [0, 0.3, 0.6]) {
      const { width, height } = placedAt(aLayout(), t), aside = 300;
      const frame = frameAt(t, { x: share * width, y: share * height }), { view } = frame;
      frame.layout = { ...frame.layout, room: { ...frame.layout.room, width: frame.layout.room.width - aside, aside } };
      const end = view.right - aside, titles = titlesIn(frame, measure);
      assert.deepEqual(titles.filter((one) => one.x < end && one.x + one.width > end).map(({ text }) => text), []);
      assert.deepEqual(titles.filter(({ side, x }) => side === "src" && x >= end).map(({ text }) => text), []);
      assert.deepEqual(titles.filter(({ y }) => y + 4 > view.bottom).map(({ text }) => text), []);
    }
  }
});

test("near, the block of what is in sight stays written at the left edge", () => {
  const frame = frameAt(1), span = blockSpans(frame).find(({ block }) => block.kind === "feed_forward");
  const there = frameAt(1, { x: span.left + 200 });
  const [title] = titlesIn(there, measure).filter(({ kind, block }) => kind === "block" && block.kind === "feed_forward");
  assert.ok(title.x >= there.view.left && title.x < there.view.left + 20);
});

test("a title is at its letters, and nothing is beside them", () => {
  const titles = titlesIn(frameAt(0.4), measure), one = titles.find(({ kind }) => kind === "block");
  assert.equal(titleAt(titles, { x: one.x + 2, y: one.y - 4 }), one);
  assert.equal(titleAt(titles, { x: one.x + 2, y: one.y + 300 }), null);
});
