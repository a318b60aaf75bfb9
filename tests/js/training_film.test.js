import assert from "node:assert/strict";
import { test } from "node:test";

import { createFilm, frameMs, placeAfter, startOf } from "../../pages/training/film.js";

/** A clock that goes on by one screen picture at each call. */
function handClock() {
  let now = 0, waiting = null;
  return {
    performance: { now: () => now },
    requestAnimationFrame: (act) => { waiting = act; return 1; },
    cancelAnimationFrame: () => { waiting = null; },
    tick(ms) {
      now += ms;
      const act = waiting;
      waiting = null;
      act?.();
      return Boolean(waiting);
    },
  };
}

test("no record is seen for less time than the screen shows one picture", () => {
  assert.ok(frameMs(10_000) >= 1000 / 60);
  assert.ok(frameMs(100) > frameMs(200));
});

test("the film ends at the last record, and begins again from there", () => {
  assert.equal(placeAfter(0, 1e9, 20), 19);
  assert.equal(startOf(19, 20), 0);
  assert.equal(startOf(7, 20), 7);
});

test("every recorded step is seen in order, and the end is told once", () => {
  const clock = handClock(), seen = [], steps = [0, 5, 10, 15];
  let ends = 0;
  const film = createFilm({ steps: () => steps, seen: (step) => seen.push(step), ended: () => { ends += 1; } }, clock);
  film.play(0);
  clock.tick(0);
  while (clock.tick(frameMs(steps.length))) assert.ok(film.isPlaying());
  assert.deepEqual(seen, steps);
  assert.equal(ends, 1);
  assert.ok(!film.isPlaying());
});

test("a film that is halted shows nothing more", () => {
  const clock = handClock(), seen = [];
  const film = createFilm({ steps: () => [0, 1, 2], seen: (step) => seen.push(step), ended: () => {} }, clock);
  film.play(0);
  clock.tick(0);
  film.halt();
  assert.ok(!clock.tick(1e6));
  assert.deepEqual(seen, [0]);
});
