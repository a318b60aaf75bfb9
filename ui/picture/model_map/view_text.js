// Writes the visible part of the map as text for the URL, and parses it. Pure: tested without a browser.

import { clamped, clampedT } from "./camera.js";
import { placedAt } from "./layout.js";
import { lastStep } from "./play.js";

const FLAGS = { hasOrigins: 1, hasParameters: 2, hasCache: 16 }, OTHER = 4, DIFFERENCE = 8;

/** The overlays of the map, as one number. @param {Partial<Pick<ModelMap.View, "hasOrigins" | "hasParameters" | "hasCache" | "seen">>} view */
function flagsOf(view) {
  const laid = (view.hasOrigins ? FLAGS.hasOrigins : 0) + (view.hasParameters ? FLAGS.hasParameters : 0) + (view.hasCache ? FLAGS.hasCache : 0);
  return laid + (view.seen === "other" ? OTHER : view.seen === "difference" ? DIFFERENCE : 0);
}

/**
 * Write "zoom_across_down", with the centre of the window as shares of the map; then "_step" during playback or if
 * overlays follow, and the overlays as one more number.
 * @param {ModelMap.Layout} layout @param {ModelMap.Camera} camera @param {number | null} time @param {Partial<Pick<ModelMap.View, "hasOrigins" | "hasParameters" | "hasCache" | "seen">>} [view]
 */
export function writeView(layout, camera, time, view = {}) {
  const placed = placedAt(layout, camera.t), { room } = layout, flags = flagsOf(view);
  const across = (camera.x + room.width / 2) / placed.width, down = (camera.y + room.height / 2) / placed.height;
  const place = camera.t > 0 || camera.y > 0 ? `${camera.t.toFixed(3)}_${across.toFixed(4)}_${down.toFixed(4)}` : "";
  if (time === null && !flags) return place;
  const step = time === null ? lastStep(layout.part) : Math.floor(time);
  return `${place || "0_0.5_0.5"}_${step}${flags ? `_${flags}` : ""}`;
}

/**
 * Parse such a text; null if it is invalid.
 * @param {ModelMap.Layout} layout @param {string} text
 */
export function readView(layout, text) {
  const pieces = text.split("_"), numbers = pieces.map(Number);
  if (pieces.some((piece) => !piece) || numbers.length < 3 || numbers.length > 5 || !numbers.every(Number.isFinite)) return null;
  const [t, across, down, step, flags = 0] = numbers, placed = placedAt(layout, clampedT(t)), { room } = layout;
  const wanted = { t: placed.t, x: across * placed.width - room.width / 2, y: down * placed.height - room.height / 2 };
  const time = step === undefined || step >= lastStep(layout.part) ? null : Math.max(0, Math.floor(step));
  const laid = { hasOrigins: Boolean(flags & FLAGS.hasOrigins), hasParameters: Boolean(flags & FLAGS.hasParameters), hasCache: Boolean(flags & FLAGS.hasCache) };
  /** @type {ModelMap.Seen} */
  const seen = flags & OTHER ? "other" : flags & DIFFERENCE ? "difference" : "now";
  return { camera: clamped(wanted, placed, room), time, seen, ...laid };
}
