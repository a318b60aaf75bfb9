// Plays back a sentence's pass through the model.

import { strongestPair } from "./narration.js";
import { lastStep, later, stepped } from "./play.js";

/** Start playback, from the beginning if everything is shown. @param {ModelMap.View} view */
export function play(view) {
  if (view.isPlaying) return;
  dropEnding(view);
  view.isPlaying = true;
  view.time ??= 0;
  let last = performance.now();
  const next = (/** @type {number} */ now) => {
    if (!view.isPlaying) return;
    view.time = later(view.part, view.time ?? 0, Math.max(0, Math.min(0.1, (now - last) / 1000)), view.speed);
    last = now;
    if (view.time >= lastStep(view.part)) finish(view);
    else view.playing = requestAnimationFrame(next);
    view.timeChanged();
  };
  view.playing = requestAnimationFrame(next);
  view.timeChanged();
}

/** @param {ModelMap.View} view */
export function pause(view) {
  dropEnding(view);
  view.isPlaying = false;
  cancelAnimationFrame(view.playing);
  view.timeChanged();
}

/** At the end, everything is shown, and one row is lit: the one that looks most sharply at one word. @param {ModelMap.View} view */
function finish(view) {
  Object.assign(view, { isPlaying: false, time: null, ending: strongestPair(view.part, view.tensors) });
  if (view.ending) view.selection.hovered = { side: "tgt", row: view.ending.row, isWord: true };
}

/** Drop what the end of playback shows; whoever calls it draws anew. Returns whether there was anything. @param {ModelMap.View} view */
export function dropEnding(view) {
  if (!view.ending) return false;
  view.ending = null;
  view.selection.hovered = null;
  return true;
}

/** Take back what the end of playback shows, as soon as anything else is done. @param {ModelMap.View} view */
export function forgetEnding(view) {
  if (dropEnding(view)) view.timeChanged();
}

/** Go one whole step backwards or forwards; after the last one everything is shown. @param {ModelMap.View} view @param {number} by */
export function step(view, by) {
  dropEnding(view);
  view.isPlaying = false;
  const time = stepped(view.part, view.time ?? lastStep(view.part), by);
  view.time = time >= lastStep(view.part) ? null : time;
  view.timeChanged();
}

/** @param {ModelMap.View} view @param {number} time */
export function goTo(view, time) {
  dropEnding(view);
  view.isPlaying = false;
  view.time = time >= lastStep(view.part) ? null : time;
  view.timeChanged();
}
