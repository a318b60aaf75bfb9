// Records a canvas as a video, if the browser can.

import { withDuration } from "./webm_duration.js";

const TYPES = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"];
const FRAMES = 30, BITS = 8_000_000;

/** Returns the file type for a video; nothing if the browser cannot record one. */
export function filmType() {
  if (!globalThis.MediaRecorder || !HTMLCanvasElement.prototype.captureStream) return "";
  return TYPES.find((type) => MediaRecorder.isTypeSupported(type)) ?? "";
}

/** Starts recording a canvas; while the tab is hidden, nothing is drawn or recorded. @param {HTMLCanvasElement} canvas */
export function recorded(canvas) {
  const recorder = new MediaRecorder(canvas.captureStream(FRAMES), { mimeType: filmType(), videoBitsPerSecond: BITS });
  /** @type {Blob[]} */
  const pieces = [], ended = new Promise((done) => { recorder.onstop = done; });
  const onSight = () => (document.hidden ? recorder.pause() : recorder.resume());
  recorder.ondataavailable = ({ data }) => pieces.push(data);
  recorder.start();
  document.addEventListener("visibilitychange", onSight);
  return {
    /** Stops and returns the video. */
    async stop() {
      document.removeEventListener("visibilitychange", onSight);
      recorder.stop();
      await ended;
      const film = new Uint8Array(await new Blob(pieces).arrayBuffer());
      return new Blob(withDuration(film, 1000 / FRAMES), { type: "video/webm" });
    },
  };
}
