// Playback of a run: which recorded step is shown when.

/** The duration of a whole playback, and the least duration of one record. */
const FILM_MS = 9000, LEAST_MS = 1000 / 60;

/** How long each record is shown. @param {number} count */
export function frameMs(count) {
  return Math.max(LEAST_MS, FILM_MS / Math.max(1, count));
}

/**
 * The index of the record shown after `elapsed`, starting from an index; in the end the last one.
 * @param {number} from @param {number} elapsed @param {number} count
 */
export function placeAfter(from, elapsed, count) {
  return Math.min(count - 1, from + Math.floor(elapsed / frameMs(count)));
}

/** Where playback starts: at the beginning again if it is at the end. @param {number} place @param {number} count */
export function startOf(place, count) {
  return place >= count - 1 ? 0 : place;
}

/**
 * Shows one recorded step after another: calls `seen` with each, and `ended` after the last.
 * @param {{steps: () => number[], seen: (step: number) => void, ended: () => void}} options
 * @param {Pick<typeof globalThis, "requestAnimationFrame" | "cancelAnimationFrame" | "performance">} [clock]
 * @returns {Training.Film}
 */
export function createFilm({ steps, seen, ended }, clock = globalThis) {
  let frame = 0, isPlaying = false, last = -1;
  const halt = () => {
    clock.cancelAnimationFrame(frame);
    isPlaying = false;
  };
  const next = (/** @type {number} */ from, /** @type {number} */ start) => {
    const all = steps(), place = placeAfter(from, clock.performance.now() - start, all.length);
    if (place !== last) seen(all[place]);
    last = place;
    if (place < all.length - 1) frame = clock.requestAnimationFrame(() => next(from, start));
    else {
      halt();
      ended();
    }
  };
  return {
    isPlaying: () => isPlaying, halt,
    play(place) {
      const from = startOf(place, steps().length), start = clock.performance.now();
      isPlaying = true;
      last = -1;
      frame = clock.requestAnimationFrame(() => next(from, start));
    },
  };
}
