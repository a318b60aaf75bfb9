// From where the map is looked at: how near, and which part of it. Pure: tested without a browser.

import { carried, edgesX, edgesY, placedAt } from "./layout.js";

/** Each is a little nearer than numbers need. */
export const NEAREST = 1.12;

export function clampedT(t) {
  return Math.max(0, Math.min(NEAREST, t));
}

/** A camera that shows nothing beside the map, as far as that is possible. */
export function clamped(camera, placed, room) {
  const limit = (at, size, shown) => (size <= shown ? 0 : Math.max(0, Math.min(size - shown, at)));
  return { t: camera.t, x: limit(camera.x, placed.width, room.width), y: limit(camera.y, placed.height, room.height) };
}

/** The map's point below a point of the window, after the distance has changed. */
export function pointAfter(layout, before, after, point) {
  const side = point.y >= (before.tops.src + layout.rows.src * before.pitch + before.tops.tgt) / 2 ? "tgt" : "src";
  return {
    x: carried(point.x, edgesX(before, side), edgesX(after, side)),
    y: carried(point.y, edgesY(before, layout.rows), edgesY(after, layout.rows)),
  };
}

/** Nearer or farther: what is at a place of the window stays there. */
export function zoomed(layout, camera, t, at) {
  const before = placedAt(layout, camera.t), after = placedAt(layout, clampedT(t));
  const point = pointAfter(layout, before, after, { x: camera.x + at.x, y: camera.y + at.y });
  return clamped({ t: after.t, x: point.x - at.x, y: point.y - at.y }, after, layout.room);
}

/** So near that a column, or a span of columns, is as wide as the window, or less. */
export function distanceFor(layout, widthAt, wanted) {
  let low = 0, high = NEAREST;
  for (let turn = 0; turn < 24; turn++) {
    const middle = (low + high) / 2;
    if (widthAt(placedAt(layout, middle)) < wanted) low = middle;
    else high = middle;
  }
  return high;
}

/** The camera with a rectangle in its middle. `rectAt` gives it for a distance. */
export function centredOn(layout, t, rectAt) {
  const placed = placedAt(layout, clampedT(t)), rect = rectAt(placed), { room } = layout;
  const centre = (at, size, shown) => (size > shown ? at : at + size / 2 - shown / 2);
  const camera = { t: placed.t, x: centre(rect.x, rect.width, room.width), y: centre(rect.y, rect.height, room.height) };
  return clamped(camera, placed, room);
}

/**
 * A flight from one camera to another along which `rectAt` moves straight over the window.
 * `share` is how much of the way is behind.
 */
export function between(layout, from, to, rectAt, share) {
  const eased = share < 0.5 ? 2 * share * share : 1 - (2 - 2 * share) ** 2 / 2;
  const seen = (camera) => {
    const rect = rectAt(placedAt(layout, camera.t));
    return { x: rect.x - camera.x, y: rect.y - camera.y };
  };
  const start = seen(from), end = seen(to), t = from.t + (to.t - from.t) * eased;
  const placed = placedAt(layout, t), rect = rectAt(placed);
  const mix = (one, other) => one + (other - one) * eased;
  return clamped({ t, x: rect.x - mix(start.x, end.x), y: rect.y - mix(start.y, end.y) }, placed, layout.room);
}
