// A video of a run: one frame after another of its recorded steps, on a canvas that is recorded.

import { filmSteps, frameMs } from "./film_time.js";
import { recorded } from "./recorder.js";
import { sceneOf } from "./run_scene.js";

/** How long the end of the run stays visible. */
const REST_MS = 600;
/** Time for a drawing to reach the recorder. */
const FLUSH_MS = 200;

/** Waits until a point in time; while the tab is hidden, that does not come. @param {number} moment */
async function until(moment) {
  while (performance.now() < moment) await new Promise(requestAnimationFrame);
}

/**
 * Records what exists of a run so far; null if `isWanted` returns false.
 * @param {Share.Run} run what can be seen of it at each step, as returned by `picture.run()`
 * @param {Share.Options} options as for a figure
 * @param {Share.Progress} watch `seen` gets the share that is done, from 0 to 1
 */
export async function runFilm(run, options, watch) {
  const { isWanted, seen } = watch, steps = filmSteps(run.steps), ms = frameMs(steps.length), scene = await sceneOf(run, options);
  scene.draw(steps[0]);
  const recorder = recorded(scene.canvas);
  let due = performance.now();
  for (let place = 0; place < steps.length && isWanted(); place++) {
    scene.draw(steps[place]);
    seen((place + 1) / steps.length);
    due = Math.max(due + ms, performance.now());
    await until(due);
  }
  if (isWanted()) await until(performance.now() + REST_MS);
  // A video lasts until its last drawing.
  scene.draw(steps[steps.length - 1]);
  await until(performance.now() + FLUSH_MS);
  const made = await recorder.stop();
  return isWanted() ? made : null;
}
