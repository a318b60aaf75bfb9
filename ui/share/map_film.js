// A video of the map while it plays.

import { goTo, pause, play } from "../picture/model_map/player.js";
import { recorded } from "./recorder.js";

const LOOK_MS = 100, REST_MS = 600;

/** @param {number} ms */
const after = (ms) => new Promise((done) => { setTimeout(done, ms); });

/**
 * Plays a map from beginning to end and returns the video; null if `isWanted` returns false.
 * @param {{view: ModelMap.View}} picture @param {() => boolean} isWanted
 */
export async function mapFilm({ view }, isWanted) {
  const before = view.time;
  goTo(view, 0);
  const recorder = recorded(view.canvas);
  play(view);
  while (view.isPlaying && isWanted()) await after(LOOK_MS);
  if (view.isPlaying) pause(view);
  // The result stays visible for a moment.
  await after(REST_MS);
  const made = await recorder.stop();
  if (before !== null) goTo(view, before);
  return isWanted() ? made : null;
}
