// The film of a run: which recorded step is to be seen when.

/** A whole film takes so long, and one record at least so long. */
const FILM_MS = 9000, LEAST_MS = 1000 / 60;

/** How long one record is seen. */
export function frameMs(count) {
  return Math.max(LEAST_MS, FILM_MS / Math.max(1, count));
}

/** The place that is seen after so long, from a place on; the last one in the end. */
export function placeAfter(from, elapsed, count) {
  return Math.min(count - 1, from + Math.floor(elapsed / frameMs(count)));
}

/** From where a film starts: from the beginning again, where it stands at its end. */
export function startOf(place, count) {
  return place >= count - 1 ? 0 : place;
}

/** Shows one recorded step after another: `seen` gets each, `ended` is called behind the last. */
export function createFilm({ steps, seen, ended }, clock = globalThis) {
  let frame = 0, isPlaying = false, last = -1;
  const halt = () => {
    clock.cancelAnimationFrame(frame);
    isPlaying = false;
  };
  const next = (from, start) => {
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
