// What the field "Ask" opens, and which question the head of a page shows.

import assert from "node:assert/strict";
import { test } from "node:test";

import { questionToShow } from "../../ui/answer/asked.js";
import { distanceTo } from "../../ui/answer/reveal.js";
import { isAnswer } from "../../ui/answer/watched.js";
import { boxOf, firstPlace, nextPlace, settingOf } from "../../ui/ask/options.js";
import { panelBox } from "../../ui/ask/panel.js";

const LOUD = { key: "loud", question: "", answer: "", area: "", shows: [], is_silent: false };
const SILENT = { ...LOUD, key: "silent", is_silent: true };
const ENTRY = { key: "", question: "", answer: "", title: "", page: "", address: "", brings: {}, speaksOf: [], watched: [], pin: "" };
const rect = (/** @type {number} */ left, /** @type {number} */ top) => /** @type {DOMRect} */ ({ left, right: left + 60, top, bottom: top + 32, width: 60, height: 32 });

test("Enter opens the first answer, and nothing where none was found", () => {
  assert.equal(firstPlace({ kind: "answers", message: "", questions: [ENTRY, ENTRY] }), 0);
  assert.equal(firstPlace({ kind: "answers", message: "", questions: [] }), -1);
  assert.equal(firstPlace({ kind: "nearest", message: "", questions: [ENTRY] }), -1);
  assert.equal(firstPlace({ kind: "page", message: "", questions: [ENTRY] }), -1);
});

test("a question that is asked again keeps the run that answers it", () => {
  const entry = { brings: { warmup: 1, run: "begin", chart: "loss" }, speaksOf: ["warmup"], watched: ["run"] };
  assert.deepEqual(settingOf(entry, { warmup: 1, run: "a-run", chart: "updates" }), { warmup: 1, run: "a-run", chart: "loss" });
  assert.deepEqual(settingOf(entry, { warmup: 200, run: "a-run", chart: "loss" }), entry.brings);
  assert.deepEqual(settingOf(entry, null), entry.brings);
});

test("arrow keys go through the options, and on from either end", () => {
  assert.equal(nextPlace(-1, 1, 3), 0);
  assert.equal(nextPlace(-1, -1, 3), 2);
  assert.equal(nextPlace(2, 1, 3), 0);
  assert.equal(nextPlace(0, 1, 0), -1);
});

test("the question that was asked is shown, else one that the setting was changed for", () => {
  assert.equal(questionToShow([LOUD, SILENT], "silent"), SILENT);
  assert.equal(questionToShow([SILENT, LOUD], ""), LOUD);
  assert.equal(questionToShow([SILENT], "another"), null);
  assert.equal(questionToShow([], "loud"), null);
});

test("in a lesson only the question that was asked is answered", () => {
  assert.equal(questionToShow([LOUD], "", true), null);
  assert.equal(questionToShow([SILENT, LOUD], "loud", true), LOUD);
});

test("a note is the answer only where it is that of a question", () => {
  const chip = { label: "", setting: {}, selection: null, hint: "because", on: true, fixed: false, group: "" };
  const row = (/** @type {string} */ id) => /** @type {Page.ChipsPart} */ ({ kind: "menu", id, title: "", chips: [chip], inLine: false, look: "" });
  assert.equal(isAnswer([row("questions")], { text: "because" }), true);
  assert.equal(isAnswer([row("presets")], { text: "because" }), false);
  assert.equal(isAnswer([row("questions")], null), false);
});

const ROOM = { top: 100, bottom: 700 }, span = (/** @type {number} */ top, /** @type {number} */ bottom) => ({ top, bottom });

test("the page is scrolled no farther than brings what answers a question into sight", () => {
  assert.equal(distanceTo([span(120, 300), span(320, 690)], null, ROOM), 0);
  assert.equal(distanceTo([span(320, 600), span(620, 900)], null, ROOM), 200);
  assert.equal(distanceTo([span(-50, 100), span(120, 400)], null, ROOM), -150);
});

test("without room for all the sentence is left out first, then all pictures but the last", () => {
  assert.equal(distanceTo([span(120, 690)], span(700, 715), ROOM), 15);
  assert.equal(distanceTo([span(120, 690)], span(700, 740), ROOM), 0);
  assert.equal(distanceTo([span(120, 500), span(520, 900)], null, ROOM), 200);
  assert.equal(distanceTo([span(120, 1000)], null, ROOM), 20);
});

for (const width of [320, 390, 1280, 1440]) {
  test(`list and panel stay in a window of ${width}`, () => {
    for (const left of [0, width - 60]) {
      for (const box of [boxOf(rect(left, 20), { width, height: 720 }), boxOf(rect(left, 660), { width, height: 720 }), panelBox(rect(left, 8), { width, height: 720 })]) {
        assert.ok(box.left >= 12 && box.left + box.width <= width - 12);
        assert.ok(box.height > 200);
      }
    }
  });
}
