// What there is to see on the map, as rectangles, and the way from an empty view to the nearest of them. Pure.

/** The shares of a window's width and height that the nearest content has at least, unless it is smaller. */
const LEAST_ACROSS = 0.5, LEAST_DOWN = 0.4;
/** A few narrow columns leave a view nearly empty unless they fill its height. Narrow is: as a share of the window, and of the widest. */
const NARROW = 0.3, NARROW_OF_WIDEST = 0.4, NARROW_DOWN = 0.9;

const known = new WeakMap();

/**
 * The rectangles of everything on the map: the columns of each sublayer on a side, and the parameters.
 * @returns {{x: number, y: number, width: number, height: number}[]}
 * @param {ModelMap.Placed} placed
 */
export function contentOf(placed) {
  if (!known.has(placed)) known.set(placed, [...sublayersOf(placed), ...placed.boxes.flatMap((box) => parameterOf(placed, box))]);
  return known.get(placed);
}

/** @param {ModelMap.Placed} placed */
function sublayersOf({ boxes, tops, rows, pitch }) {
  const made = new Map();
  for (const { column: { section, side, isShared }, x, width } of boxes) {
    const key = `${section}.${side}`, before = made.get(key);
    if (isShared && side === "src") continue;
    if (before) before.width = x + width - before.x;
    else made.set(key, { x, y: tops[side], width, height: rows[side] * pitch });
  }
  return [...made.values()];
}

/** @param {ModelMap.Placed} placed @param {ModelMap.Box} box */
function parameterOf({ tops, band, names }, { column, x, width }) {
  return band && column.hasParameter ? [{ x, y: tops[column.side] - names - band, width, height: band }] : [];
}

/** @param {Picture.Box[]} content @param {Picture.Point} point */
export function isOnContent(content, { x, y }) {
  return content.some((one) => x >= one.x && x <= one.x + one.width && y >= one.y && y <= one.y + one.height);
}

/**
 * The range of a camera's position in which at least `least` of a thing is in a window that shows `shown`.
 * @param {number} start @param {number} size @param {number} shown @param {number} share
 */
function rangeOf(start, size, shown, share) {
  const least = Math.min(size, shown * share);
  return [start + least - shown, start + size - least];
}

/**
 * The camera's position, moved as little as is necessary for a view that is not empty.
 * @param {Picture.Point} point @param {Picture.Box[]} content @param {Picture.Size} size
 */
export function nearestContent({ x, y }, content, { width, height }) {
  const wide = Math.min(width * NARROW, Math.max(0, ...content.map((one) => one.width)) * NARROW_OF_WIDEST);
  let best = { x, y }, least = Infinity;
  for (const one of content) {
    const [left, right] = rangeOf(one.x, one.width, width, LEAST_ACROSS), [top, bottom] = rangeOf(one.y, one.height, height, one.width < wide ? NARROW_DOWN : LEAST_DOWN);
    const at = { x: Math.max(left, Math.min(right, x)), y: Math.max(top, Math.min(bottom, y)) };
    const far = Math.abs(at.x - x) + Math.abs(at.y - y);
    if (far === 0) return { x, y };
    if (far >= least) continue;
    least = far;
    best = at;
  }
  return best;
}
