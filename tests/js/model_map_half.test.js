// Half a model on the map: an encoder alone, a decoder alone, and the equations of models that are not the paper's.

import assert from "node:assert/strict";
import { test } from "node:test";

import { namedBlocks } from "../../ui/picture/model_map/blocks.js";
import { equationsOf } from "../../ui/picture/model_map/equations.js";
import { placedAt, resultSide, sentenceSide } from "../../ui/picture/model_map/layout.js";
import { lastStep, seenAt } from "../../ui/picture/model_map/play.js";
import { sideAt } from "../../ui/picture/model_map/points.js";
import { aLayout, aMap } from "./a_map.js";

const NOBODY = { labels: [], glosses: [], hidden: [] }, ROOM = { width: 1000, height: 600 };

function half(stack) {
  const whole = aMap(), side = stack === "encoder" ? "src" : "tgt", other = side === "src" ? "tgt" : "src";
  const sections = whole.sections.filter((one) => one.stack === stack && one.part !== "cross_attention");
  const next = whole.next.slice(0, whole[side].labels.length);
  return { ...whole, sections, [other]: NOBODY, next, predicting: side };
}

for (const [stack, side] of [["encoder", "src"], ["decoder", "tgt"]]) {
  const part = half(stack), layout = aLayout(part, ROOM);

  test(`what it predicts stands at the end of its own rows: ${stack}`, () => {
    const { kind, side: own } = layout.columns.at(-1);
    assert.deepEqual([kind, own], ["next", side]);
    assert.deepEqual([resultSide(part), sentenceSide(part)], [side, side]);
  });

  test(`there is no room for the side that it does not have: ${stack}`, () => {
    for (const t of [0, 0.5, 1]) {
      const { tops, pitch, rows, height } = placedAt(layout, t), [upper, lower] = [tops.src + rows.src * pitch, tops.tgt];
      assert.ok(Math.abs(upper - lower) < 1e-9);
      assert.ok(t > 0 || height <= ROOM.height + 1e-6);
    }
  });

  test(`every point is nearest to the side that it has: ${stack}`, () => {
    const placed = placedAt(layout, 0.5);
    for (const y of [-10, 0, 300, 5000]) assert.equal(sideAt(placed, layout.rows, y), side);
  });

  test(`playback ends with all of it: ${stack}`, () => {
    assert.ok(seenAt(part, lastStep(part)).isAll);
    assert.ok(!seenAt(part, lastStep(part) - 0.5).isAll);
  });
}

test("an encoder without a head has no next tokens, and no room for them", () => {
  const layout = aLayout({ ...half("encoder"), next: [] }, ROOM), box = placedAt(layout, 0).boxes.at(-1);
  assert.equal(box.column.kind, "next");
  assert.ok(box.width < 20);
});

test("equations name the norm, the activation and the scaling of the model", () => {
  const variant = { norm: "RMSNorm", activation: "SiLU", scores: "", embeddings: "× 16", positions: "learned" };
  const part = { ...aMap({ isNormFirst: true }), variant }, blocks = namedBlocks(part, aLayout(part, ROOM).columns);
  const of = (name) => equationsOf(part, blocks.find((one) => one.name === name))[0];
  assert.equal(of("scores"), "S = QKᵀ + M");
  assert.match(of("feed_forward"), /^SiLU\(RMSNorm\(x\) W₁/);
  assert.equal(of("positions"), "P[position]");
  assert.equal(of("norm"), "RMSNorm(x)");
  assert.doesNotMatch(blocks.flatMap((one) => one.equations).join(), /ReLU|LayerNorm|PE/);
});

test("of sublayers in parallel that share a norm, both take what it made", () => {
  const whole = aMap({ isNormFirst: true });
  const own = (place) => whole.tensors[place].own;
  const sections = whole.sections.map((section) => (section.part === "feed_forward" ? { ...section, tensors: section.tensors.filter((place) => own(place) !== "normed") } : section));
  const equationsIn = (isParallel) => {
    const part = { ...whole, sections, variant: { ...whole.variant, isParallel } };
    return namedBlocks(part, aLayout(part, ROOM).columns).filter(({ section }) => sections[section].part === "feed_forward").flatMap((one) => one.equations);
  };
  const made = equationsIn(true);
  assert.match(made[0], /^ReLU\(LayerNorm\(x\) W₁/);
  assert.ok(made.includes("x + Attention + Sublayer(LayerNorm(x))"));
  assert.match(equationsIn(false)[0], /^ReLU\(x W₁/);
});
