import assert from "node:assert/strict";
import { test } from "node:test";

import { answersDocument } from "../../ui/lesson/paper/answers_document.js";
import { withCover } from "../../ui/lesson/paper/cover.js";
import { htmlOf } from "../../ui/lesson/paper/document.js";
import { sheetDocument } from "../../ui/lesson/paper/sheet_document.js";

const words = new Proxy({}, { get: (_, name) => `[${String(name)}]` });
const tree = (/** @type {string} */ text) => [text];
const sheet = /** @type {any} */ ({
  name: "a", title: "A <lesson>", about: { minutes: 1, goal: "g & h", makes: "m", before: "" }, count: 1, is_broken: false, intro: [["p", "Intro"]], problems: [],
  steps: [{ title: "One", picture: { target: { title: "Masks" }, caption: "\"c\"", matrices: [], curves: [], covers: [] }, items: [
    { kind: "predict", ask: tree("Which?"), kind_of: "row", hints: [], expected: [["it", 0.25], ["is", null]] },
    { kind: "question", ask: tree("Why?"), hints: [], answer: [], options: [{ text: tree("A"), why: tree("no"), right: false }, { text: tree("B"), why: tree("since"), right: true }] },
    { kind: "question", ask: tree("And?"), hints: [], options: [], answer: tree("Because") },
    { kind: "do", say: tree("Do it"), when: [], hints: [], show: null, reached: [["Scale", "off"]] },
    { kind: "note", tree: [["p", "for you"]] },
  ] }],
});
const worksheet = sheetDocument(sheet, [["<svg id=\"s\"></svg>"]], { words, isKey: false, language: "en" }).html;
const key = sheetDocument(sheet, [[""]], { words, isKey: true, language: "en" }).html;

test("a worksheet has blanks and no answers", () => {
  for (const text of ["0.2500", "Because", "since", "for you", "✓", "Scale off"]) assert.ok(!worksheet.includes(text), text);
  assert.equal(worksheet.match(/<td><\/td>/g)?.length, 2);
  assert.equal(worksheet.match(/class="box"/g)?.length, 3);
  assert.ok(worksheet.includes("[name]") && worksheet.includes("[my_answer]"));
});

test("the key has the right options, the answers, the numbers and the notes", () => {
  for (const text of ["it (0.2500)", "is ([hidden])", "Because", "since", "for you", "✓"]) assert.ok(key.includes(text), text);
  assert.equal(key.match(/✓/g)?.length, 1);
  assert.ok(!key.includes("[my_answer]"));
});

test("a picture is a picture of its own, and one that cannot be drawn is said", () => {
  assert.ok(worksheet.includes('<img alt="&quot;c&quot;" src="data:image/svg+xml,%3Csvg%20id%3D%22s%22%3E'));
  assert.ok(key.includes("[no_picture]"));
});

test("nothing that a teacher or a learner writes is HTML", () => {
  assert.ok(worksheet.includes("A &lt;lesson&gt;") && worksheet.includes("g &amp; h"));
  assert.equal(htmlOf([["script", "<x>"], [["a", "javascript:alert(1)"], "y"], ["p", ["strong", "b"]]]), "<span>&lt;x&gt;</span>y<p><strong>b</strong></p>");
  const row = { lesson: "<b>", step: 1, kind: "question", asked: "<i>", given: "<script>", isRight: null, hints: 0, tries: 0 };
  assert.ok(!/<(b|i|script)>/.test(answersDocument([row], words, "en")));
});

test("what is asked has no number, no colour and no bar in the picture; what is hidden is not asked", () => {
  const item = { id: "w", shape: [2, 2], rowCount: 2, colCount: 2, tiles: 1, kind: "matrix", scale: "diverging", values: new Float32Array([1, 2, 3, 4]), hidden: new Uint8Array([1, 0, 1, 0]), marks: null, bars: { values: [1, 2] } };
  const other = { ...item, id: "o", values: new Float32Array([4, 3, 2, 1]) };
  const [made, same] = withCover({ kind: "board", items: [item, other] }, [{ matrix: "w", row: 0, col: null }]).items;
  assert.deepEqual([...made.values], [1, NaN, 3, 4]);
  assert.deepEqual([[...made.covered], [...made.hidden], made.bars.values], [[0, 1, 0, 0], [1, 0, 1, 0], [null, 2]]);
  assert.equal(same, other);
  assert.deepEqual([...item.values], [1, 2, 3, 4]);
});

test("of a curve that is asked only the axes are seen", () => {
  const part = { kind: "curves", id: "rates", figure: { data: [{ y: [1] }], legend: [{ name: "a" }], layout: {} } };
  const made = withCover(part, [{ curve: "rates" }]);
  assert.deepEqual([made.figure.data[0].opacity, made.figure.legend], [0, []]);
  assert.equal(withCover(part, [{ curve: "" }, { matrix: "w" }]), part);
});

test("weights below a covered mask do not tell it: their hatching is covered with it", () => {
  const hidden = new Uint8Array([0, 1, 0, 0]), base = { shape: [2, 2], rowCount: 2, colCount: 2, tiles: 1, kind: "matrix", marks: null, bars: null };
  const mask = { ...base, id: "mask", scale: "mask", values: Float32Array.from(hidden), hidden };
  const weights = { ...base, id: "weights", scale: "weights", values: new Float32Array([1, 0, 0.5, 0.5]), hidden };
  const made = withCover({ kind: "board", items: [mask, weights] }, [{ matrix: "mask", row: null, col: null }]).items;
  for (const one of made) assert.deepEqual([[...one.covered], [...one.hidden]], [[1, 1, 1, 1], [0, 0, 0, 0]]);
});

test("a mask is painted on a grid, which is painted in the key where it hides", () => {
  const grid = { cols: ["b", "c"], rows: [["x", [false, true]], ["y", [true, true]]] };
  const of = (/** @type {boolean} */ isKey) => sheetDocument({ ...sheet, steps: [{ title: "One", picture: null, items: [{ kind: "predict", ask: tree("Paint"), kind_of: "mask", hints: [], grid }] }] }, [[]], { words, isKey, language: "en" }).html;
  const head = '<th>b</th><th>c</th></tr><tr><th>x</th>', painted = '<td class="painted"></td>';
  assert.ok(of(true).includes(`${head}<td></td>${painted}</tr><tr><th>y</th>${painted}${painted}</tr>`));
  assert.ok(of(false).includes(`${head}<td></td><td></td></tr>`) && !of(false).includes(painted));
});
