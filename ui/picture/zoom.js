// How much larger than usual everything on the page is: on a projector the page is zoomed as a whole, by its style.
// Inside a zoomed element lengths keep their unit, while boxes and pointers are in pixels of the window.

let factor = 1;

/** The zoom of the page. */
export const pageZoom = () => factor;

/** From now on the page is zoomed; its style sheet does it. @param {number} zoom */
export function setPageZoom(zoom) {
  factor = zoom;
}

/** Whether the page is shown to a room. */
export const isZoomed = () => factor !== 1;

/** A size of letters, or the smallest that a room can read. @param {number} size */
export const legible = (size) => (isZoomed() ? Math.max(11, size) : size);

/** The size of the window in the unit of the zoomed page. */
export const windowSize = () => ({ width: window.innerWidth / factor, height: window.innerHeight / factor });

/** The top of an element in the window, in that unit. @param {Element} node */
export const topInWindow = (node) => node.getBoundingClientRect().top / factor;

/** A pointer's place in a box, in that unit. @param {{clientX: number, clientY: number}} event @param {{left: number, top: number}} box @returns {Picture.Point} */
export function pointInBox({ clientX, clientY }, { left, top }) {
  return { x: (clientX - left) / factor, y: (clientY - top) / factor };
}
