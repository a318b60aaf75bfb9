// Where a learner is in a lesson, what is ringed, and which links of a lesson are followed.

import assert from "node:assert/strict";
import { test } from "node:test";

import { notYet } from "../../ui/lesson/blocks.js";
import { allowedAddress, plainText } from "../../ui/lesson/formatted.js";
import { boxOfCells } from "../../ui/lesson/look.js";
import { readPlace, stepWithin, writePlace } from "../../ui/lesson/place.js";
import { placeOf } from "../../ui/picture/prediction/places.js";
import { withParameters } from "../../ui/store/address.js";

test("a place in a lesson is written into the link and read from it", () => {
  for (const place of [{ name: "masks", step: 3 }, { name: "01_by_hand", step: 0 }, { name: "~file", step: 12 }]) assert.deepEqual(readPlace(writePlace(place)), place);
  assert.deepEqual(readPlace("masks"), { name: "masks", step: 0 });
  assert.equal(writePlace(null), "");
});

test("what is no place in a lesson opens none", () => {
  for (const text of ["", "../secret", "Masks.1", "masks.x", "masks.1.2", "masks.1234", "a".repeat(61)]) assert.equal(readPlace(text), null, text);
});

test("a step that the lesson does not have is its nearest one", () => {
  assert.deepEqual([-3, 0, 2, 4, 99, Number.NaN].map((step) => stepWithin(step, 3)), [0, 0, 2, 4, 4, 0]);
});

test("the URL keeps the lesson whatever page writes it", () => {
  const kept = [/** @type {[string, string]} */ (["lesson", "masks.3"])];
  assert.equal(withParameters("?v=4&lang=en", kept), "?v=4&lang=en&lesson=masks.3");
  assert.equal(withParameters("", kept), "?lesson=masks.3");
  assert.equal(withParameters("?lesson=masks.1&v=4", kept), "?v=4&lesson=masks.3");
  assert.equal(withParameters("?v=4", []), "?v=4");
});

test("only links of the web and of the app are followed", () => {
  for (const address of ["https://arxiv.org/abs/1706.03762", "http://a.b", "masks?v=4", "/masks"]) assert.equal(allowedAddress(address), address);
  for (const address of ["javascript:alert(1)", "JavaScript:alert(1)", " javascript:alert(1)", "data:text/html,x", "vbscript:x", "file:///etc/passwd", "http://["]) assert.equal(allowedAddress(address), "", address);
});

test("formatted text has a plain one for screen readers", () => {
  assert.equal(plainText(["Set ", ["strong", "row ", ["code", "1"]], " and ", [["a", "masks"], "go"]]), "Set row 1 and go");
});

test("rows and columns are found as the page names them", () => {
  const words = { labels: ["the (1)", "cat", "the (3)", "777"], first: 0 };
  assert.deepEqual(["the (3)", "the", "cat", 777, 2, "dog"].map((label) => placeOf(label, words, 4)), [2, 0, 1, 3, 1, null]);
  assert.deepEqual([0, 2, 3, "x", 0.5].map((label) => placeOf(label, { labels: null, first: 0 }, 3)), [0, 2, null, null, null]);
  assert.equal(placeOf(3, { labels: null, first: 1 }, 3), 2);
  assert.equal(placeOf(undefined, words, 4), null);
});

test("a cell, a row and a column of a matrix each have their box", () => {
  const cells = [20, 10, 30, 40], size = { rows: 3, cols: 4 };
  assert.deepEqual(boxOfCells(cells, { row: 2, col: 1 }, size), { left: 50, top: 90, width: 30, height: 40 });
  assert.deepEqual(boxOfCells(cells, { row: 1, col: -1 }, size), { left: 20, top: 50, width: 120, height: 40 });
  assert.deepEqual(boxOfCells(cells, { row: -1, col: 3 }, size), { left: 110, top: 10, width: 30, height: 120 });
});

test("a step that is not reached says which number is missing", () => {
  const strings = { not_reached: "Not yet.", now: "It is now {value}.", now_of: "{name} is now {value}.", now_wanted: "Not yet: {name} is now {value} and should be {wanted}.", other: "The other is {value}.", other_of: "{name} is {value}.", offline: "No answer." };
  const said = (/** @type {object[]} */ ...results) => notYet(strings, { reached: false, results });
  assert.equal(notYet(strings, null), "No answer.");
  assert.equal(said({ holds: true, value: 1, name: "Weights[0, 1]" }, { holds: false, value: 0.25, name: "Weights[0, 2]" }), "Not yet. Weights[0, 2] is now 0.2500.");
  assert.equal(said({ holds: false, value: 2.9e-13, name: "W[0, 2]", wanted: 0.5 }), "Not yet: W[0, 2] is now 0 and should be 0.5.");
  assert.equal(said({ holds: false, value: 0.25, name: "" }), "Not yet. It is now 0.2500.");
  assert.equal(said({ holds: false, value: null, name: "Weights[9, 9]" }), "Not yet.");
  assert.equal(said({ holds: false, value: 0.25, name: "A", other: 0.5, other_name: "B" }), "Not yet. A is now 0.2500. B is 0.5000.");
  assert.equal(said({ holds: false, value: 0.25, name: "", other: 0.5, other_name: "" }), "Not yet. It is now 0.2500. The other is 0.5000.");
});
