// The number of screen pixels per CSS pixel. Canvases are drawn in screen pixels.

import { pageZoom } from "./zoom.js";

const MOST = 3;

export function pixelRatio() {
  return Math.min((window.devicePixelRatio || 1) * pageZoom(), MOST);
}

/** Redraw whenever the browser is zoomed or its window moves to another screen; returns a function that stops it. @param {() => void} redraw */
export function followPixelRatio(redraw) {
  /** @type {MediaQueryList} */
  let asked;
  const changed = () => {
    ask();
    redraw();
  };
  // A media query only reports that its ratio no longer applies: each new ratio needs a new query.
  const ask = () => {
    asked = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    asked.addEventListener("change", changed, { once: true });
  };
  ask();
  return () => asked.removeEventListener("change", changed);
}
