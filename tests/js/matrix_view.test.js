import assert from "node:assert/strict";
import { test } from "node:test";

import { channels, gradientOf, lettersOn, luminance, ramp, rampStep, THEMES } from "../../ui/picture/matrix_view/colour.js";
import { roomOf } from "../../ui/picture/matrix_view/fit.js";
import { WHOLE_MS, GLOW_MS, changedPlaces, startOf } from "../../ui/picture/matrix_view/flash.js";
import { cellAt, cellOrigin } from "../../ui/picture/matrix_view/geometry.js";
import { LARGE_SIZES, SIZES, columnsOfLines, extent, fittingSize, isNoteBelow, isOfManyLines, outerWidth, wordsHeight } from "../../ui/picture/matrix_view/lines.js";
import { briefText, cellText, decimalsIn, exactText, significantText, typedNumber } from "../../ui/picture/matrix_view/numbers.js";
import { lit, parsePin, pinText, selectionOf } from "../../ui/picture/matrix_view/selection.js";

const QUERY = { name: "query", also: [] }, KEY = { name: "key", also: [] };

function matrix(id, rowCount, colCount, more = {}) {
  const shape = [rowCount, colCount];
  return { kind: "matrix", id, shape, rowCount, colCount, tiles: 1, rows: QUERY, cols: KEY, fixed: {}, ...more };
}

test("numbers have a real minus sign and as many digits as fit", () => {
  assert.equal(cellText(-0.256, 5, 2), "\u22120.26");
  assert.equal(cellText(-0.256, 4, 2), "\u22120.3");
  assert.equal(cellText(123456, 5, 2), "1e5");
  assert.equal(exactText(0.00002477), "2.477 × 10⁻⁵");
  assert.equal(exactText(-3), "\u22123");
  assert.equal(briefText(1234.5), "1230");
});

test("all numbers of a matrix have the same decimals, the most that the widest of them has room for", () => {
  /** @type {[number[], number, string[]][]} */
  const cases = [
    [[0.5, -0.25, 0.125], 4.5, ["0.50", "\u22120.25", "0.13"]],
    [[0.5, -0.25, 0.125], 4, ["0.5", "\u22120.3", "0.1"]],
    [[0.5, 9.996], 3.5, ["0.5", "10.0"]],
    [[3, -12, 0], 3, ["3", "\u221212", "0"]],
    [[0.5, -10000, Infinity, NaN], 5, ["0.50", "\u22121e4", "∞", "NaN"]],
  ];
  for (const [values, room, texts] of cases) {
    const decimals = decimalsIn(values, room);
    assert.deepEqual(values.map((value) => cellText(value, room, decimals)), texts);
  }
});

test("a hidden number does not decide about the decimals of the others", () => {
  assert.equal(decimalsIn([0.5, -0.25], 4), 1);
  assert.equal(decimalsIn([0.5, -0.25], 4, [0, 1]), 2);
});

test("zero has no sign, however small the number was", () => {
  for (const value of [-0, -0.001, -0.004]) for (const decimals of [0, 1, 2]) assert.equal(Number(cellText(value, 5, decimals).replace("\u2212", "x")), 0);
  assert.equal(cellText(-0.006, 5, 2), "\u22120.01");
});

test("a number of a matrix of very different sizes has as many significant digits as have room", () => {
  const slopes = [0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0.00390625];
  const written = (/** @type {number} */ room) => slopes.map((slope) => significantText(slope, room));
  assert.deepEqual(written(7).slice(2), ["0.125", "0.0625", "0.0313", "0.0156", "0.00781", "0.00391"]);
  assert.deepEqual(written(4.9), ["0.5", "0.25", "0.125", "0.063", "0.031", "0.016", "0.008", "0.004"]);
  assert.equal(significantText(0.00390625, 3.5), "0.00");
  assert.equal(significantText(-0, 7), "0");
  assert.equal(significantText(-0.5, 7), "\u22120.5");
  assert.equal(significantText(NaN, 7), "NaN");
});

test("what was typed as a number: a real minus sign and a decimal comma are fine, more than a million is not", () => {
  assert.equal(typedNumber("\u22121,5"), -1.5);
  assert.equal(typedNumber("1e3"), 1000);
  for (const wrong of ["", "abc", "1_000", "2e6", "1,234,5"]) assert.equal(typedNumber(wrong), null);
});

test("signed colours are centred on zero, weights go from 0 to their limit", () => {
  assert.equal(rampStep(0, "diverging", 3), 128);
  assert.equal(rampStep(-3, "diverging", 3), 0);
  assert.equal(rampStep(9, "diverging", 3), 255);
  assert.equal(rampStep(0, "weights", 1), 0);
  assert.equal(rampStep(1, "weights", 1), 255);
  assert.equal(rampStep(1, "places", 4), 255);
  assert.equal(rampStep(4, "places", 4), 0);
  assert.ok(rampStep(3, "places", 4) < rampStep(2, "places", 4));
  assert.equal(rampStep(1, "places", 1), 255);
  assert.equal(ramp(THEMES.light, "diverging").css[0], "rgb(178,24,43)");
});

test("a selection lights the row of its query, the column of its key, and the cell of both", () => {
  const weights = matrix("weights", 4, 3), Q = matrix("Q", 4, 2, { cols: { name: "d_k", also: [] } });
  const selection = selectionOf(weights, { tile: 0, row: 2, col: 1 });
  assert.deepEqual(lit(weights, selection), { rows: [2], cols: [1], tiles: [0] });
  assert.deepEqual(lit(Q, selection), { rows: [2], cols: [], tiles: [0] });
});

test("a matrix of another head is not lit", () => {
  const one = matrix("w", 2, 2, { fixed: { head: 0 } });
  assert.deepEqual(lit(one, { head: 1, query: 0 }), { rows: [], cols: [], tiles: [] });
});

test("a pin comes back from its text, and one outside of its matrix does not", () => {
  const item = matrix("weights", 4, 3);
  const text = pinText(item, { tile: 0, row: 3, col: 2 });
  assert.equal(text, "weights.3.2");
  assert.deepEqual(parsePin([item], text), { id: "weights", cell: { tile: 0, row: 3, col: 2 } });
  assert.equal(parsePin([item], "weights.4.0"), null);
  assert.equal(parsePin([item], "other.0.0"), null);
});

test("the cell under a point is the one whose corner lies up and left of it", () => {
  const item = matrix("m", 3, 5), at = { left: 20, top: 10, cell: { width: 30, height: 20 } };
  const { x, y } = cellOrigin(item, at, { tile: 0, row: 2, col: 4 });
  assert.deepEqual(cellAt(item, at, x + 1, y + 1), { tile: 0, row: 2, col: 4 });
  assert.equal(cellAt(item, at, x + 31, y), null);
});

test("lines end at breaks, and what stands below shares its column", () => {
  const items = [matrix("a", 1, 1), matrix("b", 1, 1, { below: true }), { kind: "break" }, matrix("c", 1, 1)];
  const ids = columnsOfLines(items).map((line) => line.map((column) => column.map(({ id }) => id)));
  assert.deepEqual(ids, [[["a", "b"]], [["c"]]]);
});

function roomFor(items, room) {
  const at = (size) => (item) => ({ width: size * item.colCount, height: size * item.rowCount, left: 0 });
  return fittingSize({ ...room, isLong: isOfManyLines(items) }, (size) => extent(items, at(size), room.width));
}

test("cells are as large as lets everything stand in its lines and in the window", () => {
  const items = [matrix("a", 8, 8), matrix("b", 8, 8), { kind: "break" }, matrix("c", 8, 8)];
  assert.equal(roomFor(items, { width: 1200, height: 850 }), SIZES[0]);
  const size = roomFor(items, { width: 700, height: 600 });
  assert.ok(size < SIZES[0] && size >= 27);
  assert.ok(roomFor(items, { width: 700, height: 400 }) < size);
});

test("cells of a board that is somewhat too high still have their numbers, those of one far too high do not", () => {
  const items = [matrix("a", 5, 5), { kind: "break" }, matrix("b", 5, 5), { kind: "break" }, matrix("c", 5, 5)];
  const { height } = extent(items, (item) => ({ width: 23 * item.colCount, height: 23 * item.rowCount, left: 0 }), 700);
  assert.equal(roomFor(items, { width: 700, height: height / 1.7 }), 23);
  assert.ok(roomFor(items, { width: 700, height: height / 2.5 }) < 23);
  const single = [matrix("a", 15, 5)], tall = 23 * 15 + 60;
  assert.equal(roomFor(single, { width: 700, height: tall / 1.15 }), 23);
  assert.ok(roomFor(single, { width: 700, height: tall / 1.6 }) < 23);
});

test("a board leaves a note below it its room in the window, but takes half of the window at least", () => {
  const board = { width: 700, scroller: null, stage: { getBoundingClientRect: () => ({ top: 200 }) } };
  globalThis.window = { innerHeight: 900 };
  assert.equal(roomOf(board).height - roomOf(board, 84).height, 84);
  assert.equal(roomOf(board, 800).height, 450);
  delete globalThis.window;
});

test("cells grow where a large window has room to spare, and the line below still stays in sight", () => {
  const items = [matrix("a", 4, 4), matrix("b", 4, 4), { kind: "break" }, matrix("c", 4, 4)];
  assert.equal(roomFor(items, { width: 1500, height: 900 }), LARGE_SIZES[0]);
  const { height } = extent(items, (item) => ({ width: 40 * item.colCount, height: 40 * item.rowCount, left: 0 }), 1500);
  assert.equal(roomFor(items, { width: 1500, height: height + 20 }), SIZES[0]);
});

test("a panel is as wide as the words around its matrix, and a note that has no room stands below the name", () => {
  const at = { left: 10, width: 80, height: 60, cell: { width: 35 } };
  const named = (widths) => matrix("a", 2, 2, { scale: "diverging", widths: { name: 60, note: 30, ends: 70, axes: 50, ...widths } });
  const fits = named({ note: 24 }), wide = named({ axes: 120 }), noted = named({ note: 110 });
  assert.ok(!isNoteBelow(fits, at) && outerWidth(fits, at) >= 10 + 60 + 24);
  assert.ok(outerWidth(named({}), at) > 10 + 70);
  assert.equal(outerWidth(wide, at), 130);
  assert.ok(isNoteBelow(noted, at) && outerWidth(noted, at) >= 120);
  assert.equal(wordsHeight(noted, { ...at, caption: 38 }) - wordsHeight(noted, at), 16);
});

test("on a telephone matrices stand below one another at their full size", () => {
  assert.equal(roomFor([matrix("a", 8, 8), matrix("b", 8, 8)], { isNarrow: true, width: 350, height: 500 }), SIZES[0]);
});

test("cells that want height stay large enough to be read; those that want width may be smaller", () => {
  const lines = [matrix("a", 8, 8), { kind: "break" }, matrix("b", 8, 8), { kind: "break" }, matrix("c", 8, 8)];
  assert.equal(roomFor(lines, { width: 700, height: 300 }), 19);
  const line = Array.from({ length: 4 }, (_, place) => matrix(`m${place}`, 4, 12));
  assert.ok(roomFor(line, { width: 700, height: 500 }) < 19);
});

test("what is too much for any window is not shrunk to nothing", () => {
  const items = Array.from({ length: 6 }, (_, place) => matrix(`m${place}`, 60, 10));
  assert.equal(roomFor(items, { width: 1200, height: 300 }), 19);
});

test("only the numbers that changed light up, and all within six tenths of a second", () => {
  assert.deepEqual(changedPlaces(new Float32Array([1, 2, NaN]), new Float32Array([1, 3, NaN])), [1]);
  assert.equal(changedPlaces(new Float32Array(2), new Float32Array(3)), null);
  assert.equal(startOf(0, 5), 0);
  for (const count of [1, 4, 12]) assert.ok(startOf(count - 1, count) + GLOW_MS <= WHOLE_MS);
});

function contrast(one, other) {
  const [low, high] = [one, other].map(luminance).sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

for (const [name, theme] of Object.entries(THEMES)) {
  for (const scale of ["weights", "signed"]) {
    test(`every number can be read on its cell: ${name}, ${scale}`, () => {
      const { css, dark } = ramp(theme, scale);
      css.forEach((cell, step) => {
        const colour = cell.match(/\d+/g).map(Number), letters = channels(dark[step] ? theme.onDark : theme.onLight);
        assert.ok(contrast(colour, letters) >= 4.5, `${step}: ${contrast(colour, letters)}`);
      });
    });
  }
}

test("letters on any colour have a contrast of at least 4.5", () => {
  for (let step = 0; step < 4096; step += 7) {
    const colour = `#${[step >> 8, (step >> 4) & 15, step & 15].map((one) => (one * 17).toString(16).padStart(2, "0")).join("")}`;
    const [dark, light] = [colour, lettersOn(colour)].map((one) => luminance(channels(one))).sort((one, other) => one - other);
    assert.ok((light + 0.05) / (dark + 0.05) >= 4.5, colour);
  }
});

test("the gradient of a legend has every stop of the ramp", () => {
  for (const theme of Object.values(THEMES)) {
    for (const scale of ["diverging", "weights"]) {
      const stops = gradientOf(theme, scale).match(/#[0-9a-f]{6}/g), { css } = ramp(theme, scale);
      const ends = [0, 255].map((step) => `rgb(${channels(stops.at(step ? -1 : 0)).join(",")})`);
      assert.deepEqual([css[0], css[255]], ends);
      assert.deepEqual(stops, theme.ramps[scale]);
    }
  }
});
