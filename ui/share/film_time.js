// Which recorded steps a film of a run shows, and for how long.

/** As many frames at most, so many of them a second at most; a film of few frames still takes so long. */
const MOST_FRAMES = 120, FRAME_MS = 50, LEAST_MS = 4000;

/** The steps of a film: evenly chosen, with the first and the last. */
export function filmSteps(steps) {
  if (steps.length <= MOST_FRAMES) return [...steps];
  const apart = (steps.length - 1) / (MOST_FRAMES - 1);
  return Array.from({ length: MOST_FRAMES }, (_, place) => steps[Math.round(place * apart)]);
}

/** How long each of so many frames is seen. */
export function frameMs(count) {
  return Math.max(FRAME_MS, LEAST_MS / Math.max(1, count));
}
