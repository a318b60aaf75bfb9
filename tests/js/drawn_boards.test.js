import assert from "node:assert/strict";
import { test } from "node:test";

import { withNumbers } from "../../ui/store/bytes.js";
import { luminance, THEMES } from "../../ui/picture/matrix_view/colour.js";
import { sentence } from "../../ui/picture/matrix_view/cell_words.js";
import { parsePin } from "../../ui/picture/matrix_view/selection.js";
import { tablePage } from "../../ui/picture/matrix_view/table.js";
import { apart, channelsOf, colourFor, contrastOf, figureDrawn, middleOf, numberIn, signOf } from "./drawn.js";

const QUERIES = ["I", "see", "the", "cat", "now"], KEYS = ["나", "는", "본", "다"];
/** Half of a letter's height, from its middle to the line on which it stands, is a third of its size. */
const RISE = 0.35;

const axis = (name, labels, more = {}) => ({ name, title: name, labels, glosses: [], also: [], first: 0, spoken: name, ...more });

/** Different numbers, none of them near another: signed ones up to 4, or shares of 1. */
function numbersFor(scale, count, from = 0) {
  return Float32Array.from({ length: count }, (_, at) => {
    const share = (((at + from) * 37) % 101) / 100;
    return scale === "mask" ? Number(share > 0.5) : scale === "weights" ? share : 8 * share - 4;
  });
}

/** A matrix as Python sends it. */
function matrix(id, rowCount, colCount, { values = null, hidden = null, marks = null, scale = "diverging", ...more } = {}) {
  const shape = more.kind === "tiles" ? [more.tileAxis.labels.length, rowCount, colCount] : [rowCount, colCount], count = shape.reduce((product, size) => product * size, 1);
  const item = {
    kind: "matrix", id, name: id, note: "", role: null, scale, limit: scale === "diverging" ? null : 1, shape, rowLabels: true, colLabels: true, fixed: {},
    rows: axis("query", QUERIES.slice(0, rowCount)), cols: axis("key", KEYS.slice(0, colCount)), ...more,
  };
  return { item, values: values ?? numbersFor(scale, count), hidden, marks };
}

/** A board, read from bytes like those of an answer. */
function boardOf(matrices, pin = "") {
  const parts = [], blob = (values, type) => {
    if (!values) return null;
    const bytes = new Uint8Array(values.buffer), offset = parts.reduce((sum, part) => sum + part.length, 0);
    parts.push(bytes);
    return { offset, bytes: bytes.length, type };
  };
  const items = matrices.map((one) => (one.item ? { ...one.item, values: blob(one.values, "float32"), hidden: blob(one.hidden, "uint8"), marks: blob(one.marks, "uint8") } : one));
  const rest = new Uint8Array(parts.flatMap((part) => [...part])), read = items.map((item) => withNumbers(item, rest));
  return { kind: "board", board: { items: read, pin: parsePin(read, pin) } };
}

const drawnBoard = (matrices, theme, pin) => figureDrawn(boardOf(matrices, pin), theme);

/** Where the cells of a lone matrix are, by the labels of its rows and columns. */
function cellsOf(drawn, { item }) {
  const ys = item.rows.labels.map((label) => drawn.text(label)).map(({ y, "font-size": size }) => y - RISE * size);
  const xs = item.cols.labels.map((label) => drawn.text(label)).map((label) => (label.isTurned ? label.x : middleOf(label)));
  const width = (xs.at(-1) - xs[0]) / (xs.length - 1), height = (ys.at(-1) - ys[0]) / (ys.length - 1);
  return ys.flatMap((y, row) => xs.map((x, col) => ({ row, col, at: row * xs.length + col, x, y, width, height, box: { x: x - width / 2 + 1, y: y - height / 2 + 1, width: width - 2, height: height - 2 } })));
}

/** A point of a cell where no number is. */
const groundOf = (drawn, { x, y, width, height }) => drawn.groundAt(x - 0.36 * width, y - 0.36 * height);

/** The saved legend: the numbers at its ends, and the colour at a share of its length. */
function legendOf(drawn) {
  const strips = drawn.marks.filter(({ kind, height, y, width }) => kind === "rect" && height === 6 && width > 1 && y > 100), [first] = strips;
  const right = Math.max(...strips.map(({ x, width }) => x + width)), beside = drawn.texts.filter(({ y }) => Math.abs(y - first.y - 6.85) < 1);
  const [low, high] = [beside.find(({ x }) => x < first.x), beside.find(({ x }) => x > right)].map(({ text }) => numberIn(text));
  return { low, high, at: (value) => drawn.groundAt(first.x + 0.5 + ((right - first.x - 1) * (value - low)) / (high - low), first.y + 3) };
}

for (const theme of ["light", "dark"]) {
  test(`a signed number stands in its row and column, in its colour: ${theme}`, async () => {
    const one = matrix("scores", 5, 4), drawn = await drawnBoard([one], theme), limit = Math.max(...one.values.map(Math.abs)), legend = legendOf(drawn);
    assert.ok(Math.abs(legend.high - limit) < 0.01 && legend.low === -legend.high, `${legend.low} to ${legend.high}, not ${limit}`);
    for (const cell of cellsOf(drawn, one)) {
      const value = one.values[cell.at], ground = groundOf(drawn, cell), [written, ...more] = drawn.textsIn(cell.box);
      assert.equal(more.length, 0);
      assert.equal(numberIn(written.text), Number(value.toFixed(2)), `row ${cell.row}, column ${cell.col}`);
      assert.equal(written.text.startsWith("\u2212"), value < 0);
      assert.ok(contrastOf(written.fill, ground) >= 4.5, `${value} can hardly be read`);
      assert.ok(apart(ground, colourFor(theme, "diverging", value, limit)) <= 2);
      assert.ok(apart(ground, legend.at(value)) <= 24, `${value} is ${ground}, in the legend ${legend.at(value)}`);
      if (Math.abs(value) > 0.4 * limit) assert.equal(signOf(ground), value < 0 ? "red" : "blue");
    }
  });

  test(`a weight is the farther from the surface the larger it is, and a hidden one is hatched: ${theme}`, async () => {
    const hidden = Uint8Array.from({ length: 20 }, (_, at) => Number(at % 7 === 3)), one = matrix("weights", 5, 4, { scale: "weights", hidden });
    const drawn = await drawnBoard([one], theme), legend = legendOf(drawn), seen = [];
    assert.deepEqual([legend.low, legend.high], [0, 1]);
    for (const cell of cellsOf(drawn, one)) {
      const value = one.values[cell.at], ground = groundOf(drawn, cell), written = drawn.textsIn(cell.box);
      if (hidden[cell.at]) {
        assert.equal(written.length, 0);
        const [plain, line] = ground.pattern;
        assert.deepEqual([plain.fill, line.stroke, line.pieces.length], [THEMES[theme].hidden, THEMES[theme].hatch, 3]);
        continue;
      }
      assert.equal(numberIn(written[0].text), Number(value.toFixed(2)));
      assert.ok(apart(ground, colourFor(theme, "weights", value, 1)) <= 2 && apart(ground, legend.at(value)) <= 24);
      seen.push({ value, apart: Math.abs(luminance(channelsOf(ground)) - luminance(channelsOf(THEMES[theme].surface))) });
    }
    seen.sort((first, second) => first.value - second.value);
    seen.slice(1).forEach((next, place) => assert.ok(next.apart >= seen[place].apart - 0.01, `${next.value} is nearer to the surface than ${seen[place].value}`));
  });

  test(`many cells are a picture of their numbers, tile by tile under its own name: ${theme}`, async () => {
    const heads = ["head 1", "head 2", "head 3", "head 4", "head 5"], size = 6, hidden = Uint8Array.from({ length: 180 }, (_, at) => Number(at % 6 > Math.floor(at / 6) % 6));
    const one = matrix("heads", size, size, { kind: "tiles", tileAxis: axis("head", heads), columns: 3, scale: "weights", hidden, rows: axis("query", null), cols: axis("key", null) });
    const drawn = await drawnBoard([one], theme), cells = drawn.marks.filter(({ kind }) => kind === "image");
    assert.equal(cells.length, heads.length);
    heads.forEach((head, tile) => {
      const title = drawn.text(head), below = cells.filter(({ x, y }) => Math.abs(x - title.x) < 2 && y > title.y).sort((first, second) => first.y - second.y)[0];
      for (let at = 0; at < size * size; at++) {
        const x = below.x + ((at % size) + 0.5) * (below.width / size), y = below.y + (Math.floor(at / size) + 0.5) * (below.height / size);
        const ground = drawn.groundAt(x, y), place = tile * size * size + at;
        if (hidden[place]) assert.ok(ground.pattern, `${head}, ${at}`);
        else assert.ok(apart(ground, colourFor(theme, "weights", one.values[place], 1)) <= 2, `${head}, ${at}`);
      }
    });
  });

  test(`a large matrix has the colours of its numbers, and its rows count from their first: ${theme}`, async () => {
    const one = matrix("encoding", 36, 44, { rows: axis("position", null, { first: 1 }), cols: axis("dimension", null) }), drawn = await drawnBoard([one], theme);
    const limit = Math.max(...one.values.map(Math.abs)), picture = drawn.marks.find(({ kind }) => kind === "image"), cell = { width: picture.width / 44, height: picture.height / 36 };
    for (let at = 0; at < 36 * 44; at++) {
      const ground = drawn.groundAt(picture.x + ((at % 44) + 0.5) * cell.width, picture.y + (Math.floor(at / 44) + 0.5) * cell.height);
      assert.ok(apart(ground, colourFor(theme, "diverging", one.values[at], limit)) <= 2, `cell ${at}`);
    }
    const labels = drawn.texts.filter(({ text, x, y }) => /^\d+$/.test(text) && (x < picture.x ? y < picture.y + picture.height : y > picture.y + picture.height && y < picture.y + picture.height + 20));
    const [rows, cols] = [labels.filter(({ x }) => x < picture.x), labels.filter(({ x }) => x > picture.x)];
    assert.ok(rows.length > 5 && cols.length > 5);
    for (const { text, y, "font-size": size } of rows) assert.ok(Math.abs(y - RISE * size - picture.y - (Number(text) - 0.5) * cell.height) < 1, `row ${text}`);
    for (const label of cols) assert.ok(Math.abs(label.x - picture.x - (Number(label.text) + 0.5) * cell.width) < 1, `column ${label.text}`);
  });
}

test("a mask says 1 where it hides, on its hatching, and 0 elsewhere", async () => {
  const values = numbersFor("mask", 20), one = matrix("mask", 5, 4, { scale: "mask", values, hidden: Uint8Array.from(values) }), drawn = await drawnBoard([one], "light");
  for (const cell of cellsOf(drawn, one)) {
    assert.deepEqual(drawn.textsIn(cell.box).map(({ text }) => text), [String(values[cell.at])]);
    assert.equal(Boolean(drawn.groundAt(cell.x - 0.44 * cell.width, cell.y - 0.44 * cell.height).pattern), values[cell.at] === 1);
  }
});

test("beside a row stands its own bar, and the right cells are outlined", async () => {
  const marks = Uint8Array.from({ length: 20 }, (_, at) => Number([2, 5, 19].includes(at))), bars = { title: "H", values: [0.25, 1.5, 2, 0.75, 1], limit: 2 };
  const one = matrix("weights", 5, 4, { scale: "weights", marks, bars }), drawn = await drawnBoard([one], "light"), cells = cellsOf(drawn, one);
  const outlined = drawn.marks.filter(({ kind, stroke }) => kind === "rect" && stroke === THEMES.light.roles.value);
  const isOutlined = ({ x, y }) => outlined.some((mark) => Math.abs(mark.x + mark.width / 2 - x) < 2 && Math.abs(mark.y + mark.height / 2 - y) < 2);
  assert.deepEqual(cells.map(isOutlined), [...marks].map(Boolean));
  const right = cells.at(-1).x + cells.at(-1).width / 2;
  bars.values.forEach((value, row) => {
    const { y } = cells[4 * row], [ground, bar] = drawn.marks.filter((mark) => mark.kind === "rect" && mark.x > right && Math.abs(mark.y + mark.height / 2 - y) < 1);
    assert.ok(Math.abs(bar.width / ground.width - value / bars.limit) < 0.01);
    const [said] = drawn.texts.filter((text) => text.x > ground.x + ground.width && Math.abs(text.y - RISE * text["font-size"] - y) < 1);
    assert.equal(Number(said.text), value);
  });
});

test("a board is its equation: each matrix under its own name, in its own numbers, with what joins them", async () => {
  const named = (id, at) => matrix(id, 3, 3, { values: numbersFor("diverging", 9, 11 * at), note: `(3, 3) ${id}`, rows: axis(`${id} rows`, null), cols: axis(`${id} columns`, null) });
  const ids = ["Q", "Kᵀ", "S"], all = ids.map(named), drawn = await drawnBoard([all[0], { kind: "operator", text: "×" }, all[1], { kind: "operator", text: "=" }, all[2]], "light");
  const order = ["Q", "×", "Kᵀ", "=", "S"].map((text) => middleOf(drawn.text(text)));
  assert.deepEqual(order.toSorted((one, other) => one - other), order);
  ids.forEach((id, at) => {
    const left = drawn.text(id).x, next = at < 2 ? drawn.text(ids[at + 1]).x - 30 : Infinity, top = drawn.text(id).y;
    assert.ok(drawn.text(`(3, 3) ${id}`).x >= left - 20 && drawn.text(`(3, 3) ${id}`).x < next);
    const bottom = drawn.text(`${id} rows ↓  ${id} columns →`).y, inside = { x: left, y: top + 10, width: next - left, height: bottom - top - 30 };
    const numbers = drawn.textsIn(inside).filter(({ text }) => /\.\d\d$/.test(text)).sort((one, other) => one.y - other.y || one.x - other.x);
    assert.deepEqual(numbers.map(({ text }) => numberIn(text)), [...all[at].values].map((value) => Number(value.toFixed(2))));
  });
});

test("a pinned number is outlined where it stands, in each matrix in the colour of its role", async () => {
  const one = matrix("weights", 5, 4, { scale: "weights", role: "key" }), drawn = await drawnBoard([one], "dark", "weights.3.1");
  const cell = cellsOf({ text: (label) => drawn.texts.filter(({ text }) => text === label).at(-1) }, one)[13];
  const [outline, ...more] = drawn.marks.filter(({ kind, stroke }) => kind === "rect" && stroke === THEMES.dark.roles.key);
  assert.equal(more.length, 0);
  assert.ok(Math.abs(outline.x + outline.width / 2 - cell.x) < 2 && Math.abs(outline.y + outline.height / 2 - cell.y) < 2);
  assert.equal(drawn.text("weights").fill, THEMES.dark.roles.key);
  for (const label of ["cat", "는"]) assert.equal(drawn.texts.filter(({ text }) => text === label).at(-1)["font-weight"], 700);
});

test("what is said of a cell, and its table, name its own row, column and head, with glosses", () => {
  const heads = axis("", ["head 1", "head 2"]), rows = axis("query", QUERIES, { glosses: ["나", "보다", "그", "고양이", "지금"] }), hidden = Uint8Array.from({ length: 40 }, (_, at) => Number(at === 27));
  const one = matrix("weights", 5, 4, { kind: "tiles", tileAxis: heads, scale: "weights", rows, hidden }), { board } = boardOf([one]), [item] = board.items;
  const strings = { hidden: "hidden", mask_hidden: "{number} (hidden)", mask_visible: "{number} (visible)" }, cell = { tile: 1, row: 3, col: 2 };
  assert.equal(sentence({ ...board, strings }, { id: "weights", cell }), `weights [ head 2, query cat (고양이), key 본 ] = ${one.values[34].toFixed(4)}`);
  const { columns, rows: lines } = tablePage(item, 1, 0, strings.hidden);
  assert.deepEqual([columns, lines.map(({ name }) => name)], [KEYS.map((key) => `key ${key}`), QUERIES.map((query, at) => `query ${query} (${rows.glosses[at]})`)]);
  lines.forEach(({ cells }, row) => cells.forEach((text, col) => {
    const at = 20 + 4 * row + col;
    assert.equal(text === "hidden" ? "hidden" : Number(text), hidden[at] ? "hidden" : Number(one.values[at].toFixed(4)));
  }));
});
