// The camera of the map: zoom (`t`) and position. Pure: tested without a browser.

import { contentOf, isOnContent, nearestContent } from "./content.js";
import { placedAt } from "./layout.js";
import { carried, edgesX, edgesY, sideAt } from "./points.js";

/** The largest zoom, a little more than reading the numbers requires. */
export const NEAREST = 1.12;

/** @param {number} t */
export function clampedT(t) {
  return Math.max(0, Math.min(NEAREST, t));
}

/**
 * Move a camera so that it shows nothing outside the map, as far as that is possible.
 * @param {ModelMap.Camera} camera @param {ModelMap.Placed} placed @param {ModelMap.Room} room
 */
export function within(camera, placed, room) {
  const limit = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ shown) => (size <= shown ? 0 : Math.max(0, Math.min(size - shown, at)));
  return { t: camera.t, x: limit(camera.x, placed.width, room.width), y: limit(camera.y, placed.height, room.height) };
}

/**
 * The same, and so that it shows a column, lines or a parameter: between these, the map has places with nothing at all.
 * @param {ModelMap.Camera} camera @param {ModelMap.Placed} placed @param {ModelMap.Room} room
 */
export function clamped(camera, placed, room) {
  const inside = within(camera, placed, room), { x, y } = nearestContent(inside, contentOf(placed), room);
  return within({ t: camera.t, x, y }, placed, room);
}

/**
 * Where a point of the map is after the zoom has changed.
 * @param {ModelMap.Layout} layout @param {ModelMap.Placed} before @param {ModelMap.Placed} after @param {Picture.Point} point
 */
export function pointAfter(layout, before, after, point) {
  const side = sideAt(before, layout.rows, point.y);
  return {
    x: carried(point.x, edgesX(before, side), edgesX(after, side)),
    y: carried(point.y, edgesY(before, layout.rows), edgesY(after, layout.rows)),
  };
}

/**
 * Zoom to `t`; whatever is at the point `at` of the window stays there. If nothing is, the view may move to something.
 * @param {ModelMap.Layout} layout @param {ModelMap.Camera} camera @param {number} t @param {Picture.Point} at
 */
export function zoomed(layout, camera, t, at) {
  const before = placedAt(layout, camera.t), after = placedAt(layout, clampedT(t));
  const point = pointAfter(layout, before, after, { x: camera.x + at.x, y: camera.y + at.y });
  const wanted = { t: after.t, x: point.x - at.x, y: point.y - at.y };
  return isOnContent(contentOf(after), point) ? within(wanted, after, layout.room) : clamped(wanted, after, layout.room);
}

/**
 * The zoom at which a width (of a column, or a span of columns) reaches `wanted`, or the largest zoom.
 * @param {ModelMap.Layout} layout @param {(placed: ModelMap.Placed) => number} widthAt @param {number} wanted
 */
export function distanceFor(layout, widthAt, wanted) {
  let low = 0, high = NEAREST;
  for (let turn = 0; turn < 24; turn++) {
    const middle = (low + high) / 2;
    if (widthAt(placedAt(layout, middle)) < wanted) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * The camera with a rectangle at its centre. `rectAt` returns the rectangle for a zoom.
 * @param {ModelMap.Layout} layout @param {number} t @param {ModelMap.RectAt} rectAt
 */
export function centredOn(layout, t, rectAt) {
  const placed = placedAt(layout, clampedT(t)), rect = rectAt(placed), { room } = layout;
  const centre = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ shown) => (size > shown ? at : at + size / 2 - shown / 2);
  const camera = { t: placed.t, x: centre(rect.x, rect.width, room.width), y: centre(rect.y, rect.height, room.height) };
  return within(camera, placed, room);
}

/**
 * The camera at `share` (0 to 1) of a flight from one camera to another, during which `rectAt` moves across the window
 * in a straight line.
 * @param {ModelMap.Layout} layout @param {ModelMap.Camera} from @param {ModelMap.Camera} to @param {ModelMap.RectAt} rectAt @param {number} share
 */
export function between(layout, from, to, rectAt, share) {
  const eased = share < 0.5 ? 2 * share * share : 1 - (2 - 2 * share) ** 2 / 2;
  const seen = (/** @type {ModelMap.Camera} */ camera) => {
    const rect = rectAt(placedAt(layout, camera.t));
    return { x: rect.x - camera.x, y: rect.y - camera.y };
  };
  const start = seen(from), end = seen(to), t = from.t + (to.t - from.t) * eased;
  const placed = placedAt(layout, t), rect = rectAt(placed);
  const mix = (/** @type {number} */ one, /** @type {number} */ other) => one + (other - one) * eased;
  // A flight may pass over nothing.
  return within({ t, x: rect.x - mix(start.x, end.x), y: rect.y - mix(start.y, end.y) }, placed, layout.room);
}
