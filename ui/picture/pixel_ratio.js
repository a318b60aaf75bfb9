// How many of the screen's pixels make one of the page's. Canvases are drawn in the screen's.

const MOST = 3;

export function pixelRatio() {
  return Math.min(window.devicePixelRatio || 1, MOST);
}

/** Redraws whenever the browser is zoomed or its window comes to another screen; returns the end of it. */
export function followPixelRatio(redraw) {
  let asked;
  const changed = () => {
    ask();
    redraw();
  };
  // A query only says that its own ratio no longer holds: each new ratio needs a new one.
  const ask = () => {
    asked = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    asked.addEventListener("change", changed, { once: true });
  };
  ask();
  return () => asked.removeEventListener("change", changed);
}
