// A film of a run: one frame after another of its recorded steps, on a canvas that is recorded.

import { filmSteps, frameMs } from "./film_time.js";
import { recorded } from "./recorder.js";
import { sceneOf } from "./run_scene.js";

/** What the run has come to stays in sight for so long. */
const REST_MS = 600;
/** Until a drawing has come to the recorder. */
const FLUSH_MS = 200;

/** Until a moment is there; while the tab is out of sight it does not come. */
async function until(moment) {
  while (performance.now() < moment) await new Promise(requestAnimationFrame);
}

/**
 * Records what is there of a run by now; null where `isWanted` says no more.
 * @param {any} run what there is to see of it at each step, as `picture.run()` gives it
 * @param {any} options as of a figure
 * @param {{isWanted: () => boolean, seen: (share: number) => void}} watch `seen` gets how much is done, from 0 to 1
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
  // A film lasts until its last drawing.
  scene.draw(steps.at(-1));
  await until(performance.now() + FLUSH_MS);
  const made = await recorder.stop();
  return isWanted() ? made : null;
}
