// A picture as a film: the map while it plays.

import { mapFilm } from "./map_film.js";
import { filmType } from "./recorder.js";

/** Whether there is a film of a picture, and the browser records any. */
export function hasFilm({ kind }) {
  return Boolean(filmType() && kind === "map");
}

/** The film; null where `isWanted` says no more. */
export async function filmOf(picture, { words }, { isWanted, say }) {
  say(words.recording);
  return mapFilm(picture, isWanted);
}
