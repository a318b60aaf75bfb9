// The tour waits for what the visitor does, and is offered to nobody who came for something else.

import assert from "node:assert/strict";
import { test } from "node:test";

import { STEPS, isOffered, zoomOf } from "../../ui/tour/steps.js";

const BEGUN = { page: "overview", sentence: "we sing", isPlaying: false, hasPlayed: false, zoom: 0, pin: "" };
/** What a visitor does for each step, and what does not count. @type {Record<string, {done: Partial<typeof BEGUN>, not: Partial<typeof BEGUN>}>} */
const DOES = {
  sentence: { done: { sentence: "I sing" }, not: { pin: "x@1.1" } },
  play: { done: { hasPlayed: true }, not: { isPlaying: true, hasPlayed: true, playedMs: 9_000 } },
  zoom: { done: { zoom: 0.6 }, not: { zoom: 0.1 } },
  pin: { done: { pin: "x@1.1" }, not: { zoom: 1 } },
  follow: { done: { pin: "x@1.1" }, not: { isPlaying: true } },
  page: { done: { page: "masks" }, not: { page: "" } },
};

test("each step is done by what it asks for, and by nothing else", () => {
  for (const { name, isDone } of STEPS.slice(0, -1)) {
    assert.equal(isDone({ ...BEGUN, ...DOES[name].done }, BEGUN), true, name);
    assert.equal(isDone({ ...BEGUN, ...DOES[name].not }, BEGUN), false, name);
    assert.equal(isDone(BEGUN, BEGUN), false, name);
  }
});

test("there are six to eight steps, and the last one ends by itself never", () => {
  assert.ok(STEPS.length >= 6 && STEPS.length <= 8);
  assert.equal(STEPS[STEPS.length - 1].isDone({ ...BEGUN, page: "masks" }, BEGUN), false);
});

test("who is at the numbers already has zoomed", () => {
  const zoom = STEPS.find(({ name }) => name === "zoom");
  assert.equal(zoom?.isDone({ ...BEGUN, zoom: 0.6 }, { ...BEGUN, zoom: 0.6 }), true);
});

test("the zoom is the first number of the map's text in the URL", () => {
  assert.deepEqual(["0.412_0.5_0.5", "", undefined, "x"].map(zoomOf), [0.412, 0, 0, 0]);
});

test("it is offered once, to a person who opens the first page in its own window", () => {
  const visit = { path: "/", search: "?lang=ko", isEmbedded: false, isAutomated: false, isKnown: false };
  assert.equal(isOffered(visit), true);
  for (const other of [{ path: "/masks" }, { search: "?lang=ko&ov_sentence=x" }, { search: "?lesson=masks.1" }, { isEmbedded: true }, { isAutomated: true }, { isKnown: true }]) {
    assert.equal(isOffered({ ...visit, ...other }), false, JSON.stringify(other));
  }
});

test("a part of the playback is enough, as all of it takes minutes", () => {
  const play = STEPS.find(({ name }) => name === "play");
  assert.deepEqual([5_000, 20_000].map((playedMs) => play?.isDone({ ...BEGUN, isPlaying: true, hasPlayed: true, playedMs }, BEGUN)), [false, true]);
});
