// Camera animation: short, and cancelled as soon as the user interacts with the map.

import { between } from "./camera.js";

const FLIGHT_MS = 420;

export function isStill() {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Fly to a camera; `rectAt` is the rectangle that the flight follows.
 * @param {ModelMap.View} view @param {ModelMap.Camera} target @param {ModelMap.RectAt} rectAt
 */
export function flyTo(view, target, rectAt) {
  stopFlight(view);
  if (isStill() || document.hidden) {
    view.camera = target;
    view.redraw();
    return;
  }
  const from = view.camera, began = performance.now();
  const next = (/** @type {number} */ now) => {
    const share = Math.min(1, (now - began) / FLIGHT_MS);
    view.camera = share < 1 ? between(view.layout, from, target, rectAt, share) : target;
    view.flight = share < 1 ? requestAnimationFrame(next) : null;
    view.redraw();
  };
  view.flight = requestAnimationFrame(next);
}

/** @param {ModelMap.View} view */
export function stopFlight(view) {
  if (view.flight) cancelAnimationFrame(view.flight);
  view.flight = null;
}
