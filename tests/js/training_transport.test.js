import assert from "node:assert/strict";
import { test } from "node:test";

import { compared } from "../../pages/training/prediction.js";
import { pauseOf } from "../../pages/training/runs.js";
import { stateOf } from "../../pages/training/shared.js";
import { captionOf, possible, statusText } from "../../pages/training/transport.js";

const STRINGS = { running: "{step} of {steps} · {speed} steps/s · {left} left", seconds: "{count} s", minutes: "{count} min", waiting: "place {place}" };

test("only what can be done can be pressed", () => {
  assert.equal(possible("none").main, "start");
  assert.equal(possible("running").main, "pause");
  assert.equal(possible("paused").main, "resume");
  assert.ok(possible("none").one_step && possible("paused").one_step && !possible("running").one_step);
  assert.ok(possible("running").stop && !possible("done").stop);
  assert.ok(possible("gone").reset && !possible("none").reset);
});

test("the line says how far a run is", () => {
  const state = { status: "running", step: 1200, steps: 4000, steps_a_second: 210.4, seconds_left: 13.3 };
  assert.equal(statusText(state, STRINGS, ""), "1,200 of 4,000 · 210 steps/s · 14 s left");
  assert.equal(statusText({ ...state, seconds_left: 240 }, STRINGS, "").split(" · ").at(-1), "4 min left");
  assert.equal(statusText({ status: "waiting", queue_place: 3 }, STRINGS, ""), "place 3");
  assert.equal(statusText({ status: "none" }, STRINGS, "untrained"), "untrained");
});

test("a run that ended by itself says why", () => {
  const strings = { stopped: "Stopped at {step}", failed: "Failed: {error}", worker: "Starting a worker", error_left: "nobody looked", error_died: "worker ended" };
  assert.equal(statusText({ status: "stopped", step: 3, error: "left" }, strings, ""), "Stopped at 3 · nobody looked");
  assert.equal(statusText({ status: "stopped", step: 3, error: "" }, strings, ""), "Stopped at 3");
  assert.equal(statusText({ status: "failed", error: "died" }, strings, ""), "Failed: worker ended");
  assert.equal(statusText({ status: "waiting", is_starting: true }, strings, ""), "Starting a worker");
});

test("a paused run that may not go on now stays paused and says why", () => {
  const strings = { paused: "Paused at {step}", error_address: "share taken", refused: "No: {error}" };
  const paused = { run: { state: { status: "paused", step: 3 } } };
  const state = stateOf({ sides: [paused], isStarting: false, error: "address" });
  assert.equal(statusText(state, strings, ""), "Paused at 3 · share taken");
  assert.equal(possible(state.status).main, "resume");
  assert.equal(statusText(stateOf({ sides: [], isStarting: false, error: "address" }), strings, ""), "No: share taken");
});

test("a picture is that of a step only where its own run has reached one", () => {
  const strings = { of_step: "step {step}", of_other_step: "other run: step {step}" };
  const side = (...steps) => ({ run: { records: { steps } } }), caption = (...sides) => captionOf(sides, 1200, strings, "untrained");
  assert.equal(caption(side()), "untrained");
  assert.equal(caption(side(0, 1200)), "step 1,200");
  assert.equal(caption(side(0, 1200), side(0, 500)), "step 1,200");
  assert.equal(caption(side(), side(0, 1200)), "untrained · other run: step 1,200");
  assert.equal(caption(side(), side()), "untrained");
});

test("before the first figures come, nothing is made up", () => {
  assert.equal(statusText({ status: "running", step: 0, steps: 10 }, STRINGS, ""), "0 of 10 · … steps/s · … left");
});

test("a run that is gone is not asked for again, and in the background no timer is needed for one under way", () => {
  assert.equal(pauseOf("gone", false), null);
  assert.ok(0 < pauseOf("running", false) && pauseOf("running", false) < pauseOf("done", false));
  assert.equal(pauseOf("running", true), 0);
  assert.equal(pauseOf("done", true), pauseOf("done", false));
});

test("each written token is right or wrong in its place", () => {
  assert.deepEqual(compared(["1", "3"], ["1", "2"]).tokens.map(({ isRight }) => isRight), [true, false]);
  assert.ok(compared(["1", "2"], ["1", "2"]).isWhole);
  assert.ok(!compared(["1"], ["1", "2"]).isWhole);
});
