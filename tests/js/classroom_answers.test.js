// Questions of a class: what a picture asks, what is sent, how answers are counted and written.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.window = globalThis;
const { adviceOf, answerText, clockText, crowdOf, isOpenAt, isRight, ownAnswer, ownText, rowsOf, secondsLeft } = await import("../../ui/classroom/answers.js");
const { answerIn, askingOf, rightOf } = await import("../../ui/picture/prediction/asking.js");
const { newSession, redrawn } = await import("../../ui/picture/prediction/session.js");
const { questionFor } = await import("../../ui/picture/prediction/offers.js");
const { curveAnswer, curveAsking, sketchBefore } = await import("../../ui/picture/prediction/curve_crowd.js");
const { emptySketch, stroked } = await import("../../ui/picture/prediction/sketch.js");

const axis = (labels, spoken) => ({ labels, spoken, first: 0, name: spoken });
const matrix = (values, more = {}) => ({
  id: "weights", name: "Weights", kind: "matrix", scale: "weights", values: Float32Array.from(values.flat()), hidden: null, rowCount: values.length, colCount: values[0].length, tiles: 1,
  rows: axis(values.map((_, at) => `r${at}`), "query"), cols: axis(values[0].map((_, at) => `k${at}`), "key"), tileAxis: axis(null, "head"), ...more,
});
const strings = { predict_class_pick: "{matrix}: the largest in {row}?", predict_class_row: "{matrix}: row {row}?", predict_class_mask_all: "{matrix}: hidden?", predict_class_order: "order {row}", predict_class_cell: "{row} {col}" };
const asked = (more) => ({ kind: "pick", text: "", options: ["a", "b", "c"], right: null, tolerance: 0.05, is_open: true, closes: null, is_solved: false, ...more });

test("a bar asks a class the same question that a student's bar asks, whatever the language of its labels", () => {
  const item = matrix([[0.1, 0.2, 0.7], [0.5, 0.25, 0.25]]), question = questionFor(item, { kind: "pick", row: "r1" });
  const found = askingOf(newSession(item, question), item, strings);
  assert.deepEqual([found.kind, found.text, found.options, found.right], ["pick", "Weights: the largest in r1?", ["k0", "k1", "k2"], [0]]);
  const korean = { ...item, rows: axis(["하나", "둘"], "쿼리"), cols: axis(["가", "나", "다"], "키") };
  assert.deepEqual(questionFor(korean, found.subject.request), question);
});

test("a question in one of several tiles is asked in that tile", () => {
  const item = matrix([[0.1, 0.9], [0.6, 0.4]], { kind: "tiles", tiles: 2, values: Float32Array.from([0.1, 0.9, 0.6, 0.4, 0.3, 0.7, 0.8, 0.2]) });
  const question = questionFor(item, { kind: "pick", row: "r0", tile: 1 });
  assert.equal(question.tile, 1);
  assert.equal(askingOf(newSession(item, question), item, strings).subject.request.tile, 1);
});

test("what is right is as the server counts answers; of two orders that are both right, none is", () => {
  assert.deepEqual(rightOf("pick", [0.4, 0.2, 0.4]), [0, 2]);
  assert.deepEqual(rightOf("mask", [0, 1, 1]), [1, 2]);
  assert.deepEqual(rightOf("order", [0.2, 0.5, 0.3]), [1, 2, 0]);
  assert.equal(rightOf("order", [0.2, 0.4, 0.4]), null);
  assert.deepEqual(rightOf("row", [0.5, 0.5]), [0.5, 0.5]);
  assert.equal(rightOf("row", [0.5, NaN]), null);
});

test("an answer is sent as the server counts it, and a row only with all of its numbers", () => {
  const item = matrix([[0.1, 0.2, 0.7]]), row = newSession(item, questionFor(item, { kind: "row", row: "r0" }));
  row.given.texts = ["0.1", "", "0.7"];
  redrawn(row);
  assert.equal(answerIn(row), null);
  row.given.texts[1] = "0,2";
  redrawn(row);
  assert.deepEqual(answerIn(row), [0.1, 0.2, 0.7]);
  const order = newSession(item, questionFor(item, { kind: "order", row: "r0" }));
  order.given.order = [2, 0, 1];
  assert.deepEqual(answerIn(order), [2, 0, 1]);
  const mask = matrix([[0, 1], [0, 0]], { scale: "mask", hidden: Uint8Array.from([0, 1, 0, 0]) }), painted = newSession(mask, questionFor(mask, { kind: "mask" }));
  painted.given.chosen[1] = true;
  assert.deepEqual(answerIn(painted), [1]);
  const { size, columns, right } = askingOf(painted, mask, strings);
  assert.deepEqual([size, columns, right], [4, 2, [1]]);
});

test("a curve is asked where it has numbers, and its drawing has to cover all of that", () => {
  const figure = { data: [{ mode: "lines", name: "rate", x: [0, 5, 10], y: [null, 1, 2] }], layout: { height: 100 } };
  const found = curveAsking(figure, "rates", { line: 0, cover: "all", within: 0.1 }, { predict_class_curve: "How does {line} go?" });
  assert.equal(found.text, "How does rate go?");
  assert.deepEqual(found.subject.request, { curve: "rates", kind: "curve", line: 1, within: 0.1 });
  assert.ok(found.size > 5 && found.size < 25 && found.right.length === found.size);
  const part = stroked(emptySketch(), { x: 0.6, y: 0.2 }, { x: 0.9, y: 0.8 }), whole = stroked(emptySketch(), { x: 0, y: 0.2 }, { x: 1, y: 0.8 });
  assert.equal(curveAnswer(figure, 0, part), null);
  assert.equal(curveAnswer(figure, 0, whole).length, found.size);
});

test("the time that is left ends at nothing, and a question without a time has none", () => {
  assert.equal(secondsLeft(asked({ closes: 100 }), 70.2), 30);
  assert.equal(secondsLeft(asked({ closes: 100 }), 130), 0);
  assert.equal(secondsLeft(asked(), 70), null);
  assert.equal(secondsLeft(asked({ closes: 100, is_open: false }), 70), null);
  assert.ok(!isOpenAt(asked({ closes: 100 }), 100) && isOpenAt(asked(), 1e9));
  assert.deepEqual([clockText(5), clockText(65)], ["0:05", "1:05"]);
});

test("both votes are next to each other, the options in their order", () => {
  const results = [{ answered: 3, counts: [[[0], 2], [[1], 1], [[2], 0]] }, { answered: 3, counts: [[[0], 0], [[1], 3], [[2], 0]] }];
  assert.deepEqual(rowsOf(asked({ right: [1] }), results, "none"), [
    { text: "a", counts: [2, 0], isRight: false }, { text: "b", counts: [1, 3], isRight: true }, { text: "c", counts: [0, 0], isRight: false },
  ]);
  const numbers = rowsOf(asked({ kind: "number" }), [{ answered: 3, counts: [[[0.5], 2], [[0.25], 1]] }, { answered: 2, counts: [[[0.5], 2]] }], "none");
  assert.deepEqual(numbers.map(({ text, counts }) => [text, counts]), [["0.5", [2, 2]], ["0.25", [1, 0]]]);
});

test("of many options those are listed that somebody chose", () => {
  const counts = Array.from({ length: 30 }, (_, at) => [[at], at === 7 ? 5 : at === 9 ? 2 : 0]);
  const rows = rowsOf(asked({ options: counts.map((_, at) => `o${at}`) }), [{ answered: 7, counts }], "none");
  assert.deepEqual(rows.map(({ text }) => text), ["o7", "o9"]);
});

test("answers are written with the options of their question", () => {
  assert.equal(answerText(asked({ kind: "order" }), [2, 0, 1], "none"), "c › a › b");
  assert.equal(answerText(asked(), [], "none"), "none");
  assert.equal(answerText(asked({ kind: "number" }), [0.1 + 0.2], "none"), "0.3");
});

test("an answer is known to be right only where the window knows what is right", () => {
  assert.equal(isRight(asked({ right: undefined }), [1]), false);
  assert.equal(isRight(asked({ right: [1, 2] }), [2]), true);
  assert.equal(isRight(asked({ right: [] }), []), true);
  assert.equal(isRight(asked({ kind: "number", right: [0.5] }), [0.54]), true);
  assert.equal(isRight(asked({ kind: "number", right: [0.5] }), [0.56]), false);
});

test("what is laid over the picture has the truth only once it is shown", () => {
  const results = [{ answered: 4, counts: [[[0], 3], [[1], 1], [[2], 0]] }];
  assert.deepEqual(crowdOf(asked({ right: [1] }), results), { kind: "pick", answered: 4, counts: [3, 1, 0], drawn: [], truth: null });
  assert.deepEqual(crowdOf(asked({ right: [1], is_solved: true }), results).truth, [1]);
  assert.deepEqual(crowdOf(asked({ kind: "number", options: [] }), [{ answered: 3, counts: [[[0.5], 2], [[], 1]] }]).drawn, [[0.5], [0.5]]);
  assert.deepEqual(crowdOf(asked({ kind: "mask" }), [{ answered: 2, cells: [2, 0] }]).counts, [2, 0]);
});

test("a teacher reads what a share of right answers asks for", () => {
  const advice = (right, answered = 100) => adviceOf({ right, answered });
  assert.deepEqual([advice(34), advice(35), advice(70), advice(71)], ["advice_explain", "advice_discuss", "advice_discuss", "advice_on"]);
  assert.deepEqual([adviceOf(undefined), adviceOf({ answered: 3, right: null }), advice(0, 0)], ["", "", ""]);
});

test("what was answered before is in the fields, cells and order again, and counts as the same answer", () => {
  const item = matrix([[0.1, 0.2, 0.7], [0.5, 0.25, 0.25]]), mask = matrix([[0, 1, 1], [1, 0, 0]], { scale: "mask" });
  const answers = { pick: [2], cell: [0.25], row: [0.1, 0.2, 0.7], mask: [0, 2], order: [2, 0, 1] };
  for (const [kind, given] of Object.entries(answers)) {
    const on = kind === "mask" ? mask : item, question = questionFor(on, { kind, row: "r0", col: "k1", cover: kind === "mask" ? "row" : undefined });
    assert.deepEqual(answerIn(newSession(on, question, { given })), given, kind);
  }
  const pick = questionFor(item, { kind: "pick", row: "r0" }), order = questionFor(item, { kind: "order", row: "r0" });
  assert.deepEqual(answerIn(newSession(item, pick, { given: [] })), []);
  // Of a picture of another size it is no answer.
  assert.deepEqual(answerIn(newSession(item, order, { given: [1, 0] })), [0, 1, 2]);
});

test("a line that was drawn before is drawn again", () => {
  const line = (y) => ({ x: [0, 1, 2], y, mode: "lines" }), figure = { data: [line([0, 1, 2])], layout: { xaxis: { range: [0, 2] }, yaxis: { range: [0, 2] } } };
  const sketch = stroked(emptySketch(), { x: 0, y: 0.2 }, { x: 1, y: 0.9 }), answer = curveAnswer(figure, 0, sketch);
  assert.ok(answer);
  assert.deepEqual(curveAnswer(figure, 0, sketchBefore(figure, 0, answer)), answer);
  assert.ok(sketchBefore(figure, 0, [1, 2]).every(Number.isNaN));
});

test("a student reads their own answer to this round, and the teacher nobody's", () => {
  const words = () => ({ own_answer: "yours: {answer}", own_counts: "counts", none_of_these: "none" });
  const room = (own, role = "student") => ({ own, words, seat: { code: "K7QF3M", role } }), question = asked({ number: 3, round: 2 });
  const own = { number: 3, round: 2, answer: [1] };
  assert.equal(ownText(room(own), question), "yours: b");
  assert.equal(ownText(room({ ...own, answer: [] }), question), "yours: none");
  assert.equal(ownText(room(own), { ...question, kind: "mask" }), "counts");
  for (const other of [null, { ...own, round: 1 }, { ...own, number: 2 }]) assert.equal(ownText(room(other), question), "");
  assert.equal(ownText(room(own, "teacher"), question), "");
  assert.equal(ownAnswer(room(null), question), undefined);
});
