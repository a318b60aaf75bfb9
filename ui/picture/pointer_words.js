// Chooses texts by pointer: a mouse hovers and clicks, a finger taps.

/**
 * The half of a text for this device's pointer: "Hover over … | Tap …"; a text without " | " is for both.
 * @param {string} text @param {boolean} [isTouch]
 */
export function forPointer(text, isTouch = globalThis.matchMedia?.("(pointer: coarse)").matches) {
  const [mouse, touch = mouse] = text.split(" | ");
  return isTouch ? touch : mouse;
}
