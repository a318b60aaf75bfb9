import assert from "node:assert/strict";
import { test } from "node:test";

import { emptyAnswer, isShareOf, moved, problemOf, sumHint, valuesOf } from "../../ui/picture/prediction/answers.js";
import { coversFor, firstQuestion, kindsFor, questionFor, questionOf, stillThere } from "../../ui/picture/prediction/offers.js";
import { askedCells, coveredCells, placeOf } from "../../ui/picture/prediction/places.js";
import { scoreOf, scoreOfMask, scoreOfNumbers, scoreOfOrder, scoreOfPick, truePlaces } from "../../ui/picture/prediction/scores.js";
import { adapt, furthest, newSession, problemIn, redrawn, reveal, truthOf } from "../../ui/picture/prediction/session.js";
import { emptySketch, filled, fromShare, isDrawn, keyed, sampled, scoreOfSketch, stroked, toShare } from "../../ui/picture/prediction/sketch.js";
import { lineIn, revealedFigure, veiledFigure, ySpan } from "../../ui/picture/prediction/curve_veil.js";
import { sameCells, veiled, veiledBy } from "../../ui/picture/prediction/veil.js";
import { said } from "../../ui/picture/prediction/words.js";
import { coverChanged, isCovered, startPrediction } from "../../ui/picture/prediction/predictors.js";
import { tablePage } from "../../ui/picture/matrix_view/table.js";

const axis = (spoken, labels = null) => ({ name: spoken, title: "", labels, glosses: [], also: [], first: 0, spoken });
const QUERIES = ["the (1)", "cat", "the (3)"], KEYS = ["a", "b", "c", "d"];
const WEIGHTS = [0.1, 0.2, 0.3, 0.4, 1, 0, 0, 0, 0.25, 0.25, 0.25, 0.25];

function matrix(id, numbers = WEIGHTS, more = {}) {
  const [rowCount, colCount] = more.shape ?? [3, 4];
  return {
    kind: "matrix", id, name: id, note: "softmax", scale: "weights", limit: 1, shape: [rowCount, colCount], rowCount, colCount, tiles: 1, hidden: null, marks: null, editable: true,
    paintable: true, rows: axis("query", QUERIES), cols: axis("key", KEYS), values: Float32Array.from(numbers), ...more,
  };
}

const MASK = [0, 1, 1, 1, 0, 0, 1, 1, 0, 0, 0, 1];
const mask = (id = "mask", more = {}) => matrix(id, MASK, { scale: "mask", hidden: Uint8Array.from(MASK), ...more });
const question = (item, kind, more = {}) => ({ ...questionOf(item, kind), ...more });
const typed = (texts) => ({ ...emptyAnswer("row", texts), texts });

test("a row or column is named by its number from 1 or by its word, the first of several equal ones", () => {
  assert.deepEqual([1, 3, 0, 4, 1.5].map((label) => placeOf(label, axis("query", QUERIES), 3)), [0, 2, null, null, null]);
  assert.deepEqual(["cat", "the", "the (3)", "dog"].map((label) => placeOf(label, axis("query", QUERIES), 3)), [1, 0, 2, null]);
  assert.equal(placeOf("0", axis("query"), 3), null);
  assert.equal(placeOf(undefined, axis("query", QUERIES), 3), null);
});

test("each kind of matrix offers the ways to answer that make sense for it", () => {
  assert.deepEqual(kindsFor(matrix("weights")), ["cell", "row", "pick", "order"]);
  assert.deepEqual(kindsFor(mask()), ["mask"]);
  assert.deepEqual(kindsFor(matrix("heads", WEIGHTS, { kind: "tiles", tiles: 1 })), ["cell", "pick"]);
  assert.deepEqual(kindsFor(matrix("wide", Array(80).fill(0), { shape: [2, 40], scale: "diverging" })), ["cell", "pick"]);
  assert.deepEqual(kindsFor(matrix("column", [1, 2, 3], { shape: [3, 1] })), ["cell"]);
  assert.deepEqual(kindsFor(matrix("places", WEIGHTS, { scale: "places" })), ["cell", "row"]);
});

test("what is drawn at random is never asked for, what follows from it is", () => {
  const Q = matrix("Q", WEIGHTS, { given: true, scale: "diverging" }), scores = matrix("scores", WEIGHTS, { scale: "diverging" });
  assert.deepEqual(kindsFor(Q), []);
  assert.equal(questionFor(Q, { kind: "cell" }), null);
  assert.equal(firstQuestion([Q, scores], null).matrix, "scores");
  assert.equal(firstQuestion([Q, scores], { id: "Q", cell: { tile: 0, row: 0, col: 0 } }).matrix, "scores");
  assert.equal(firstQuestion([Q], null), null);
});

test("the first question is about the pinned cell, else about the first row with two numbers", () => {
  const hidden = Uint8Array.from([0, 1, 1, 1, 0, 0, 1, 1, 0, 0, 0, 1]), item = matrix("weights", WEIGHTS, { hidden });
  const { row, col } = firstQuestion([item], null);
  assert.deepEqual([row, col], [1, 0]);
  const pinned = firstQuestion([matrix("scores"), item], { id: "weights", cell: { tile: 0, row: 2, col: 1 } });
  assert.deepEqual([pinned.matrix, pinned.row, pinned.col], ["weights", 2, 1]);
});

test("with one weight its whole row is covered: the others would give it away", () => {
  assert.deepEqual(coversFor(matrix("weights"), "cell")[0], "row");
  assert.deepEqual(coversFor(matrix("scores", WEIGHTS, { scale: "diverging" }), "cell")[0], "cell");
});

test("a lesson names its place; what the matrix does not have is not asked", () => {
  const item = matrix("weights");
  assert.deepEqual(questionFor(item, { kind: "cell", row: "cat", col: 2, within: 0.2 }), { matrix: "weights", kind: "cell", cover: "row", tile: 0, row: 1, col: 1, within: 0.2 });
  assert.equal(questionFor(item, { kind: "pick" }).cover, "all");
  assert.equal(questionFor(item, { kind: "pick", row: 1 }).cover, "row");
  for (const wrong of [{ kind: "row", row: "dog" }, { kind: "cell", row: 9 }, { kind: "mask" }, { kind: "curve" }]) assert.equal(questionFor(item, wrong), null);
});

test("hidden cells have no number: they are not covered and not asked, except in a mask", () => {
  const hidden = Uint8Array.from(MASK), item = matrix("weights", WEIGHTS, { hidden });
  assert.deepEqual(coveredCells(item, question(item, "row", { row: 1 })), [4, 5]);
  assert.equal(coveredCells(mask(), question(mask(), "mask")).length, 12);
  assert.equal(stillThere(item, question(item, "order", { row: 5 })), false);
});

test("a covered number is not in what is drawn, said, tabulated or saved, nor is what tells of it", () => {
  const item = matrix("weights", WEIGHTS, { bars: { title: "bits", values: [1, 2, 3], limit: 3 }, marks: new Uint8Array(12) });
  const made = veiled(item, coveredCells(item, question(item, "row", { row: 0 })));
  assert.ok(made.values.subarray(0, 4).every(Number.isNaN));
  assert.deepEqual([...made.values.subarray(4)], [...item.values.subarray(4)]);
  assert.deepEqual([made.marks, made.note, made.editable, made.paintable, made.bars.values], [null, "?", false, false, [null, 2, 3]]);
  assert.deepEqual(tablePage(made, 0, 0, "hidden", "covered").rows[0].cells, Array(4).fill("covered"));
  assert.deepEqual([...item.values], [...Float32Array.from(WEIGHTS)], "the page's own numbers stay");
  const hatched = veiled(mask(), [1]);
  assert.equal(hatched.hidden[1], 0);
});

test("the same numbers are covered wherever a board shows them again", () => {
  const one = matrix("weights"), asked = question(one, "row", { row: 2 });
  const heads = matrix("heads", [...WEIGHTS.map((value) => value / 2), ...WEIGHTS], { kind: "tiles", tiles: 2, tileAxis: axis("head") });
  assert.deepEqual(sameCells(heads, one, asked), [20, 21, 22, 23]);
  assert.deepEqual(sameCells(matrix("others", WEIGHTS.map((value) => value + 1)), one, asked), []);
  const covers = [{ kind: "matrix", item: one, question: asked }];
  assert.equal(veiledBy(matrix("scores", WEIGHTS, { scale: "diverging" }), covers).covered, undefined);
  assert.ok(veiledBy(heads, covers).covered[20]);
});

test("with a mask the weights that are hatched like it are covered, also by a mask of one row", () => {
  const weights = matrix("weights", WEIGHTS, { hidden: Uint8Array.from(MASK) });
  assert.equal(sameCells(weights, mask(), question(mask(), "mask")).length, 12);
  assert.deepEqual(sameCells(matrix("others", WEIGHTS, { hidden: new Uint8Array(12) }), mask(), question(mask(), "mask")), []);
  const padding = mask("padding", { shape: [1, 4], rowCount: 1, values: Float32Array.of(0, 0, 1, 1), hidden: Uint8Array.of(0, 0, 1, 1) });
  const padded = matrix("padded", WEIGHTS, { hidden: Uint8Array.from([0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1]) });
  assert.equal(sameCells(padded, padding, question(padding, "mask")).length, 12);
});

test("typed numbers: right, wrong, some of them, and one alone", () => {
  const truth = [0.1, 0.2, 0.3, 0.4];
  assert.deepEqual(scoreOfNumbers([0.1, 0.2, 0.3, 0.4], truth, 0.05), { isRight: true, share: 1, gap: 0, text: "predict_gap_none", params: { gap: 0, right: 4, count: 4, within: 0.05, yours: 0.1, truth: 0.1 } });
  const partly = scoreOfNumbers([0.1, 0.2, 0.5, 0.8], truth, 0.05);
  assert.deepEqual([partly.isRight, partly.share], [false, 0.5]);
  assert.ok(Math.abs(partly.gap - 0.15) < 1e-9);
  const some = scoreOfNumbers([0.1, null, null, null], truth, 0.05);
  assert.deepEqual([some.isRight, some.share, some.gap], [false, 0.25, 0]);
  assert.ok(scoreOfNumbers([0.35], Float32Array.of(0.3), 0.05).isRight, "exactly at the edge");
  assert.equal(scoreOfNumbers([0.36], [0.3], 0.05).isRight, false);
});

test("what is looked at after numbers are revealed is the worst of them, or the largest", () => {
  const item = matrix("weights", WEIGHTS), session = newSession(item, questionOf(item, "row")), { length } = session.cells, truth = truthOf(item, session.cells);
  const answered = (/** @type {number[]} */ numbers) => {
    session.given.texts = numbers.map(String);
    session.result = null;
    redrawn(session);
    reveal(session, item, {});
    return furthest(session);
  };
  const off = [...truth].map((value, at) => value + (at === length - 1 ? 5 : 0));
  assert.equal(answered(off), session.cells[length - 1]);
  assert.equal(answered([...truth]), session.cells[[...truth].indexOf(Math.max(...truth))]);
  const picked = newSession(item, questionOf(item, "pick"));
  assert.equal(furthest(picked), -1);
});

test("a decimal comma is a number; letters, nothing and too much are said before anything is revealed", () => {
  assert.deepEqual(valuesOf("row", typed(["0,25", "\u22120.5", "1e-3", "0.33333333333333"])), [0.25, -0.5, 0.001, 0.33333333333333]);
  assert.equal(problemOf("row", typed(["", " ", "", ""])).text, "predict_nothing_typed");
  for (const wrong of ["abc", "0.2.3", "1,000,5", "1/3", "99999999", "∞", "--1"]) {
    const problem = problemOf("row", typed(["0.1", wrong, "", ""]));
    assert.deepEqual([problem.text, problem.at, problem.params.text], ["predict_no_number", 1, wrong]);
  }
  assert.equal(problemOf("row", typed(["0.1", "", "", ""])), null);
  assert.equal(problemOf("pick", emptyAnswer("pick", [1, 2])).text, "predict_nothing_picked");
  assert.deepEqual([problemOf("mask", emptyAnswer("mask", [1])), problemOf("order", emptyAnswer("order", [1, 2]))], [null, null]);
});

test("before revealing, a row of weights that does not add up to 1 is named, once all of it is typed", () => {
  assert.equal(sumHint("row", typed(["0.5", "0.5", "0.2", "0.1"]), true).params.sum.toFixed(2), "1.30");
  for (const fine of [["0.33", "0.33", "0.34", "0"], ["0.333", "0.333", "0.333", "0"], ["0.5", "", "", ""], ["0.5", "x", "1", "1"]]) assert.equal(sumHint("row", typed(fine), true), null);
  assert.equal(sumHint("row", typed(["5", "5", "5", "5"]), false), null, "scores add up to anything");
  assert.deepEqual([isShareOf([0.25, 0.75]), isShareOf([3, 4])], [true, false]);
});

test("a mask: agreed, missed and too many are counted apart", () => {
  assert.deepEqual(scoreOfMask([1, 0, 1, 0], [1, 0, 1, 0], 0), { isRight: true, share: 1, gap: 0, text: "predict_mask_all", params: { right: 4, count: 4, missed: 0, extra: 0 } });
  assert.deepEqual(scoreOfMask([0, 1, 1, 0], [1, 0, 1, 1], 0), { isRight: false, share: 0.25, gap: 3, text: "predict_mask", params: { right: 1, count: 4, missed: 2, extra: 1 } });
  assert.ok(scoreOfMask([0, 0], [1, 0], 1).isRight, "a lesson may allow one cell");
});

test("a pick is right if it is the largest, or one of several", () => {
  const name = (at) => KEYS[at];
  const right = scoreOfPick([null, 1, null, null], [0.1, 0.7, 0.2, 0], 0, name), wrong = scoreOfPick([1, null, null, null], [0.1, 0.7, 0.2, 0], 0, name);
  assert.deepEqual([right.isRight, right.text, right.params.truth], [true, "predict_pick_right", "b"]);
  assert.deepEqual([wrong.isRight, wrong.params.yours, wrong.params.truth, wrong.gap.toFixed(1)], [false, "a", "b", "0.6"]);
  const tie = scoreOfPick([null, null, 1, null], [0, 0.5, 0.5, 0], 0, name);
  assert.deepEqual([tie.isRight, tie.params.truth], [true, "c"]);
  assert.ok(scoreOfPick([1, null], [0.45, 0.55], 0.2, name).isRight, "within what a lesson allows");
});

test("an order: how many are in their place, equal numbers in any of theirs", () => {
  assert.ok(scoreOfOrder([4, 3, 2, 1], [0.1, 0.2, 0.3, 0.4], 0).isRight);
  const wrong = scoreOfOrder([1, 2, 3, 4], [0.1, 0.2, 0.3, 0.4], 0), partly = scoreOfOrder([4, 3, 1, 2], [0.1, 0.2, 0.3, 0.4], 0);
  assert.deepEqual([wrong.isRight, wrong.share, wrong.gap], [false, 0, 2]);
  assert.deepEqual([partly.isRight, partly.share], [false, 0.5]);
  assert.ok(scoreOfOrder([2, 1, 3], [0.5, 0.5, 0], 0).isRight);
  assert.deepEqual(truePlaces([2, 1, 3], [0.5, 0.5, 0]), [2, 1, 3]);
  assert.deepEqual(truePlaces([3, 1, 2], [0.5, 0.5, 0]), [2, 1, 3]);
  assert.deepEqual([...truePlaces([1, 2, 3, 4], [0.1, 0.2, 0.3, 0.4])], [4, 3, 2, 1]);
});

test("an entry of an order moves, and stays within the list", () => {
  assert.deepEqual(moved([0, 1, 2, 3], 0, 2), [1, 2, 0, 3]);
  assert.deepEqual(moved([0, 1, 2, 3], 3, -4), [3, 0, 1, 2]);
  assert.deepEqual(moved([0, 1, 2], 1, 9), [0, 2, 1]);
});

test("a question is answered and revealed once: the result says the gap in a number", () => {
  const item = matrix("weights"), session = newSession(item, question(item, "row", { row: 0 }));
  session.given.texts = ["0.1", "0,2", "0.3", "0.9"];
  assert.equal(problemIn(session, {}), null);
  const strings = { predict_gap_many: "{gap} away; {right} of {count} within {within}" }, result = reveal(session, item, strings);
  assert.equal(result.text, "0.125 away; 3 of 4 within 0.05");
  assert.equal(result.yours, "0.1 · 0,2 · 0.3 · 0.9");
  assert.deepEqual([result.isRight, result.share, session.answer.isRevealed], [false, 0.75, true]);
});

test("an answer stays with its cell when the numbers change, and what was revealed is no longer said of others", () => {
  const hidden = new Uint8Array(12), item = matrix("weights", WEIGHTS, { hidden }), session = newSession(item, question(item, "row", { row: 2 }));
  session.given.texts = ["1", "2", "3", "4"];
  const fewer = { ...item, hidden: Uint8Array.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0]) };
  adapt(session, fewer);
  assert.deepEqual([session.cells, session.given.texts], [[8, 10, 11], ["1", "3", "4"]]);
  reveal(session, fewer, {});
  adapt(session, fewer);
  assert.equal(session.isStale, false);
  adapt(session, matrix("weights", WEIGHTS.map((value) => value / 2), { hidden: fewer.hidden }));
  assert.equal(session.isStale, true);
});

test("each kind is scored by its own rule", () => {
  const item = matrix("weights"), given = emptyAnswer("pick", [0, 1, 2, 3]);
  given.chosen[3] = true;
  assert.equal(scoreOf(question(item, "pick"), given, [0.1, 0.2, 0.3, 0.4], (at) => KEYS[at]).text, "predict_pick_right");
  assert.equal(scoreOf(question(item, "order"), emptyAnswer("order", [0, 1]), [2, 1], String).text, "predict_order_all");
  assert.equal(scoreOf(question(mask(), "mask"), emptyAnswer("mask", [0, 1]), [0, 1], String).params.missed, 1);
});

test("a sketch follows the pointer, also where it jumps, and keys set one point after another", () => {
  let sketch = stroked(emptySketch(), null, { x: 0, y: 0.2 });
  assert.equal(isDrawn(sketch), false);
  sketch = stroked(sketch, { x: 0, y: 0.2 }, { x: 1, y: 0.8 });
  assert.ok(Math.abs(sketch[12] - 0.5) < 1e-9 && isDrawn(sketch));
  assert.deepEqual([stroked(sketch, null, { x: 0.5, y: 7 })[12], stroked(sketch, null, { x: 0.5, y: -7 })[12]], [1, 0]);
  let place = { sketch: emptySketch(), at: 0 };
  for (const key of ["ArrowUp", "ArrowRight", "ArrowDown"]) place = keyed(place.sketch, place.at, { key, shiftKey: key === "ArrowUp" });
  assert.deepEqual([place.at, place.sketch[0].toFixed(2), place.sketch[1].toFixed(2)], [1, "0.60", "0.58"]);
  assert.equal(keyed(place.sketch, 0, { key: "x", shiftKey: false }), null);
});

test("a curve: right, wrong, and drawn only in part", () => {
  const xs = { from: 0, to: 24, isLog: false }, ys = { from: 0, to: 1, isLog: false }, line = { x: [0, 12, 24], y: [0, 1, 0] }, truth = sampled(line, xs, ys);
  assert.deepEqual([truth[6], truth[12], truth[18]], [0.5, 1, 0.5]);
  assert.ok(scoreOfSketch(truth, truth, 0.1).isRight);
  const flat = scoreOfSketch(emptySketch().fill(0), truth, 0.1);
  assert.deepEqual([flat.isRight, flat.params.right, flat.params.count, flat.params.gap], [false, 4, 25, 48]);
  const half = emptySketch();
  truth.forEach((height, at) => { if (at < 13) half[at] = height; });
  const some = scoreOfSketch(half, truth, 0.1);
  assert.deepEqual([some.isRight, some.gap, some.params.right], [false, 0, 13]);
  const gap = emptySketch();
  [gap[0], gap[4]] = [0, 1];
  assert.deepEqual([filled(gap)[2], Number.isNaN(filled(gap)[5])], [0.5, true]);
});

test("heights on a logarithmic axis are compared as they are drawn", () => {
  const span = { from: -4, to: 0, isLog: true };
  assert.equal(toShare(span, 0.01), 0.5);
  assert.equal(fromShare(span, 0.25), 0.001);
  assert.ok(Number.isNaN(toShare(span, 0)));
});

const FIGURE = {
  data: [{ mode: "lines", name: "rate", x: [0, 1, 2], y: [0, 4, 2], line: { color: "#123456" } }, { mode: "lines", name: "other", x: [0, 2], y: [3, 1], line: { color: "#654321" } }, { mode: "markers+text", x: [1], y: [4], text: ["peak 4"] }],
  layout: { height: 300, xaxis: { range: [0, 2] }, yaxis: { rangemode: "tozero" }, annotations: [{ text: "4" }] },
};

test("a covered line, its marks and its labels are not in the figure, and the axis does not end at its peak", () => {
  const made = veiledFigure(FIGURE, [0]), text = JSON.stringify(made.data);
  assert.deepEqual(made.data.map(({ y }) => y), [[null, null, null], [3, 1]]);
  assert.ok(!text.includes("peak") && !text.includes("4,"));
  assert.deepEqual(made.layout.annotations, []);
  assert.deepEqual(made.layout.yaxis.range, [0, 4.6]);
  assert.equal(veiledFigure(FIGURE, [0, 1]).data.flatMap(({ y }) => y).some((one) => one !== null), false);
});

test("after revealing both lines are drawn, with the area between them", () => {
  const sketch = emptySketch().fill(0.5), [area, , , , yours] = revealedFigure(FIGURE, 0, sketch, "yours").data;
  assert.deepEqual([area.fill, area.fillpattern.shape, yours.name, yours.line.dash], ["toself", "/", "yours", "dash"]);
  assert.ok(yours.y.every((value) => Math.abs(value - 2.3) < 1e-9));
  assert.deepEqual(area.x.slice(-3), [2, 1, 0]);
  assert.deepEqual(ySpan(FIGURE), { from: 0, to: 4.6, isLog: false });
});

test("a sentence is filled in with short numbers", () => {
  assert.equal(said({ gap: "{gap}" }, "gap", { gap: 2e-26 }), "0");
  assert.equal(said({ gap: "{gap} away, {right} of {count}; {what}" }, "gap", { gap: 0.123456, right: 2, count: 3 }), "0.123 away, 2 of 3; {what}");
});

test("a lesson starts a prediction on the picture that the page has, and on no other", () => {
  const control = { reveal() {}, stop() {} }, seen = [];
  const store = { predictors: new Set([{ follow() {} }, { start: (request) => (request.matrix === "weights" ? (seen.push(request), control) : null) }]) };
  assert.equal(startPrediction(store, { matrix: "weights", kind: "cell" }), control);
  assert.equal(startPrediction(store, { matrix: "scores", kind: "cell" }), null);
  assert.equal(seen.length, 1);
});

test("everything on the page hears that something is covered", () => {
  const heard = [], root = { dataset: {} }, cover = { kind: "curve", names: [] };
  const store = { predictors: new Set([{ covers: () => cover, follow: () => heard.push(1) }, { follow: () => heard.push(2) }]) };
  const before = globalThis.document;
  globalThis.document = { documentElement: root };
  coverChanged(store);
  globalThis.document = before;
  assert.deepEqual([isCovered(store), heard, root.dataset], [true, [1, 2], { covered: "curve" }]);
});

test("a mask that hides what another one hides, and more, tells what that one hides", () => {
  const all = matrix("all", WEIGHTS, { hidden: new Uint8Array(12).fill(1) });
  assert.equal(sameCells(all, mask(), question(mask(), "mask")).length, 12);
  const less = Uint8Array.from(MASK);
  less[MASK.indexOf(1)] = 0;
  assert.deepEqual(sameCells(matrix("less", WEIGHTS, { hidden: less }), mask(), question(mask(), "mask")), []);
});

test("what follows from covered numbers in the same order is covered, and not what they come from", () => {
  const scores = matrix("scores", WEIGHTS.map((one) => 3 * one - 1), { scale: "diverging" }), weights = matrix("weights"), items = [scores, weights];
  const cover = (item) => [{ kind: "matrix", item, question: question(item, "row", { row: 1 }) }];
  assert.deepEqual([...veiledBy(weights, cover(scores), items).covered], [0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0]);
  assert.equal(veiledBy(scores, cover(weights), items).covered, undefined);
  const others = matrix("others", [...WEIGHTS].reverse());
  assert.equal(veiledBy(others, cover(scores), [scores, others]).covered, undefined);
});

test("a difference from a covered matrix is covered in the same cells", () => {
  const right = matrix("right"), wrong = matrix("wrong", [...WEIGHTS].reverse());
  const gap = matrix("difference", WEIGHTS.map((one, at) => WEIGHTS[11 - at] - one), { scale: "diverging" }), items = [right, wrong, gap];
  const covers = [{ kind: "matrix", item: wrong, question: question(wrong, "row", { row: 2 }) }];
  assert.deepEqual([...veiledBy(gap, covers, items).covered].slice(8), [1, 1, 1, 1]);
  assert.equal(veiledBy(right, covers, items).covered, undefined);
});

test("a column that is a covered line is covered", () => {
  const item = matrix("pe"), line = [1, 5, 9].map((at) => Math.fround(WEIGHTS[at]));
  assert.deepEqual([...veiledBy(item, [{ kind: "curve", names: [], lines: [line] }]).covered], [0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0]);
  assert.equal(veiledBy(item, [{ kind: "curve", names: [], lines: [[1, 2, 3]] }]).covered, undefined);
});

test("a lesson names the line of a curve by its name or its number", () => {
  const places = [lineIn(FIGURE), lineIn(FIGURE, 1), lineIn(FIGURE, FIGURE.data[0].name), lineIn(FIGURE, "no such line"), lineIn(FIGURE, 99)];
  assert.deepEqual(places, [0, 0, 0, null, null]);
});

test("a lesson may cover more than what it asks", () => {
  assert.equal(questionFor(matrix("weights"), { kind: "cell", row: 1, col: 1, cover: "all" }).cover, "all");
});

test("in a symmetric matrix the column is covered with the row that it repeats", () => {
  const made = veiled(matrix("scores", [1, 2, 3, 2, 5, 6, 3, 6, 9], { shape: [3, 3] }), [3, 4, 5]);
  assert.deepEqual([...made.covered], [0, 1, 0, 1, 1, 1, 0, 1, 0]);
  assert.deepEqual([...veiled(matrix("scores", [1, 2, 3, 2, 5, 6, 4, 6, 9], { shape: [3, 3] }), [3]).covered], [0, 0, 0, 1, 0, 0, 0, 0, 0]);
});
