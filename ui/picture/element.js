// Helpers shared by all pictures: creating elements, detecting the theme.

/**
 * Create an element with a class and a text, which is never interpreted as HTML.
 * @template {keyof HTMLElementTagNameMap} K @param {K} tag @param {string} [className] @param {string} [text]
 */
export function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

/**
 * The pen of a canvas. A canvas that has none yet always gives one.
 * @template {HTMLCanvasElement | OffscreenCanvas} C @param {C} canvas
 * @returns {C extends HTMLCanvasElement ? CanvasRenderingContext2D : OffscreenCanvasRenderingContext2D}
 */
export function penOf(canvas) {
  return /** @type {any} */ (canvas.getContext("2d")); // of two types, by the kind of canvas
}

/** Return whether an element is on a dark background. @param {Element} host */
export function isDark(host) {
  const background = getComputedStyle(host).getPropertyValue("--st-background-color").trim();
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(background.slice(at, at + 2), 16));
  return red + green + blue < 300;
}
