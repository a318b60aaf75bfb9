// A film of the map while it plays, where the browser can record one.

import { goTo, pause, play } from "../picture/model_map/player.js";

const TYPES = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"];
const FRAMES = 30, LOOK_MS = 100, REST_MS = 600;
const BITS = 8_000_000;

/** What a film would be recorded as; nothing where there is no map, or where the browser records none. */
export function filmType({ kind }) {
  if (kind !== "map" || !globalThis.MediaRecorder || !HTMLCanvasElement.prototype.captureStream) return "";
  return TYPES.find((type) => MediaRecorder.isTypeSupported(type)) ?? "";
}

const after = (ms) => new Promise((done) => { setTimeout(done, ms); });

/** Plays a map from its beginning to its end, and gives the film; null where `isWanted` says no more. */
export async function filmOf(picture, isWanted) {
  const { view } = picture, recorder = new MediaRecorder(view.canvas.captureStream(FRAMES), { mimeType: filmType(picture), videoBitsPerSecond: BITS });
  const pieces = [], ended = new Promise((done) => { recorder.onstop = done; });
  recorder.ondataavailable = ({ data }) => pieces.push(data);
  const before = view.time;
  goTo(view, 0);
  recorder.start();
  play(view);
  while (view.isPlaying && isWanted()) await after(LOOK_MS);
  if (view.isPlaying) pause(view);
  // What it has come to stays in sight for a moment.
  await after(REST_MS);
  recorder.stop();
  await ended;
  if (before !== null) goTo(view, before);
  return isWanted() ? new Blob(pieces, { type: "video/webm" }) : null;
}
