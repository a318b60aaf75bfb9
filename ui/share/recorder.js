// A canvas as a film, where the browser can record one.

import { withDuration } from "./webm_duration.js";

const TYPES = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"];
const FRAMES = 30, BITS = 8_000_000;

/** What a film would be recorded as; nothing where the browser records none. */
export function filmType() {
  if (!globalThis.MediaRecorder || !HTMLCanvasElement.prototype.captureStream) return "";
  return TYPES.find((type) => MediaRecorder.isTypeSupported(type)) ?? "";
}

/** Records a canvas from now on; while the tab is out of sight, nothing of it is drawn, and nothing recorded. */
export function recorded(canvas) {
  const recorder = new MediaRecorder(canvas.captureStream(FRAMES), { mimeType: filmType(), videoBitsPerSecond: BITS });
  const pieces = [], ended = new Promise((done) => { recorder.onstop = done; });
  const onSight = () => (document.hidden ? recorder.pause() : recorder.resume());
  recorder.ondataavailable = ({ data }) => pieces.push(data);
  recorder.start();
  document.addEventListener("visibilitychange", onSight);
  return {
    /** The film. */
    async stop() {
      document.removeEventListener("visibilitychange", onSight);
      recorder.stop();
      await ended;
      const film = new Uint8Array(await new Blob(pieces).arrayBuffer());
      return new Blob(withDuration(film, 1000 / FRAMES), { type: "video/webm" });
    },
  };
}
