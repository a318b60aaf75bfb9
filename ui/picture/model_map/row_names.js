// Which rows are named, and how large: closer ones by turns, but the one that is pointed at always. Pure.

/** Rows that are closer are not all named. */
const CLOSE = 10.5, SMALLEST = 9, SMALL = 11, LARGEST = 15;

/** One row of so many is named. */
export function namedEvery(pitch) {
  return Math.max(1, Math.ceil(CLOSE / pitch));
}

/** The size of the names, in points of the screen. */
export function nameSize(pitch) {
  return Math.max(SMALLEST, Math.min(pitch < CLOSE ? SMALL : LARGEST, namedEvery(pitch) * pitch * 0.8));
}

/** Whether a row is named; `lit` is the one that is pointed at or pinned, which takes the room of those next to it. */
export function isNamed(pitch, row, lit = null) {
  if (row === lit) return true;
  if (lit !== null && Math.abs(row - lit) * pitch < CLOSE) return false;
  return row % namedEvery(pitch) === 0;
}
