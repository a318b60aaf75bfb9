// Which rows are named, and in what size: dense rows only every so often, the hovered one always. Pure.

/** The pitch below which not every row is named; the sizes of names. */
const CLOSE = 10.5, SMALLEST = 9, SMALL = 11, LARGEST = 15;

/** Return n, where every nth row is named. */
export function namedEvery(pitch) {
  return Math.max(1, Math.ceil(CLOSE / pitch));
}

/** The size of the names, in CSS pixels. */
export function nameSize(pitch) {
  return Math.max(SMALLEST, Math.min(pitch < CLOSE ? SMALL : LARGEST, namedEvery(pitch) * pitch * 0.8));
}

/** Return whether a row is named. `lit` is the hovered or pinned row, whose name replaces those of its neighbours. */
export function isNamed(pitch, row, lit = null) {
  if (row === lit) return true;
  if (lit !== null && Math.abs(row - lit) * pitch < CLOSE) return false;
  return row % namedEvery(pitch) === 0;
}
