import assert from "node:assert/strict";
import { test } from "node:test";

import { THEMES } from "../../ui/picture/matrix_view/colour.js";
import { filledShare, isGrid } from "../../ui/picture/model_map/layout.js";
import { cellRect } from "../../ui/picture/model_map/points.js";
import { DISTANCES, LABELS, aNumberedMap, mapDrawn, rowOf } from "./a_drawn_map.js";
import { apart, colourFor, contrastOf, middleOf, numberIn, signOf } from "./drawn.js";
import { indicesOf } from "./a_map.js";

const part = aNumberedMap(), RISE = 0.35, CELL = 40;
/** The whole map with its numbers. */
const near = { light: mapDrawn(part, 1, "light"), dark: mapDrawn(part, 1, "dark") };
const limitOf = (tensor) => Math.max(...part.numbers.slice(tensor.at, tensor.at + tensor.count).map(Math.abs).filter(Number.isFinite));
const scaleOf = ({ own }) => (own.startsWith("weights") || own === "probabilities" ? "weights" : "diverging");
const nameOf = ({ own, name, axis }) => (own === "scaled" && axis === "key" ? "scaled scores" : name === "encoder.output" ? "memory" : own);

/** The names of the columns of a side from left to right, each with where it begins and its tensor; by what is written. */
function columnsOf(drawn, side) {
  const tensors = part.tensors.filter(({ rows }) => rows === side), first = drawn.rowName(part[side].labels[0]).y, above = side === "src" ? 0 : drawn.rowName(part.src.labels.at(-1)).y;
  const known = new Set([...part.tensors.map(nameOf), "attention"]);
  const titles = drawn.texts.filter(({ text, y, stroke, "font-size": size }) => known.has(text) && !stroke && size === 11.5 && y < first && y > above).sort((one, other) => one.x - other.x);
  const columns = titles.filter(({ text }) => text !== "attention");
  assert.deepEqual(columns.map(({ text }) => text), tensors.map(nameOf));
  return tensors.map((tensor, at) => ({ tensor, x: columns[at].x }));
}

/** Where the rows of a side are, by their names: the middle of each, and how far apart they are. */
function rowsOf(drawn, side) {
  const ys = part[side].labels.map(drawn.rowName).map(({ y, "font-size": size }) => y - RISE * size), pitch = ys[1] - ys[0];
  return { tops: ys.map((y) => y - 0.45 * pitch), pitch };
}

function assertColour(drawn, theme, tensor, value, x, y, where) {
  const ground = drawn.groundAt(x, y);
  if (value === null) return assert.equal(ground, THEMES[theme].hidden, `${where} is hidden`);
  const limit = scaleOf(tensor) === "weights" ? 1 : limitOf(tensor);
  assert.ok(apart(ground, colourFor(theme, scaleOf(tensor), value, limit)) <= 2, `${where}: ${value} is ${ground}`);
  if (scaleOf(tensor) === "diverging" && Math.abs(value) > 0.4 * limit) assert.equal(signOf(ground), value < 0 ? "red" : "blue", where);
}

for (const theme of ["light", "dark"]) {
  test(`near, every number stands below its column's name, beside its row's, in its colour: ${theme}`, async () => {
    const drawn = await near[theme], written = drawn.texts.filter(({ text, stroke }) => /^\u2212?\d+\.\d\d$/.test(text) && !stroke);
    let count = 0;
    for (const side of ["src", "tgt"]) {
      const { tops, pitch } = rowsOf(drawn, side), filled = pitch * filledShare(drawn.layout);
      for (const { tensor, x } of columnsOf(drawn, side)) {
        const lines = isGrid(tensor) ? 1 : part.lines, heads = tensor.heads || 1, size = tensor.shape.at(-1);
        const length = isGrid(tensor) ? heads * (size + 1) - 1 : Math.ceil((size * heads) / lines);
        tops.forEach((top, row) => rowOf(part, tensor, row).forEach((value, number) => {
          const along = isGrid(tensor) ? number + Math.floor(number / size) : number % length, line = isGrid(tensor) ? 0 : Math.floor(number / length);
          const left = x + along * CELL, middle = { x: left + CELL / 2, y: top + ((line + 0.5) * filled) / lines }, where = `${tensor.name}, row ${row}, number ${number}`;
          assertColour(drawn, theme, tensor, value, left + 3, middle.y, where);
          const [text, ...more] = written.filter((one) => Math.abs(one.x - middle.x) < CELL / 2 && Math.abs(one.y - RISE * one["font-size"] - middle.y) < filled / lines / 2);
          assert.equal(more.length, 0, where);
          if (value === null) return assert.equal(text, undefined, where);
          assert.equal(text && numberIn(text.text), Number(value.toFixed(2)), where);
          assert.ok(contrastOf(text.fill, drawn.groundAt(left + 3, middle.y)) >= 4.5, `${where} can hardly be read`);
          count += 1;
        }));
      }
    }
    assert.equal(count, written.length, "no number is anywhere else");
  });

  test(`at every distance each cell has the colour of its number, or of the strongest that share its point: ${theme}`, async () => {
    for (const t of DISTANCES) {
      const drawn = t === 1 ? await near[theme] : await mapDrawn(part, t, theme), { layout, placed } = drawn;
      part.tensors.forEach((tensor, place) => {
        for (let row = 0; row < tensor.shape.at(-2); row++) {
          const values = rowOf(part, tensor, row), cells = indicesOf(tensor.shape).filter((index) => index.at(-2) === row).map((index) => cellRect(layout, placed, place, index));
          const wide = cells[0].width, size = isGrid(tensor) ? 1 : sharing(wide, Math.ceil(values.length / part.lines));
          values.forEach((value, number) => {
            const first = number - (number % size), strongest = values.slice(first, first + size).reduce((best, one) => (Math.abs(one) > Math.abs(best) ? one : best), value);
            const { x, y, width, height } = cells[number];
            assertColour(drawn, theme, tensor, value === null ? null : strongest, drawn.left + x + width / 2, drawn.top + y + height / 2, `${t}: ${tensor.name}, row ${row}, number ${number}`);
          });
        }
      });
    }
  });
}

/** How many cells of a line share a point of the picture. */
function sharing(wide, length) {
  let size = 1;
  while (2 * size * wide <= 1 && length % (2 * size) === 0) size *= 2;
  return size;
}

test("each layer's name is over its own columns", async () => {
  const drawn = await near.light, layers = drawn.texts.filter(({ text, stroke }) => /^(En|De)coder layer \d$/.test(text) && !stroke);
  assert.deepEqual(layers.map(({ text }) => text).sort(), ["Decoder layer 1", "Decoder layer 2", "Encoder layer 1", "Encoder layer 2"]);
  for (const side of ["src", "tgt"]) {
    const stack = side === "src" ? "encoder" : "decoder";
    for (const { tensor, x } of columnsOf(drawn, side).filter((one) => one.tensor.name.startsWith(`${stack}.layers.`))) {
      const over = layers.filter((title) => title.text.toLowerCase().startsWith(stack) && title.x <= x + 1).sort((one, other) => other.x - one.x)[0];
      assert.equal(over.text.toLowerCase(), `${stack} layer ${Number(tensor.name.split(".")[2]) + 1}`, tensor.name);
    }
  }
});

test("the cells of an attention are headed by the words that they are about, head by head", async () => {
  const drawn = await near.light;
  for (const side of ["src", "tgt"]) {
    const { tops } = rowsOf(drawn, side), above = side === "src" ? -Infinity : rowsOf(drawn, "src").tops.at(-1), heads = drawn.texts.filter(({ text, y }) => /^head \d$/.test(text) && y < tops[0] && y > above);
    for (const { tensor, x } of columnsOf(drawn, side).filter((one) => isGrid(one.tensor))) {
      const { labels } = part[tensor.of];
      for (let head = 0; head < tensor.heads; head++) {
        const left = x + head * (labels.length + 1) * CELL;
        labels.forEach((label, key) => {
          const box = { x: left + key * CELL + 2, y: tops[0] - 12, width: CELL - 4, height: 12 };
          assert.deepEqual(drawn.textsIn(box).map(({ text }) => text), [label], `${tensor.name}, head ${head}, key ${key}`);
        });
        assert.ok(heads.some(({ text, x: at }) => text === `head ${head + 1}` && at >= left - 1 && at < left + labels.length * CELL), `${tensor.name}, head ${head}`);
      }
    }
  }
});

test("a part of the map is the same part of the whole, and what is named stays named", async () => {
  const whole = await near.light, [one, other] = columnsOf(whole, "tgt").filter(({ tensor }) => tensor.name === "decoder.layers.1.feed_forward.hidden" || tensor.name === "decoder.layers.1.feed_forward.activated");
  const camera = { x: one.x + 55 - whole.left, y: whole.placed.tops.tgt - 90 }, room = { width: 500, height: 300 }, drawn = await mapDrawn(part, 1, "light", { camera, room });
  // What the names of the rows would cover a part of is no number
  const inSight = ({ x, y }) => x >= drawn.corner.x + LABELS + CELL / 2 && x < drawn.corner.x + LABELS + room.width && y > drawn.corner.y && y < drawn.corner.y + room.height;
  const numbers = (read, by) => read.texts.filter(({ text, stroke }) => /^\u2212?\d+\.\d\d$/.test(text) && !stroke).map(({ text, x, y }) => ({ text, x: Math.round(x + by.x), y: Math.round(y + by.y) })).filter(inSight).map(({ text, x, y }) => `${text} at ${x}, ${y}`).sort();
  const shown = numbers(drawn, { x: 0, y: 0 });
  assert.ok(shown.length > 10);
  assert.deepEqual(shown, numbers(whole, { x: drawn.left - whole.left, y: drawn.top - whole.top }));
  assert.ok(drawn.text("hidden").x < drawn.left + one.x - whole.left + 130 && drawn.text("activated").x === drawn.left + other.x - whole.left);
  assert.equal(drawn.text("Decoder layer 2").x, drawn.corner.x + LABELS + 6);
});

test("a hidden word is struck out, a gloss stands by its own word, and shares of an origin by theirs", async () => {
  const own = { ...part, src: { labels: ["kat", "mat"], glosses: ["cat", "rug"], hidden: [1] } }, selection = { ends: [{ side: "src", row: 0, share: 0.37 }, { side: "tgt", row: 2, share: 0.004 }, { side: "tgt", row: 1, share: 0.0062 }] };
  for (const t of [0.5, 1]) {
    const drawn = await mapDrawn(own, t, "dark", { selection, room: { width: 300, height: 900 } }), [kat, mat, dos, uno] = ["kat", "mat", "dos", "uno"].map(drawn.rowName);
    assert.deepEqual([kat.fill, mat.fill], [THEMES.dark.ink, THEMES.dark.hatch]);
    const [line, ...more] = drawn.marks.filter(({ kind, height, fill }) => kind === "rect" && height === 1.5 && fill === THEMES.dark.hatch);
    assert.ok(more.length === 0 && Math.abs(line.y - mat.y) < mat["font-size"] && Math.abs(line.x + line.width - mat.x) < 1);
    assert.deepEqual([drawn.text("37%").y - kat.y < 3, drawn.text("<1%").y - uno.y < 3], [true, true]);
    assert.ok(Math.abs(drawn.text("37%").y - kat.y) < 3 && Math.abs(drawn.text("<1%").y - uno.y) < 3 && dos.y > uno.y);
    assert.ok(Math.abs(drawn.rowName("rug").y - mat.y) < 20 && Math.abs(drawn.rowName("rug").y - kat.y) > 20);
    assert.ok(middleOf(drawn.text("37%")) < middleOf(kat));
  }
});
