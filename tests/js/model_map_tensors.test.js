import assert from "node:assert/strict";
import { test } from "node:test";

import { strokesOf } from "../../ui/picture/model_map/draw_lines.js";
import { isGrid, rowSize } from "../../ui/picture/model_map/layout.js";
import { indexIn, isHiddenAt, largest, offsetOf, rowInto, rowValues, strongest, tensorsOf, valueAt } from "../../ui/picture/model_map/tensors.js";
import { aMap, indicesOf, placeNamed } from "./a_map.js";

const plain = tensorsOf(aMap());

function named(tensors, name) {
  return tensors.find((tensor) => tensor.name === name);
}

test("cells stand in row-major order, as torch keeps them", () => {
  for (const tensor of plain) {
    assert.deepEqual(indicesOf(tensor.shape).map((index) => offsetOf(tensor, index)), Array.from(tensor.values, (_, at) => at));
  }
  assert.equal(offsetOf({ shape: [2, 3, 4] }, [1, 2, 3]), 23);
});

test("every tensor has its own numbers, one after the other", () => {
  let next = 0;
  for (const tensor of plain) {
    for (const index of indicesOf(tensor.shape)) {
      const value = valueAt(tensor, index);
      assert.ok(value === next || value === -Infinity, `${tensor.name}: ${value} for ${next}`);
      next++;
    }
  }
  assert.equal(next, aMap().numbers.length);
});

test("the strongest of several is the one farthest from 0, with its sign", () => {
  assert.deepEqual([...strongest(new Float32Array([1, -3, 2, 0, 0, -1]), 3)], [-3, -1]);
  assert.deepEqual([...strongest(new Float32Array([1, -3, 2, 5, 4]), 2)], [-3, 5, 4]);
  assert.deepEqual([...strongest(new Float32Array([0, -Infinity, 7, 0]), 2)], [-Infinity, 7]);
  assert.deepEqual([...strongest(new Float32Array(6), 4)], [0, 0]);
});

test("one by one, the strongest are the numbers themselves", () => {
  const values = new Float32Array([1, -3, 2]);
  assert.equal(strongest(values, 1), values);
});

test("the strongest of the strongest of some are the strongest of all", () => {
  const values = Float32Array.from({ length: 64 }, (_, at) => Math.sin(at * 12.9898) * 43);
  assert.deepEqual(strongest(strongest(values, 4), 4), strongest(values, 16));
});

test("a row of heads is its heads side by side; of anything else, the row", () => {
  for (const tensor of plain.filter((one) => !isGrid(one))) {
    for (let row = 0; row < tensor.shape.at(-2); row++) {
      const numbers = Array.from({ length: rowSize(tensor) }, (_, number) => valueAt(tensor, indexIn(tensor, row, number)));
      assert.deepEqual([...rowValues(tensor, row, 1)], numbers);
    }
  }
  const queries = named(plain, "decoder.layers.0.self_attention.queries"), first = queries.values[0];
  assert.deepEqual([...rowValues(queries, 1, 1)], [4, 5, 6, 7, 16, 17, 18, 19].map((number) => first + number));
});

test("a number of a row has one place, and every place has its number", () => {
  for (const tensor of plain.filter((one) => !isGrid(one))) {
    const rows = tensor.shape.at(-2), places = Array.from({ length: rows * rowSize(tensor) }, (_, at) => indexIn(tensor, at % rows, Math.floor(at / rows)));
    assert.deepEqual(new Set(places.map(String)), new Set(indicesOf(tensor.shape).map(String)));
  }
});

const pooled = tensorsOf(aMap({ pool: 4 }));

test("of what was sent as the strongest of several no single number is known", () => {
  const summed = pooled.filter(({ pool }) => pool > 1);
  assert.ok(summed.length > 0 && summed.length < pooled.length);
  for (const tensor of summed) {
    assert.equal(tensor.full, null);
    for (const index of indicesOf(tensor.shape)) assert.equal(valueAt(tensor, index), undefined);
  }
});

test("grids, and what does not go into groups, are sent whole", () => {
  for (const tensor of pooled) {
    const isWhole = isGrid(tensor) || tensor.axis === "token";
    assert.equal(tensor.pool, isWhole ? 1 : 4);
    if (isWhole) assert.deepEqual(tensor.values, named(plain, tensor.name).values);
  }
});

test("a row of the strongest is that of all numbers, seen from as far", () => {
  pooled.forEach((tensor, place) => {
    for (let row = 0; row < tensor.shape.at(-2); row++) {
      assert.deepEqual([...rowValues(tensor, row, 4)], [...rowValues(plain[place], row, 4)]);
      if (tensor.pool > 1) assert.deepEqual([...rowValues(tensor, row, 8)], [...rowValues(plain[place], row, 8)]);
    }
  });
});

test("when all numbers of a tensor have come, every one is known", () => {
  const [one, whole] = [pooled, plain].map((tensors) => named(tensors, "encoder.layers.0.feed_forward.hidden"));
  const full = { ...one, full: whole.values };
  for (const index of indicesOf(one.shape)) assert.equal(valueAt(full, index), valueAt(whole, index));
  assert.deepEqual([...rowValues(full, 1, 1)], [...rowValues(whole, 1, 1)]);
});

test("of two forwards the first is shown, or the other, or their difference", () => {
  const part = aMap({ isCompared: true }), [now, other, difference] = ["now", "other", "difference"].map((seen) => tensorsOf(part, seen));
  now.forEach((tensor, place) => {
    assert.deepEqual(tensor.values, plain[place].values);
    indicesOf(tensor.shape).forEach((index) => {
      const value = valueAt(tensor, index);
      assert.equal(valueAt(other[place], index), value / 2);
      // What both hide is alike.
      assert.equal(valueAt(difference[place], index), value === -Infinity ? 0 : value / 2);
    });
    assert.deepEqual([tensor.isDifference, other[place].isDifference, difference[place].isDifference], [false, false, true]);
  });
});

test("the differences of pooled numbers are those that were sent", () => {
  const part = aMap({ isCompared: true, pool: 2 }), [now, difference] = ["now", "difference"].map((seen) => tensorsOf(part, seen));
  for (const [place, { values, pool }] of now.entries()) {
    if (pool > 1) assert.deepEqual([...difference[place].values], [...values].map((value) => value / 4));
    else assert.deepEqual([...difference[place].values], [...values].map((value) => (value === -Infinity ? 0 : value / 2)));
  }
  assert.ok(now.some(({ pool }) => pool > 1) && now.some(({ pool }) => pool === 1));
});

test("what is hidden in one of two only stays infinitely far from the other", () => {
  const part = aMap({ isCompared: true }), place = placeNamed(part, "decoder.layers.0.self_attention.masked"), { at, count } = part.tensors[place];
  part.numbers[part.numbers.length / 2 + at + 1] = 5;
  assert.equal(part.numbers[at + 1], -Infinity);
  assert.equal(tensorsOf(part, "difference")[place].values[1], -Infinity);
  assert.equal(tensorsOf(part, "difference")[place].values.length, count);
});

test("without another forward there is nothing but the one", () => {
  for (const seen of ["other", "difference"]) {
    tensorsOf(aMap(), seen).forEach((tensor, place) => {
      assert.deepEqual(tensor.values, plain[place].values);
      assert.equal(tensor.isDifference, false);
    });
  }
});

for (const [name, part] of [["", aMap()], [", with dropout too", aMap({ isDropped: true })], [", with the norm first too", aMap({ isNormFirst: true })]]) {
  test(`hidden is what the mask hides, where it hides it and in the weights after it${name}`, () => {
    const tensors = tensorsOf(part);
    for (const tensor of tensors) {
      const ofMask = ["masked", "weights", "weights_before_dropout"].includes(tensor.own);
      const isCausal = tensor.name.startsWith("decoder") && tensor.name.includes("self_attention");
      for (const index of indicesOf(tensor.shape)) {
        assert.equal(isHiddenAt(tensors, tensor, index), ofMask && isCausal && index.at(-1) > index.at(-2), `${tensor.name} ${index}`);
      }
    }
  });
}

test("of a difference nothing is hidden, not even what only one of the two hides", () => {
  const part = aMap({ isCompared: true }), { at } = part.tensors[placeNamed(part, "decoder.layers.0.self_attention.masked")];
  part.numbers[part.numbers.length / 2 + at + 1] = 5;
  const tensors = tensorsOf(part, "difference");
  for (const tensor of tensors) for (const index of indicesOf(tensor.shape)) assert.equal(isHiddenAt(tensors, tensor, index), false);
});

test("weights are coloured from 0 to 1, all else around 0 up to its largest number, and so is every difference", () => {
  for (const tensor of plain) {
    const isWeights = ["weights", "probabilities"].includes(tensor.own);
    assert.deepEqual([tensor.scale, tensor.limit], isWeights ? ["weights", 1] : ["diverging", largest(tensor.values)]);
  }
  for (const { scale } of tensorsOf(aMap({ isCompared: true }), "difference")) assert.equal(scale, "diverging");
});

test("the largest number is one that is a number, and never 0", () => {
  assert.equal(largest([1, -4, 3]), 4);
  assert.equal(largest([-Infinity, 2, NaN]), 2);
  assert.equal(largest([0, -Infinity]), 1);
  assert.equal(largest([]), 1);
});

function attention(shape, values) {
  return { shape, heads: shape.length === 3 ? shape[0] : 0, values: new Float32Array(values) };
}

test("a line is drawn for every weight that can be seen, from its query to its key, by head", () => {
  const strokes = strokesOf(attention([2, 1, 3], [0.03, 0.05, 0.9, 0.3, 0.7, 0]));
  assert.deepEqual(strokes, [[[0, 1], [], [], [], [0, 2]], [[], [], [0, 0], [0, 1], []]]);
});

test("the thicker the line, the larger the weight: those of one thickness are stronger than those of the last", () => {
  const values = Float32Array.from({ length: 100 }, (_, at) => (at + 0.5) / 100), [byThickness] = strokesOf(attention([1, 10, 10], values));
  const weights = byThickness.map((pairs) => pairs.flatMap((_, at) => (at % 2 ? [] : [values[pairs[at] * 10 + pairs[at + 1]]])));
  weights.slice(1).forEach((own, at) => assert.ok(Math.min(...own) >= Math.max(...weights[at])));
  assert.equal(weights.flat().length, 96);
});

test("of a difference less and more are as thick, and what dropout makes more than 1 is drawn too", () => {
  assert.deepEqual(strokesOf(attention([1, 1, 2], [-0.3, 0.3])), [[[], [], [0, 0, 0, 1], [], []]]);
  assert.deepEqual(strokesOf(attention([1, 2], [2, 1])), [[[], [], [], [], [0, 0, 0, 1]]]);
});

test("put into an array that is there, the numbers of a row are those in one of their own", () => {
  const [parts, pooled] = [aMap(), aMap({ pool: 2 })];
  const random = parts.numbers.map((_, at) => Math.sin(at * 7.3));
  for (const part of [{ ...parts, numbers: random }, pooled]) {
    for (const tensor of tensorsOf(part)) {
      for (const pool of [1, 2, 4].filter((one) => one >= tensor.pool)) {
        const made = new Float32Array(100), count = rowInto(made, tensor, 1, pool);
        assert.deepEqual(made.slice(0, count), rowValues(tensor, 1, pool), `${tensor.name} ${pool}`);
      }
    }
  }
});

test("of a grid that was not sent nothing is known, and of weights those with lines", () => {
  const part = aMap(), place = placeNamed(part, "decoder.layers.0.self_attention.weights"), { at } = part.tensors[place];
  const scores = placeNamed(part, "decoder.layers.0.self_attention.scores");
  part.numbers.set([1, 3, 0.25, 0.75], at);
  const tensors = part.tensors.map((header, index) => (index === place ? { ...header, sent: "lines", count: 4 } : index === scores ? { ...header, sent: "none", count: 0 } : header));
  const made = tensorsOf({ ...part, tensors });
  assert.equal(made[place].full, null);
  assert.deepEqual([...made[place].values.subarray(0, 5)], [0, 0.25, 0, 0.75, 0]);
  assert.equal(made[place].values.length, tensors[place].shape.reduce((product, size) => product * size, 1));
  assert.equal(made[scores].full, null);
  assert.equal(made[scores].values.length, tensors[scores].shape.reduce((product, size) => product * size, 1));
  assert.equal(valueAt(made[place], [0, 0, 1]), undefined);
});
