// What a key does in the projector's view, and how large everything is.

import assert from "node:assert/strict";
import { test } from "node:test";

import { pageZoom, pointInBox, setPageZoom } from "../../ui/picture/zoom.js";
import { actionOf, nextPlace, zoomFor } from "../../ui/present/keys.js";

const FREE = { isTyping: false, hasArrows: false };
const press = (/** @type {string} */ key, focus = FREE, more = {}) => actionOf({ key, ctrlKey: false, metaKey: false, altKey: false, ...more }, focus);

test("a clicker's keys go on and back, and blank the screen", () => {
  assert.deepEqual(["PageDown", "ArrowRight", "ArrowDown", "PageUp", "ArrowLeft", "b", "B", "."].map((key) => press(key)), ["next", "next", "next", "previous", "previous", "blank", "blank", "blank"]);
});

test("arrows and the full stop belong to a picture that has the focus, Page Down does not", () => {
  const focus = { isTyping: false, hasArrows: true };
  assert.deepEqual(["ArrowRight", ".", "PageDown", "s"].map((key) => press(key, focus)), [null, null, "next", "spotlight"]);
});

test("while one types, and with a modifier, no key is taken", () => {
  assert.equal(press("p", { isTyping: true, hasArrows: true }), null);
  assert.equal(press("p", FREE, { ctrlKey: true }), null);
  assert.equal(press("x"), null);
});

test("presets end at both ends", () => {
  assert.deepEqual([nextPlace(0, 1, 3), nextPlace(2, 1, 3), nextPlace(0, -1, 3), nextPlace(-1, 1, 3), nextPlace(-1, -1, 3)], [1, 2, 0, 0, 2]);
});

test("letters of 11 px are 28 px high on a window of 1920 by 1080, and smaller windows keep the proportion", () => {
  assert.ok(11 * zoomFor({ width: 1920, height: 1080 }) >= 28);
  assert.ok(Math.abs(zoomFor({ width: 960, height: 540 }) - zoomFor({ width: 1920, height: 1080 }) / 2) < 0.011);
  assert.equal(zoomFor({ width: 390, height: 844 }), 1.2);
});

test("in a zoomed page a pointer's place is in the unit of what is drawn", () => {
  setPageZoom(2);
  assert.deepEqual(pointInBox({ clientX: 110, clientY: 60 }, { left: 10, top: 20 }), { x: 50, y: 20 });
  assert.equal(pageZoom(), 2);
  setPageZoom(1);
  assert.deepEqual(pointInBox({ clientX: 110, clientY: 60 }, { left: 10, top: 20 }), { x: 100, y: 40 });
});
