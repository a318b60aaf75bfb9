import assert from "node:assert/strict";
import { test } from "node:test";

import { THEMES } from "../../ui/picture/matrix_view/colour.js";
import { newSession, redrawn, reveal } from "../../ui/picture/prediction/session.js";
import { questionOf } from "../../ui/picture/prediction/offers.js";
import { coveredCells } from "../../ui/picture/prediction/places.js";
import { veiled } from "../../ui/picture/prediction/veil.js";
import { figureDrawn, middleOf, numberIn } from "./drawn.js";

const ROWS = ["one", "two", "three"], COLS = ["A", "B", "C", "D"];
const axis = (name, labels) => ({ name, title: name, labels, glosses: [], also: [], first: 0, spoken: name });
const NUMBERS = [0.11, 0.22, 0.28, 0.39, 0.41, 0.17, 0.15, 0.27, 0.05, 0.65, 0.13, 0.17];
const MASK = [0, 1, 1, 1, 0, 0, 1, 1, 0, 0, 0, 1];

function matrix(more = {}) {
  const item = { rowCount: 3, colCount: 4, rows: axis("query", ROWS), cols: axis("key", COLS), values: Float32Array.from(NUMBERS), ...more };
  return {
    kind: "matrix", id: "weights", name: "Weights", note: "softmax 0.65", role: null, scale: "weights", limit: 1, shape: [item.rowCount, item.colCount], rowLabels: true, colLabels: true,
    fixed: {}, tiles: 1, hidden: null, marks: null, ...item,
  };
}

const mask = () => matrix({ id: "mask", name: "Mask", note: "", scale: "mask", values: Float32Array.from(MASK), hidden: Uint8Array.from(MASK) });
const drawn = (item, theme) => figureDrawn({ kind: "board", board: { items: [item], pin: null } }, theme);

/** The cells of a drawing by row and column, from where the labels are. */
function cellsOf(picture) {
  const ys = ROWS.map((row) => picture.text(row).y - 4), xs = COLS.map((col) => middleOf(picture.text(col)));
  const width = xs[1] - xs[0], height = ys[1] - ys[0];
  return ys.flatMap((y) => xs.map((x) => ({ x: x - width / 2, y: y - height / 2, width, height })));
}

/** A matrix with a prediction that is answered by `answer`, covered or revealed. */
function predicted(item, kind, answer, isRevealed, more = {}) {
  const question = { ...questionOf(item, kind, { row: 0 }), ...more }, session = newSession(item, question);
  answer(session.given);
  redrawn(session);
  if (!isRevealed) return veiled(item, coveredCells(item, question), session.answer);
  reveal(session, item, {});
  return { ...item, answer: session.answer };
}

const strokesIn = (picture, box) => picture.strokes.filter(({ pieces }) => pieces.flat().every(([x, y]) => x >= box.x - 2 && x <= box.x + box.width + 2 && y >= box.y - 2 && y <= box.y + box.height + 2));

for (const theme of ["light", "dark"]) {
  test(`a covered cell is plain with a question mark, and its number is nowhere in the file: ${theme}`, async () => {
    const picture = await drawn(predicted(matrix(), "row", () => {}, false), theme), cells = cellsOf(picture);
    cells.forEach((box, at) => {
      const texts = picture.textsIn(box).map(({ text }) => text);
      assert.deepEqual(texts, [at < 4 ? "?" : NUMBERS[at].toFixed(2)].filter((text) => at >= 4 || text), `cell ${at}`);
      if (at < 4) assert.equal(picture.groundAt(box.x + 4, box.y + 4), THEMES[theme].surface);
    });
    for (const value of ["0.11", "0.22", "0.28", "0.39", "0.65", "NaN"]) assert.ok(value === "0.65" || !picture.svg.includes(value), `${value} is in the file`);
    assert.ok(!picture.svg.includes("softmax"), "the caption may say a number");
  });

  test(`what was typed stands in its covered cell: ${theme}`, async () => {
    const picture = await drawn(predicted(matrix(), "row", (given) => { given.texts = ["0.5", "0,25", "", "x"]; }, false), theme);
    assert.deepEqual(cellsOf(picture).slice(0, 4).map((box) => picture.textsIn(box).map(({ text }) => text).join()), ["0.50", "0.25", "?", "?"]);
  });

  test(`revealed, each cell has yours above the true number; what is wrong is hatched: ${theme}`, async () => {
    const picture = await drawn(predicted(matrix(), "row", (given) => { given.texts = ["0.12", "0.9", "", "0.39"]; }, true), theme), cells = cellsOf(picture);
    const read = (box) => picture.textsIn(box).sort((one, other) => one.y - other.y).map(({ text }) => numberIn(text));
    assert.deepEqual(read(cells[0]), [0.12, 0.11, 0.11].slice(0, read(cells[0]).length));
    for (const [at, yours] of [[0, 0.12], [1, 0.9], [3, 0.39]]) {
      const texts = picture.textsIn(cells[at]), upper = texts.filter(({ y }) => y < cells[at].y + cells[at].height / 2).map(({ text }) => numberIn(text));
      const lower = texts.filter(({ y }) => y > cells[at].y + cells[at].height * 0.6).map(({ text }) => numberIn(text));
      assert.deepEqual([upper.includes(yours), lower.includes(Number(NUMBERS[at].toFixed(2)))], [true, true], `cell ${at}`);
      const ground = picture.groundAt(cells[at].x + cells[at].width - 3, cells[at].y + 3);
      assert.equal(Boolean(ground.pattern), at === 1, `the ground of cell ${at}`);
    }
  });

  test(`a painted mask is hatched where it was painted, and marked in three shapes afterwards: ${theme}`, async () => {
    const paint = (given) => { given.chosen = [false, true, false, false, true, ...Array(7).fill(false)]; };
    const before = await drawn(predicted(mask(), "mask", paint, false), theme), boxes = cellsOf(before);
    assert.deepEqual(boxes.slice(0, 5).map((box) => Boolean(before.groundAt(box.x + 4, box.y + 4).pattern)), [false, true, false, false, true]);
    const after = await drawn(predicted(mask(), "mask", paint, true), theme), cells = cellsOf(after), { value, key } = THEMES[theme].roles;
    const marks = cells.map((box) => strokesIn(after, box).filter(({ stroke }) => stroke === value || stroke === key).map(({ stroke, pieces, d }) => [stroke === value ? "right" : "off", d.includes("A") ? "circle" : pieces.length === 2 ? "cross" : "tick"].join(" ")));
    assert.deepEqual(marks.slice(0, 5), [["right tick"], ["right tick"], ["off circle"], ["off circle"], ["off cross"]]);
  });

  test(`the pick is ringed with dashes, the largest with a line: ${theme}`, async () => {
    const picture = await drawn(predicted(matrix(), "pick", (given) => { given.chosen = [true, false, false, false]; }, true), theme), cells = cellsOf(picture);
    const rings = picture.marks.filter(({ kind, stroke, "stroke-width": width }) => kind === "rect" && Object.values(THEMES[theme].roles).includes(stroke) && width === 3);
    assert.deepEqual(rings.map(({ stroke, "stroke-dasharray": dash }) => [stroke === THEMES[theme].roles.value, Boolean(dash)]), [[false, true], [true, false]]);
    rings.forEach(({ x, y }, at) => {
      const box = cells[at ? 3 : 0];
      assert.ok(x >= box.x - 2 && x < box.x + box.width && y >= box.y - 2 && y < box.y + box.height);
    });
  });

  test(`an order says its places in the cells, and where they truly are: ${theme}`, async () => {
    const picture = await drawn(predicted(matrix(), "order", (given) => { given.order = [3, 1, 2, 0]; }, true), theme);
    const places = cellsOf(picture).slice(0, 4).map((box) => picture.textsIn(box).map(({ text }) => text).find((text) => /^\d(→\d)?$/.test(text)));
    assert.deepEqual(places, ["4", "2→3", "3→2", "1"]);
  });

  test(`of many small cells the covered ones are one plain area with one question mark: ${theme}`, async () => {
    const size = 40, item = matrix({ rowCount: size, colCount: size, values: Float32Array.from({ length: size * size }, (_, at) => (at % 97) / 97), rows: axis("query", null), cols: axis("key", null) });
    const picture = await drawn(predicted(item, "pick", () => {}, false, { cover: "all" }), theme);
    assert.equal(picture.texts.filter(({ text }) => text === "?" ).length, 2, "that of the picture and that of the caption");
    const [image] = picture.marks.filter(({ kind }) => kind === "image");
    for (const [x, y] of [[0.1, 0.1], [0.9, 0.2], [0.3, 0.85]]) assert.equal(picture.groundAt(image.x + x * image.width, image.y + y * image.height), THEMES[theme].surface);
    assert.equal(new Set(image.picture.pixels).size, 1, "the covered colours are not below it either");
  });
}
