import assert from "node:assert/strict";
import { test } from "node:test";

import { duplicated, emptyDraft, inserted, isEmpty, keepDraft, keptDraft, linkOf, moved, nameIn, nameOf, pageOf, placeUnder, readKept, removed, withBlock, MOST_STEPS } from "../../ui/lesson/writing/draft.js";

const steps = ["a", "b", "c"].map((title) => ({ title, link: "", text: "" }));
const titles = (/** @type {{title: string}[]} */ all) => all.map(({ title }) => title).join("");

test("a step moves to another place, and the others keep their order", () => {
  assert.equal(titles(moved(steps, 0, 2)), "bca");
  assert.equal(titles(moved(steps, 2, 0)), "cab");
  assert.equal(titles(moved(steps, 1, 1)), "abc");
  assert.equal(titles(moved(steps, 0, 99)), "bca");
  assert.equal(titles(moved(steps, 9, 0)), "abc");
  assert.equal(titles(steps), "abc");
});

test("what is removed comes back where it was", () => {
  const rest = removed(steps, 1);
  assert.equal(titles(rest), "ac");
  assert.equal(titles(inserted(rest, 1, steps[1])), "abc");
});

test("a copy of a step is changed alone", () => {
  const made = duplicated(steps, 0);
  assert.equal(titles(made), "aabc");
  made[1].title = "x";
  assert.equal(titles(made), "axbc");
});

test("there are no more steps than a lesson may have", () => {
  const many = Array.from({ length: MOST_STEPS }, () => ({ title: "", link: "", text: "" }));
  assert.equal(inserted(many, 0, steps[0]).length, MOST_STEPS);
  assert.equal(duplicated(many, 0).length, MOST_STEPS);
});

test("a dragged step comes before the one whose middle is below the pointer", () => {
  const boxes = [0, 1, 2].map((place) => ({ top: 40 * place, height: 40 }));
  assert.equal(placeUnder(-10, boxes, 2), 0);
  assert.equal(placeUnder(50, boxes, 0), 0);
  assert.equal(placeUnder(70, boxes, 0), 1);
  assert.equal(placeUnder(500, boxes, 0), 2);
});

test("a block is put into a text with empty lines around it, and never into another block", () => {
  assert.deepEqual(withBlock("", 0, "```note\n```"), { text: "```note\n```", end: 11 });
  assert.equal(withBlock("One.\n\nTwo.", 2, "B").text, "One.\n\nB\n\nTwo.");
  const inside = "````do\nsay: x\n```\n````\nAfter";
  assert.equal(withBlock(inside, 8, "B").text, "````do\nsay: x\n```\n````\n\nB\n\nAfter");
  assert.equal(withBlock("```do\nopen", 8, "B").text, "```do\nopen\n\nB");
});

test("the name of a file has only what such a name may have", () => {
  assert.equal(nameOf("Masks: which, where?"), "masks_which_where");
  assert.equal(nameOf("마스크"), "lesson");
  assert.equal(nameOf("../../etc"), "etc");
  assert.equal(nameOf("x".repeat(200)).length, 60);
  assert.equal(nameIn("03_masks.ko.md"), "03_masks");
  assert.equal(nameIn("My notes.md"), "");
});

test("the link of a page leaves out where the visitor is in a lesson", () => {
  assert.equal(linkOf("masks", "?v=4&lang=en&lesson=~file.2&mk_pin=weights.1.2"), "masks?v=4&lang=en&mk_pin=weights.1.2");
  assert.equal(linkOf("masks", ""), "masks");
  assert.equal(pageOf("https://x.invalid/base/masks/?v=4"), "masks");
  assert.equal(pageOf("masks?v=4"), "masks");
});

test("whatever was stored as a draft, the editor opens", () => {
  for (const wrong of [null, 3, "x", {}, { draft: 3 }, { draft: { steps: "x" } }]) assert.equal(readKept(wrong), null);
  const kept = readKept({ draft: { title: 3, about: { minutes: "8" }, steps: [null, { title: "a", text: 1 }] } });
  assert.deepEqual(kept?.draft.steps, [{ title: "", link: "", text: "" }, { title: "a", link: "", text: "" }]);
  assert.equal(kept?.draft.about?.minutes, null);
  assert.ok(isEmpty(emptyDraft()));
});

test("without storage a draft is not kept, and that is said", () => {
  assert.equal(keepDraft({ draft: emptyDraft(), name: "" }), false);
  assert.equal(keptDraft(), null);
});
