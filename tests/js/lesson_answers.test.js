import assert from "node:assert/strict";
import { test } from "node:test";

import { countsOf, csvCell, csvOf, jsonOf, rowsOf } from "../../ui/lesson/answers.js";

const words = { lesson: "Lesson", step: "Step", kind: "Kind", asked: "Asked", given: "Answer", result: "Result", hints: "Hints", tries: "Tries",
  right: "right", wrong: "not right", open: "not checked", question: "Question" };
const kept = { step: 3, answers: {
  "10.0": { kind: /** @type {const} */ ("question"), asked: "Last?", given: "b", isRight: false, tries: 2, hints: 1 },
  "2.1": { kind: /** @type {const} */ ("question"), asked: "Why?", given: "=1+1" },
  "2.0": { kind: /** @type {const} */ ("question"), asked: "What, \"then\"?", given: "여덟", isRight: true },
} };

test("answers are in the order of the lesson", () => {
  const rows = rowsOf("Masks", kept);
  assert.deepEqual(rows.map(({ step, given }) => [step, given]), [[2, "여덟"], [2, "=1+1"], [10, "b"]]);
  assert.deepEqual(countsOf(rows), { count: 3, checked: 2, right: 1 });
});

test("no cell is run as a formula", () => {
  for (const start of ["=", "+", "-", "@", "\t=", "\r=", " =", "＝", "＋", "－", "＠"]) {
    const cell = csvCell(`${start}cmd|'/c calc'!A0`);
    assert.match(cell, /^"?'/, JSON.stringify(start));
  }
  assert.equal(csvCell("-0.5"), "-0.5");
  assert.equal(csvCell("+3,5"), '"+3,5"');
  assert.equal(csvCell("-1+2"), `"'-1+2"`);
  assert.equal(csvCell("a = b"), "a = b");
});

test("a cell with commas, quotes or lines stays one cell", () => {
  assert.equal(csvCell('a "b", c'), '"a ""b"", c"');
  assert.equal(csvCell("a\nb"), '"a\nb"');
  assert.equal(csvCell(3), "3");
});

test("the files have every answer", () => {
  const rows = rowsOf("Masks", kept), csv = csvOf(rows, words), json = JSON.parse(jsonOf(rows, "ko"));
  assert.ok(csv.startsWith("\uFEFFLesson,Step,Kind,Asked,Answer,Result,Hints,Tries\r\n"));
  assert.ok(csv.includes('Masks,2,Question,"What, ""then""?",여덟,right,0,0\r\n'));
  assert.ok(csv.includes(`Masks,2,Question,Why?,"'=1+1",not checked,0,0\r\n`));
  assert.deepEqual([json.language, json.answers.length, json.answers[2].isRight], ["ko", 3, false]);
});

test("whatever was stored as answers, rows come out", () => {
  const odd = /** @type {any} */ ({ answers: { "1.0": null, x: { given: "no" }, "1.1": { given: 3, isRight: "yes" } } });
  assert.deepEqual(rowsOf("A", odd).map(({ given, isRight }) => [given, isRight]), [["3", null]]);
});
