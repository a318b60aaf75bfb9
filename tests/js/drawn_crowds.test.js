// The answers of a class on a picture: how many chose each cell, rows as lines, and what is right only once it is shown.

import assert from "node:assert/strict";
import { test } from "node:test";

import { THEMES } from "../../ui/picture/matrix_view/colour.js";
import { coveredCells } from "../../ui/picture/prediction/places.js";
import { questionOf } from "../../ui/picture/prediction/offers.js";
import { newSession } from "../../ui/picture/prediction/session.js";
import { rangeOf } from "../../ui/picture/prediction/draw_crowd.js";
import { crowdFigure } from "../../ui/picture/prediction/curve_crowd.js";
import { veiledFigure } from "../../ui/picture/prediction/curve_veil.js";
import { veiled } from "../../ui/picture/prediction/veil.js";
import { figureDrawn, middleOf } from "./drawn.js";

const ROWS = ["one", "two"], COLS = ["A", "B", "C", "D"];
const axis = (name, labels) => ({ name, title: name, labels, glosses: [], also: [], first: 0, spoken: name });
const item = {
  rowCount: 2, colCount: 4, rows: axis("query", ROWS), cols: axis("key", COLS), values: Float32Array.from([0.11, 0.22, 0.28, 0.39, 0.41, 0.17, 0.15, 0.27]),
  kind: "matrix", id: "weights", name: "Weights", note: "", role: null, scale: "weights", limit: 1, shape: [2, 4], rowLabels: true, colLabels: true, fixed: {}, tiles: 1, hidden: null, marks: null,
};
const drawn = (one, theme) => figureDrawn({ kind: "board", board: { items: [one], pin: null } }, theme);

/** The matrix with a crowd on its first row; covered as long as the truth is not known. */
function withCrowd(kind, crowd) {
  const session = newSession(item, questionOf(item, kind, { row: 0 }));
  const shown = crowd.truth ? item : veiled(item, coveredCells(item, session.question));
  return { ...shown, crowd: { kind, answered: 10, counts: [], drawn: [], truth: null, ...crowd, cells: session.cells } };
}

function cellsOf(picture) {
  const ys = ROWS.map((row) => picture.text(row).y - 4), xs = COLS.map((col) => middleOf(picture.text(col)));
  const width = xs[1] - xs[0], height = ys[1] - ys[0];
  return ys.flatMap((y) => xs.map((x) => ({ x: x - width / 2, y: y - height / 2, width, height })));
}

const isInside = (box) => ({ x, y, width, height }) => x >= box.x - 2 && y >= box.y - 2 && x + width <= box.x + box.width + 2 && y + height <= box.y + box.height + 2;

for (const theme of ["light", "dark"]) {
  test(`each cell has the number of those who chose it, and none of the matrix's numbers: ${theme}`, async () => {
    const picture = await drawn(withCrowd("pick", { counts: [1, 0, 2, 7] }), theme), cells = cellsOf(picture);
    assert.deepEqual(cells.slice(0, 4).map((box) => picture.textsIn(box).map(({ text }) => text).join()), ["1", "", "2", "7"]);
    for (const value of ["0.11", "0.22", "0.28", "0.39"]) assert.ok(!picture.svg.includes(`>${value}<`), value);
    assert.ok(!picture.marks.some(({ stroke }) => stroke === THEMES[theme].roles.value), "nothing tells what is right");
  });

  test(`with what is right, its cell is ringed: ${theme}`, async () => {
    const picture = await drawn(withCrowd("pick", { counts: [1, 0, 2, 7], truth: [3] }), theme), cells = cellsOf(picture);
    const rings = picture.marks.filter(({ stroke }) => stroke === THEMES[theme].roles.value);
    assert.ok(rings.length > 0 && rings.every(isInside(cells[3])));
  });

  test(`rows are lines over each other through their cells, the right one among them once it is shown: ${theme}`, async () => {
    const rows = [[0.1, 0.2, 0.3, 0.4], [0.7, 0.1, 0.1, 0.1]], { query, value } = THEMES[theme].roles;
    const linesOf = (picture, colour) => picture.strokes.filter(({ stroke, "stroke-width": width }) => stroke === colour && width !== undefined);
    const before = await drawn(withCrowd("row", { drawn: rows }), theme), after = await drawn(withCrowd("row", { drawn: rows, truth: [0.11, 0.22, 0.28, 0.39] }), theme);
    assert.deepEqual([linesOf(before, query).length, linesOf(before, value).length], [2, 0]);
    assert.deepEqual([linesOf(after, query).length, linesOf(after, value).length], [2, 1]);
    const [{ pieces: [first] }] = linesOf(before, query);
    assert.ok(first.every(([, y], at) => !at || y < first[at - 1][1]), "more is higher");
  });
}

test("lines share one range that holds all of them: from 0 to 1 for shares", () => {
  assert.deepEqual(rangeOf([[0.2, 0.3]]), [0, 1]);
  assert.deepEqual(rangeOf([[0, 100], [2, 3]]), [0, 100]);
  assert.deepEqual(rangeOf([[-3, 2]]), [-3, 2]);
  assert.deepEqual(rangeOf([]), [0, 1]);
});

test("drawings of a curve lie on its axis without the true line until it is shown", () => {
  const figure = { data: [{ mode: "lines", name: "rate", x: [0, 5, 10], y: [0, 1, 2], line: { color: "#123456" } }], layout: { height: 100 } };
  const crowd = { kind: "curve", answered: 2, counts: [], drawn: [Array(25).fill(0.5), Array(25).fill(0.25)], truth: null };
  const before = crowdFigure(figure, veiledFigure(figure, [0]), 0, crowd), after = crowdFigure(figure, veiledFigure(figure, [0]), 0, { ...crowd, truth: [1] });
  const numbers = ({ data }) => data.map(({ y }) => Array.from(y).filter((one) => one !== null).length);
  assert.deepEqual(numbers(before), [0, 25, 25]);
  assert.deepEqual(numbers(after), [25, 25, 3]);
  assert.deepEqual(before.layout.yaxis.range, after.layout.yaxis.range);
});
