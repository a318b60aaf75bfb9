import assert from "node:assert/strict";
import { test } from "node:test";

import { THEMES } from "../../ui/picture/matrix_view/colour.js";
import { readCell } from "../../ui/picture/model_map/places.js";
import { boxOf, cellRect } from "../../ui/picture/model_map/points.js";
import { aNumberedMap, mapDrawn } from "./a_drawn_map.js";
import { placeNamed } from "./a_map.js";
import { apart, colourFor, numberIn } from "./drawn.js";

const part = aNumberedMap(), RISE = 0.35, LEAST = 0.04;
const near = (one, other, slack = 0.5) => Math.abs(one - other) <= slack;
const weightsOf = (map) => map.tensors.flatMap((tensor, place) => (tensor.own === "weights" ? [{ ...tensor, place }] : []));

/** The weight that a tensor has for a head, a query and a key. */
function weightAt({ numbers }, { at, shape: [, rows, keys] }, head, query, key) {
  return numbers[at + (head * rows + query) * keys + key];
}

/** The lines of an attention as they are drawn: {head, query, key, width} each. */
function linesOf(drawn, map, tensor) {
  const box = drawn.placed.boxes.find(({ column }) => column.kind === "lines" && column.place === tensor.place && !column.isShared), { tops, pitch } = drawn.placed;
  const left = drawn.left + box.x, rowAt = (y, side) => Math.round((y - drawn.top - tops[side]) / pitch - 0.45);
  return drawn.strokes.filter(({ stroke }) => map.colours.includes(stroke)).flatMap(({ stroke, pieces, "stroke-width": width = 1 }) => pieces
    .filter(([[x], [end]]) => near(x, left) && near(end, left + box.width))
    .map(([[, start], [, end]]) => ({ head: map.colours.indexOf(stroke), query: rowAt(end, tensor.rows), key: rowAt(start, tensor.of), width })));
}

const keyOf = ({ head, query, key }) => `head ${head}: ${query} on ${key}`;

for (const theme of ["light", "dark"]) {
  test(`a line goes from the attended word to the attending one, in its head's colour, the thicker the larger its weight: ${theme}`, async () => {
    const drawn = await mapDrawn(part, 0.5, theme);
    for (const tensor of weightsOf(part)) {
      const [heads, rows, keys] = tensor.shape, lines = linesOf(drawn, part, tensor), wanted = [];
      for (let head = 0; head < heads; head++) for (let query = 0; query < rows; query++) for (let key = 0; key < keys; key++) {
        if (weightAt(part, tensor, head, query, key) >= LEAST) wanted.push(keyOf({ head, query, key }));
      }
      assert.deepEqual(lines.map(keyOf).sort(), wanted.sort(), tensor.name);
      const sorted = lines.map((line) => ({ ...line, weight: weightAt(part, tensor, line.head, line.query, line.key) })).sort((one, other) => one.weight - other.weight);
      sorted.slice(1).forEach((line, at) => assert.ok(line.width >= sorted[at].width, `${tensor.name}, ${keyOf(line)}`));
      assert.ok(sorted.length < 6 || sorted.at(-1).width > sorted[0].width);
    }
  });
}

test("from afar two words have one line, in the colour of their strongest head; a head that is off has none", async () => {
  const [first] = weightsOf(part), off = { ...part, headOff: [[first.name, 1]] };
  for (const map of [part, off]) {
    const drawn = await mapDrawn(map, 0, "light");
    for (const tensor of weightsOf(map)) {
      const [heads, rows, keys] = tensor.shape, wanted = [];
      for (let query = 0; query < rows; query++) for (let key = 0; key < keys; key++) {
        const all = Array.from({ length: heads }, (_, head) => (map === off && tensor.name === first.name && head === 1 ? 0 : weightAt(map, tensor, head, query, key)));
        if (Math.max(...all) >= LEAST) wanted.push(keyOf({ head: all.indexOf(Math.max(...all)), query, key }));
      }
      assert.deepEqual(linesOf(drawn, map, tensor).map(keyOf).sort(), wanted.sort(), tensor.name);
    }
  }
});

/** Each bar of a next token and how full it is, by the height of its middle. */
function barsOf(drawn, theme) {
  const next = drawn.left + drawn.placed.boxes.at(-1).x, rects = drawn.marks.filter(({ kind, x, height }) => kind === "rect" && near(x, next) && height > 4 && height < 15);
  const grounds = rects.filter(({ fill }) => fill === THEMES[theme].line);
  return grounds.map((ground) => {
    const bar = rects.find(({ y, fill }) => near(y, ground.y, 0.1) && fill !== THEMES[theme].line);
    return { y: ground.y + ground.height / 2, share: bar.width / ground.width, fill: bar.fill };
  }).sort((one, other) => one.y - other.y);
}

test("after each word stands its next token, with a bar as long as its probability and its own gloss", async () => {
  for (const theme of ["light", "dark"]) {
    const drawn = await mapDrawn(part, 0.5, theme), bars = barsOf(drawn, theme);
    assert.equal(bars.length, part.next.length);
    part.next.forEach(({ chosen: [name, share] }, row) => {
      const said = drawn.text(name), { y } = drawn.rowName(part.tgt.labels[row]);
      assert.ok(near(said.y, y, 2) && near(bars[row].y, y - RISE * said["font-size"], 3) && near(bars[row].share, share, 0.01), name);
      assert.ok(near(drawn.text(`means${row}`).y, said.y, 2));
    });
  }
});

test("near, all probable tokens stand after their word, each with its own share", async () => {
  const tall = { ...part, lines: 5 }, drawn = await mapDrawn(tall, 1, "light"), bars = barsOf(drawn, "light"), { tops, pitch } = drawn.placed;
  let place = 0;
  tall.next.forEach(({ likeliest, chosen }, row) => likeliest.forEach(([name, share]) => {
    const [said] = drawn.texts.filter(({ text }) => text.endsWith(`  ${name}`)), bar = bars[place++], top = drawn.top + tops.tgt + row * pitch;
    assert.equal(said.text, `${(100 * share).toFixed(1)}%  ${name}`);
    assert.ok(said.y > top && said.y < top + pitch && near(bar.y, said.y - RISE * said["font-size"], 1) && near(bar.share, share, 0.01), name);
    assert.equal(bar.fill, name === chosen[0] ? THEMES.light.ramps.weights[3] : THEMES.light.hatch);
  }));
});

for (const theme of ["light", "dark"]) {
  test(`a parameter stands over the column that is computed with it, in its own numbers and colours: ${theme}`, async () => {
    const parameters = part.tensors.flatMap(({ parameters: own }) => own.slice(0, 1)), cells = new Map(parameters.map(({ name, shape }, at) => {
      const count = shape.reduce((product, size) => product * size, 1);
      return [name, { shape, pool: 1, numbers: Float32Array.from({ length: count }, (_, place) => (((place + 31 * at) * 389) % 997) / 100 - 4.98) }];
    }));
    const drawn = await mapDrawn(part, 1, theme, { hasParameters: true, cells }), pictures = drawn.marks.filter(({ kind }) => kind === "image"), written = drawn.texts.filter(({ text }) => text.includes("."));
    part.tensors.forEach((tensor, place) => {
      const [parameter] = tensor.parameters;
      if (!parameter) return;
      const box = boxOf(drawn.placed, place), left = drawn.left + box.x, top = drawn.top + drawn.placed.tops[tensor.rows], { numbers } = cells.get(parameter.name);
      const at = pictures.find(({ x, y, width, height }) => near(x, left) && near(width, box.width) && y + height < top && y + height > top - 120), short = parameter.name.split(".").slice(-2).join(".");
      const [rows, cols] = parameter.shape.length === 1 ? [1, parameter.shape[0]] : parameter.shape, cell = { width: at.width / cols, height: at.height / rows }, limit = Math.max(...numbers.map(Math.abs));
      const size = parameter.shape.length > 1 ? `${parameter.shape.join(" × ")} = ${rows * cols}` : `${cols}`;
      const name = drawn.textsIn({ ...at, width: 300, height: 32 }).map(({ text }) => text);
      assert.ok([`${short}, ${size}`, short].some((text) => name.includes(text)), `${parameter.name}: ${name}`);
      numbers.forEach((value, number) => {
        const x = at.x + ((number % cols) + 0.5) * cell.width, y = at.y + (Math.floor(number / cols) + 0.5) * cell.height, where = `${parameter.name}, number ${number}`;
        // Not below the name of the parameter.
        if (y < at.y + 34 && x < at.x + 190) return;
        assert.ok(apart(drawn.groundAt(x, y), colourFor(theme, "diverging", value, limit)) <= 2, where);
        if (cell.width < 30 || cell.height < 12) return;
        const [text, ...more] = written.filter((one) => Math.abs(one.x - x) < cell.width / 2 && Math.abs(one.y - RISE * one["font-size"] - y) < cell.height / 2);
        assert.deepEqual([numberIn(text.text), more.length], [Number(value.toFixed(2)), 0], where);
      });
    });
  });
}

/** The middle of a cell, as it is drawn. */
function middleOfCell(drawn, cell) {
  const { x, y, width, height } = cellRect(drawn.layout, drawn.placed, cell.place, cell.index);
  return { left: drawn.left + x, right: drawn.left + x + width, x: drawn.left + x + width / 2, y: drawn.top + y + height / 2, width, height };
}

test("what is pinned is outlined, its trail is dashed, and its origins are as thick as their shares", async () => {
  const cells = ["encoder.layers.1.normed_1@1.2", "encoder.layers.1.residual_1@1.2", "encoder.layers.0.normed_2@1.2", "encoder.layers.0.normed_2@0.5"].map((text) => readCell(part, text)), [pinned, sum, one, other] = cells;
  const origins = [{ output: pinned, input: sum, share: 0.8 }, { output: sum, input: one, share: 0.5 }, { output: sum, input: other, share: 0.1 }];
  for (const theme of ["light", "dark"]) {
    const drawn = await mapDrawn(part, 1, theme, { selection: { pinned, trail: [pinned, sum, one], origins } }), at = (cell) => middleOfCell(drawn, cell), { ink, origins: yellow } = THEMES[theme];
    const outline = drawn.marks.filter(({ kind, stroke, "stroke-width": width }) => kind === "rect" && stroke === ink && width === 2);
    assert.equal(outline.length, 1);
    assert.ok(near(outline[0].x + outline[0].width / 2, at(pinned).x) && near(outline[0].y + outline[0].height / 2, at(pinned).y));
    const [trail] = drawn.strokes.filter(({ "stroke-dasharray": dash }) => dash === "5 4");
    [pinned, sum, one].forEach((cell, place) => assert.ok(near(trail.pieces[0][place][0], at(cell).x) && near(trail.pieces[0][place][1], at(cell).y)));
    const lines = drawn.strokes.filter(({ stroke }) => stroke === yellow).map(({ pieces: [[from, to]], "stroke-width": width }) => ({ from, to, width }));
    const widths = origins.map(({ output, input }) => lines.find(({ from, to }) => near(from[0], at(input).right) && near(from[1], at(input).y) && near(to[0], at(output).left) && near(to[1], at(output).y)).width);
    assert.ok(lines.length === 3 && widths[0] > widths[1] && widths[1] > widths[2]);
    const [said] = drawn.textsIn({ x: at(pinned).left, y: at(pinned).y - 10, width: at(pinned).width, height: 20 }).slice(-1);
    const { shape, at: start } = part.tensors[pinned.place];
    assert.equal(numberIn(said.text), Number(part.numbers[start + shape[1] + 2].toFixed(2)));
  }
});

test("of two forwards their difference is drawn with its sign: this one minus the other", async () => {
  const compared = aNumberedMap({ isCompared: true }), place = placeNamed(compared, "encoder.layers.0.residual_1"), { at, count, shape } = compared.tensors[place], total = compared.numbers.length / 2;
  const drawn = await mapDrawn(compared, 1, "dark", { seen: "difference" });
  const differences = Array.from({ length: count }, (_, number) => compared.numbers[at + number] - compared.numbers[total + at + number]), limit = Math.max(...differences.map(Math.abs));
  differences.forEach((value, number) => {
    const { x, y, left, width, height } = middleOfCell(drawn, { place, index: [Math.floor(number / shape[1]), number % shape[1]] });
    const [text] = drawn.textsIn({ x: left, y: y - height / 2, width, height });
    assert.ok(near(numberIn(text.text), value, 0.0051), `${text.text}, not ${value}`);
    assert.ok(apart(drawn.groundAt(left + 2, y), colourFor("dark", "diverging", value, limit)) <= 2 && x > left);
  });
});
