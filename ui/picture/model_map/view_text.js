// What of the map is in sight, as the address writes it. Pure: tested without a browser.

import { clamped, clampedT } from "./camera.js";
import { placedAt } from "./layout.js";
import { lastStep } from "./play.js";

/** "distance_across_down" with the middle of the window as shares of the map, and "_step" while not all is shown. */
export function writeView(layout, camera, time) {
  const placed = placedAt(layout, camera.t), { room } = layout;
  const across = (camera.x + room.width / 2) / placed.width, down = (camera.y + room.height / 2) / placed.height;
  const place = camera.t > 0 || camera.y > 0 ? `${camera.t.toFixed(3)}_${across.toFixed(4)}_${down.toFixed(4)}` : "";
  return time === null ? place : `${place || "0_0.5_0.5"}_${Math.floor(time)}`;
}

/** The camera and the time that a text says; null where it says none. */
export function readView(layout, text) {
  const numbers = text.split("_").map((one) => (one ? Number(one) : NaN));
  if (numbers.length < 3 || numbers.length > 4 || !numbers.every(Number.isFinite)) return null;
  const [t, across, down, step] = numbers, placed = placedAt(layout, clampedT(t)), { room } = layout;
  const wanted = { t: placed.t, x: across * placed.width - room.width / 2, y: down * placed.height - room.height / 2 };
  const time = step === undefined || step >= lastStep(layout.part) ? null : Math.max(0, Math.floor(step));
  return { camera: clamped(wanted, placed, room), time };
}
