// A picture as a video: the map while it plays, or a run from its first step to its last.

import { mapFilm } from "./map_film.js";
import { filmType } from "./recorder.js";
import { runFilm } from "./run_film.js";

/** How often the progress of a run's video is reported. */
const SAID = 10;

/** Returns whether a picture can be a video, and the browser can record one. @param {Share.Picture} picture */
export function hasFilm({ kind, run }) {
  return Boolean(filmType() && (kind === "map" || run?.()));
}

/** Returns a function that reports the progress of a video in steps of some percent. @param {Share.Say} say @param {Share.Texts} words */
function progress(say, { recording_run: text }) {
  let last = -1;
  return (/** @type {number} */ share) => {
    const percent = Math.floor((100 * share) / SAID) * SAID;
    if (percent !== last) say(text.replace("{percent}", String(percent)));
    last = percent;
  };
}

/**
 * Records the video; null if `isWanted` returns false.
 * @param {Share.Picture} picture @param {Share.Options} options @param {{isWanted: () => boolean, say: Share.Say}} watch
 */
export async function filmOf(picture, options, { isWanted, say }) {
  const { words } = options, run = picture.run?.();
  if (run) return runFilm(run, options, { isWanted, seen: progress(say, words) });
  if (picture.kind !== "map") return null;
  say(words.recording);
  return mapFilm(picture, isWanted);
}
