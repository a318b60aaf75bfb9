import assert from "node:assert/strict";
import { test } from "node:test";

import { withView } from "../../ui/store/address.js";
import { clamped, NEAREST } from "../../ui/picture/model_map/camera.js";
import { placedAt } from "../../ui/picture/model_map/layout.js";
import { lastStep } from "../../ui/picture/model_map/play.js";
import { readView, writeView } from "../../ui/picture/model_map/view_text.js";
import { aLayout } from "./a_map.js";

const layout = aLayout(), LAST = lastStep(layout.part);

function cameraAt(t, across, down) {
  const placed = placedAt(layout, t);
  return clamped({ t, x: across * placed.width, y: down * placed.height }, placed, layout.room);
}

test("what is in sight comes back from its text, as exactly as it is written", () => {
  for (const t of [0.001, 0.3, 0.7, 1, NEAREST]) {
    for (const [across, down] of [[0, 0], [0.3, 0.1], [0.9, 0.9], [0.4999, 0.2]]) {
      const camera = cameraAt(t, across, down), placed = placedAt(layout, t), opened = readView(layout, writeView(layout, camera, null));
      assert.equal(opened.time, null);
      assert.ok(Math.abs(opened.camera.t - t) <= 0.0005);
      assert.ok(Math.abs(opened.camera.x - camera.x) <= placed.width * 0.0001 && Math.abs(opened.camera.y - camera.y) <= placed.height * 0.0001);
    }
  }
});

test("what was written is written the same again", () => {
  for (const [t, across, time] of [[0.5, 0.3, null], [1, 0.6, 2.7], [0, 0, 4], [0.25, 0.9, 0]]) {
    const text = writeView(layout, cameraAt(t, across, 0.2), time), { camera, time: read } = readView(layout, text);
    assert.equal(writeView(layout, camera, read), text);
  }
});

test("the whole model with all its steps needs no words", () => {
  assert.equal(writeView(layout, { t: 0, x: 0, y: 0 }, null), "");
  assert.equal(readView(layout, ""), null);
});

test("the step at which one stopped comes back, but the last one is everything", () => {
  for (let time = 0; time < LAST; time++) {
    assert.equal(readView(layout, writeView(layout, cameraAt(0.5, 0.3, 0), time + 0.4)).time, time);
    const { camera, time: read } = readView(layout, writeView(layout, { t: 0, x: 0, y: 0 }, time));
    assert.deepEqual([camera, read], [{ t: 0, x: 0, y: 0 }, time]);
  }
  assert.equal(readView(layout, writeView(layout, cameraAt(0.5, 0.3, 0), LAST)).time, null);
  assert.equal(readView(layout, "0.5_0.5_0.5_99").time, null);
  assert.equal(readView(layout, "0.5_0.5_0.5_-3").time, 0);
});

test("a text that says no place says none", () => {
  const others = [
    "1", "1_0.5", "1_0.5_0.5_2_3_4", "a_b_c", "0.5_0.5_x", "0.5__0.5", "__", "0.5_0.5_", "0.5_0.5_0.5_", "0.5_0.5_Infinity", "NaN_0_0", "-_0_0", "._._.",
  ];
  for (const text of others) {
    assert.equal(readView(layout, text), null, text);
  }
});

test("whatever a text says, nothing beside the map comes in sight", () => {
  for (const text of ["0.5_9_9", "99_0.5_0.5", "-4_0_0", "1_-1_-1", "0_0_0", "1.12_1_1"]) {
    const { camera } = readView(layout, text), placed = placedAt(layout, camera.t);
    assert.ok(camera.t >= 0 && camera.t <= NEAREST);
    assert.deepEqual(clamped(camera, placed, layout.room), camera);
  }
});

test("the text has no character that an address or the page's own codec refuses", () => {
  for (const t of [1e-9, 0.3, NEAREST]) assert.match(writeView(layout, cameraAt(t, 0.5, 0.5), 3.2), /^[0-9._-]{1,60}$/);
});

function view(name, text) {
  return { view: { name, text } };
}

test("an address gets what is in sight, and keeps all else as it stands", () => {
  assert.equal(withView(view("p_view", "1_0.5_0.5"), "?v=2&p_a=x@1.2"), "?v=2&p_a=x@1.2&p_view=1_0.5_0.5");
  assert.equal(withView(view("p_view", "1_0.5_0.5"), ""), "?p_view=1_0.5_0.5");
});

test("what is in sight now takes the place of what was", () => {
  const address = withView(view("p_view", "1_0.5_0.5"), "?v=2&p_view=0.2_0_0&p_a=1");
  assert.equal(address, "?v=2&p_a=1&p_view=1_0.5_0.5");
  assert.equal(withView(view("p_view", "1_0.5_0.5"), address), address);
});

test("when the whole is in sight again the address says nothing of it", () => {
  assert.equal(withView(view("p_view", ""), "?v=2&p_view=0.2_0_0&p_a=1"), "?v=2&p_a=1");
});

test("another parameter whose name only begins alike stays", () => {
  assert.equal(withView(view("p_view", ""), "?p_view_of=1&q_p_view=2&p_view=3"), "?p_view_of=1&q_p_view=2");
});

test("a page without such a picture leaves its address alone", () => {
  assert.equal(withView({ view: null }, "?v=2&p_view=3"), "?v=2&p_view=3");
});

test("what is laid over the map comes back, each by itself and all together", () => {
  for (const hasOrigins of [true, false]) {
    for (const hasParameters of [true, false]) {
      for (const [seen, hasCache] of [["now", false], ["other", true], ["difference", false], ["now", true]]) {
        const laid = { hasOrigins, hasParameters, hasCache, seen }, text = writeView(layout, cameraAt(0.5, 0.3, 0.2), null, laid);
        const { camera, time, ...read } = readView(layout, text);
        assert.deepEqual(read, laid);
        assert.equal(time, null);
      }
    }
  }
});
