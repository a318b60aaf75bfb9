// A picture as a film: the map while it plays, or a run from its first step to its last.

import { mapFilm } from "./map_film.js";
import { filmType } from "./recorder.js";
import { runFilm } from "./run_film.js";

/** How often it is said how far the film of a run is. */
const SAID = 10;

/** Whether there is a film of a picture, and the browser records any. */
export function hasFilm({ kind, run }) {
  return Boolean(filmType() && (kind === "map" || run?.()));
}

/** Says how far a film is, in steps of some percent. */
function progress(say, { recording_run: text }) {
  let last = -1;
  return (share) => {
    const percent = Math.floor((100 * share) / SAID) * SAID;
    if (percent !== last) say(text.replace("{percent}", String(percent)));
    last = percent;
  };
}

/** The film; null where `isWanted` says no more. */
export async function filmOf(picture, options, { isWanted, say }) {
  const { words } = options, run = picture.run?.();
  if (run) return runFilm(run, options, { isWanted, seen: progress(say, words) });
  say(words.recording);
  return mapFilm(picture, isWanted);
}
