// Which recorded steps the video of a run shows, and for how long.

/** The maximum number of frames, the minimum time per frame, and the minimum length of a video. */
const MOST_FRAMES = 120, FRAME_MS = 50, LEAST_MS = 4000;

/** Returns the steps of a video: evenly spaced, with the first and the last. @param {number[]} steps */
export function filmSteps(steps) {
  if (steps.length <= MOST_FRAMES) return [...steps];
  const apart = (steps.length - 1) / (MOST_FRAMES - 1);
  return Array.from({ length: MOST_FRAMES }, (_, place) => steps[Math.round(place * apart)]);
}

/** Returns how long each of `count` frames is shown. @param {number} count */
export function frameMs(count) {
  return Math.max(FRAME_MS, LEAST_MS / Math.max(1, count));
}
