import assert from "node:assert/strict";
import { test } from "node:test";

import { drawMatrix } from "../../ui/picture/matrix_view/draw.js";
import { drawLit } from "../../ui/picture/matrix_view/draw_selection.js";
import { fitted, measureAll } from "../../ui/picture/matrix_view/fit.js";
import { measure } from "../../ui/picture/matrix_view/geometry.js";
import { tileLines } from "../../ui/picture/matrix_view/label_room.js";
import { plainText, withGloss } from "../../ui/picture/glossed.js";
import { THEMES } from "../../ui/picture/matrix_view/colour.js";
import { namedAt } from "../../ui/picture/matrix_view/selection.js";

const HIGH = 12;
const pen = { measureText: (text) => ({ width: 6 * text.length }) };
globalThis.document = /** @type {any} */ ({ createElement: () => ({ getContext: () => pen }), fonts: { addEventListener() {} } });

/** Notes where words are set, and what is wiped, in the page's own places. */
function context() {
  const state = { x: 0, y: 0, turned: false }, stack = [], set = [], wiped = [];
  return {
    ...pen, set, wiped,
    save: () => stack.push({ ...state }), restore: () => Object.assign(state, stack.pop()),
    translate: (x, y) => { state.x += x; state.y += y; }, rotate: () => { state.turned = true; },
    fillText(text, x, y) { set.push({ text, x: state.x + (state.turned ? x * Math.SQRT1_2 : x), y: state.y + y, turned: state.turned, font: this.font, colour: this.fillStyle }); },
    fillRect(x, y, width, height) { wiped.push({ x: state.x + x, y: state.y + y, height, turned: state.turned }); },
    strokeRect() {}, patternOf: () => "",
  };
}

function named(rowCount, colCount, most, more = {}) {
  const axis = (name, count) => ({ name, also: [], first: 0, labels: Array.from({ length: count }, (_, at) => `${name} ${at}`) });
  const item = {
    kind: "matrix", id: "weights", shape: [rowCount, colCount], rowCount, colCount, tiles: 1, fixed: {}, rowLabels: true, colLabels: true, font: "x",
    scale: "weights", limit: 1, values: new Float32Array(rowCount * colCount), rows: axis("row", rowCount), cols: axis("col", colCount),
    ...more,
  };
  return { item, at: measure(item, 500, most) };
}

function labels(made) {
  const rows = made.set.filter(({ text, turned }) => text.startsWith("row") && !turned);
  return { rows, cols: made.set.filter(({ text, turned }) => text.startsWith("col") && turned) };
}

for (const [count, most, more] of /** @type {[number, number, object][]} */ ([[26, 12, {}], [30, 40, {}], [30, 8, { compact: true }], [24, 14, {}], [8, 16, {}], [8, 18, {}]])) {
  test(`no label is set over another one: ${count} rows in cells of at most ${most}`, () => {
    const { item, at } = named(count, count, most, more), made = context();
    drawMatrix(made, item, at, THEMES.light);
    const { rows, cols } = labels(made);
    assert.ok(rows.length > 5 && cols.length > 5);
    for (const [first, second] of rows.slice(1).map((row, place) => [rows[place], row])) assert.ok(second.y - first.y >= HIGH);
    // Slanted by half a right angle, they are as far apart as the side of a square is shorter than its diagonal.
    for (const [first, second] of cols.slice(1).map((col, place) => [cols[place], col])) {
      assert.ok((second.x - first.x) * Math.SQRT1_2 >= parseFloat(first.font));
    }
    // None is missing beside room for it.
    const across = (cols[1].x - cols[0].x) / at.cell.width;
    assert.ok(across < 1.5 || at.cell.width * Math.SQRT1_2 < parseFloat(cols[0].font));
    assert.ok(cols.every(({ text, x }) => x + 6 * text.length * Math.SQRT1_2 <= at.width));
  });
}

test("a narrow column has its label, too, in smaller letters", () => {
  for (const [most, size] of [[16, "11px x"], [18, "12px x"]]) {
    const { item, at } = named(8, 8, most), made = context();
    drawMatrix(made, item, at, THEMES.light);
    assert.deepEqual(labels(made).cols.map(({ font }) => font), Array(8).fill(size));
  }
});

test("the label of what is looked at shows, also where it was left out, and none beside it is cut", () => {
  const { item, at } = named(30, 30, 8, { compact: true }), base = context(), over = context();
  drawMatrix(base, item, at, THEMES.light);
  const shown = labels(base).cols.map(({ text }) => text), col = item.cols.labels.findIndex((label) => !shown.includes(label));
  assert.ok(col > 0);
  drawLit(over, item, at, THEMES.light, { row: 7, col }, null);
  assert.deepEqual(labels(over).cols.map(({ text }) => text), [`col ${col}`]);
  assert.deepEqual(labels(over).rows.map(({ text }) => text), ["row 7"]);
  const [strong] = labels(over).cols, wiped = over.wiped.filter(({ turned }) => turned).map(({ x }) => x);
  const cut = labels(base).cols.filter(({ x }) => Math.abs(x - strong.x) * Math.SQRT1_2 < HIGH);
  assert.ok(cut.length);
  for (const { x } of cut) assert.ok(wiped.some((one) => Math.abs(one - x) < 2));
});

test("slanted names become smaller before any is left out", () => {
  for (const width of [12, 14, 16, 20, 40]) {
    const { item } = named(8, 8, width), made = context();
    const at = { ...named(8, 8, width).at, tilted: true };
    at.cell = { ...at.cell, width };
    drawMatrix(made, item, at, THEMES.light);
    const { cols } = labels(made), size = parseFloat(cols[0].font);
    assert.equal(cols.length, 8);
    assert.ok(size >= 8.4 && size <= Math.min(12, width * Math.SQRT1_2));
  }
});

test("rows of names are high enough for every name", () => {
  for (const more of [{}, { compact: true }]) {
    const { item, at } = named(30, 30, 8, more), made = context();
    drawMatrix(made, item, at, THEMES.light);
    assert.equal(labels(made).rows.length, 30);
  }
});

test("a matrix under one with the same columns names none of them, and is higher by their room", () => {
  const { item, at } = named(8, 8, 12, { colLabels: false }), over = named(8, 8, 12).at, made = context();
  drawMatrix(made, item, at, THEMES.light);
  drawLit(made, item, at, THEMES.light, { row: 2, col: 3 }, null);
  assert.deepEqual(made.set.filter(({ text }) => text.startsWith("col")), []);
  assert.equal(labels(made).rows.length, 9);
  assert.deepEqual([at.left, at.cell.height], [over.left, over.cell.height]);
  assert.ok(at.top < 8 && over.top > 18);
});

/** A matrix whose rows and columns are tokens with glosses. */
function glossed(most, gloss = (at) => `means ${at}`) {
  const axis = (name) => ({
    name, also: [], first: 0, labels: Array.from({ length: 8 }, (_, at) => `${name} ${at}`), glosses: Array.from({ length: 8 }, (_, at) => gloss(at)),
  });
  return named(8, 8, most, { rows: axis("row"), cols: axis("col") });
}

const means = ({ set }, isTurned) => set.filter(({ text, turned }) => text.startsWith("means") && turned === isTurned);

for (const [most, isBelow] of /** @type {[number, boolean][]} */ ([[40, true], [22, false]])) {
  test(`each token has its gloss beside it, smaller and quieter: in rows of ${most} ${isBelow ? "below" : "in front"}`, () => {
    const { item, at } = glossed(most), made = context();
    drawMatrix(made, item, at, THEMES.light);
    const { rows, cols } = labels(made), below = means(made, false), after = means(made, true);
    assert.deepEqual([rows.length, cols.length, below.length, after.length], [8, 8, 8, 8]);
    for (const one of [...below, ...after]) assert.deepEqual([one.font, one.colour], ["11px x", THEMES.light.secondary]);
    for (const one of [...rows, ...cols]) assert.deepEqual([one.font, one.colour], ["12px x", THEMES.light.ink]);
    rows.forEach(({ x, y }, row) => assert.deepEqual([below[row].x < x, below[row].y > y], [!isBelow, isBelow]));
    cols.forEach(({ x }, col) => assert.ok(after[col].x >= x + 6 * "col 0".length * Math.SQRT1_2));
  });
}

test("a long gloss is shortened, and no label is longer than its room", () => {
  for (const most of [40, 22]) {
    const { item, at } = glossed(most, () => `means ${"long ".repeat(12)}`), made = context();
    drawMatrix(made, item, at, THEMES.light);
    const across = means(made, true), down = means(made, false);
    assert.ok([...across, ...down].every(({ text }) => text.endsWith("…")));
    for (const { text, x } of across) assert.ok(x + 6 * text.length * Math.SQRT1_2 <= at.width);
    for (const { text, x } of down) assert.ok(x - 6 * text.length >= 0);
  }
});

test("a row without a gloss stands in the middle of its row, and nothing is drawn for it", () => {
  const { item, at } = glossed(40, (at) => (at === 3 ? "" : `means ${at}`)), made = context();
  drawMatrix(made, item, at, THEMES.light);
  assert.deepEqual([means(made, false).length, labels(made).rows[3].y], [7, at.top + 3.5 * at.cell.height]);
  assert.equal(namedAt(item.rows, 3), "row 3");
  assert.equal(namedAt(item.rows, 4), "row 4 (means 4)");
});

test("a text of the server has its glosses apart, and in parentheses where it is only read aloud", () => {
  assert.equal(plainText("Weights[ 학생 ⟮student⟯, the (1) ]"), "Weights[ 학생 (student), the (1) ]");
  assert.deepEqual(["", "one"].map((gloss) => withGloss("하나", gloss)), ["하나", "하나 (one)"]);
});

test("above a small matrix the row and the column of the cell that is looked at are named", () => {
  const { item, at } = titled(4, 420), made = context();
  drawLit(made, item, at, THEMES.light, null, { tile: 1, row: 2, col: 3 });
  assert.deepEqual(made.set.map(({ text }) => text).slice(0, 1), ["row 2 → col 3"]);
  const place = made.set[0];
  assert.ok(place.y < at.title + at.tileHeight && made.wiped.some(({ y }) => y <= place.y));
});

/** Small matrices, each with a title in parts. */
function titled(count, width) {
  const labels = Array.from({ length: count }, (_, at) => `this run · layer 1 · head ${at + 1}`);
  const { item } = named(8, 8, 40), tiled = { ...item, kind: "tiles", tiles: count, columns: count, values: new Float32Array(64 * count), tileAxis: { name: "tile", also: [], first: 0, labels } };
  return { item: tiled, at: measure(tiled, width, 40) };
}

for (const width of [1200, 420, 260]) {
  test(`the titles of small matrices are whole, and none is set over another one, in a room of ${width}`, () => {
    const { item, at } = titled(4, width);
    assert.ok(at.tileHeight > 0 && at.title >= 18);
    for (const title of item.tileAxis.labels) {
      const lines = tileLines("12px x", title, at.tileWidth + at.gap - 4);
      assert.equal(lines.join(" · "), title);
      assert.ok(lines.every((line) => 6 * line.length <= at.tileWidth + at.gap - 4 || !line.includes("·")));
      assert.ok(at.title >= 14 * lines.length + 4);
    }
  });
}

/** A line of matrices with words for labels, on a board of a width. */
function glossedBoard(width, count, glosses) {
  const axis = (name) => ({ name, also: [], first: 0, labels: Array.from({ length: 5 }, (_, at) => `${name} ${at}`), glosses });
  const items = Array.from({ length: count }, (_, at) => ({ ...named(5, 5, 40).item, id: `head${at}`, rows: axis("row"), cols: axis("col"), rowLabels: at === 0, ownRowLabels: at === 0, ownColLabels: true }));
  const board = /** @type {any} */ ({ items, panels: items.map((item) => ({ item, at: {} })), width, isNarrow: false, room: () => ({ width, height: 420 }) });
  globalThis.window ??= /** @type {any} */ ({ innerWidth: 1440, innerHeight: 900 });
  const fit = fitted(board);
  measureAll(board, fit);
  return { ...board, fit };
}

const GLOSSES = Array.from({ length: 5 }, () => "a long gloss of it");

test("numbers come first: glosses that take their room are left out, those that have room stay", () => {
  const tight = glossedBoard(800, 4, GLOSSES), plain = glossedBoard(800, 4, undefined), roomy = glossedBoard(800, 1, GLOSSES);
  assert.equal(tight.fit.bare, true);
  assert.ok(tight.panels.every(({ at }) => at.cell.width >= 23));
  assert.deepEqual(tight.panels.map(({ at }) => at.cell.width), plain.panels.map(({ at }) => at.cell.width));
  assert.equal(roomy.fit.bare, false);
  const made = context();
  drawMatrix(made, tight.panels[0].item, tight.panels[0].at, THEMES.light);
  assert.ok(!made.set.some(({ text }) => text.includes("gloss")));
  // Nothing of a name is lost where it is spoken.
  assert.ok(namedAt(tight.panels[0].item.rows, 0).includes("a long gloss of it"));
});
