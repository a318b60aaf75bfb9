// What a key does in the projector's view. Clickers send Page Down and Page Up, some of them arrows, B and a full stop.

/** @typedef {"next" | "previous" | "blank" | "freeze" | "spotlight" | "draw" | "arithmetic" | "lesson" | "controls" | "help" | "leave" | "escape"} Action */

/** @type {Record<string, Action | undefined>} */
const ALWAYS = { PageDown: "next", PageUp: "previous", Escape: "escape" };
/** Keys that a picture or a control with the focus needs for itself. @type {Record<string, Action | undefined>} */
const ELSEWHERE = { ArrowRight: "next", ArrowDown: "next", ArrowLeft: "previous", ArrowUp: "previous", ".": "blank" };
/** @type {Record<string, Action | undefined>} */
const LETTERS = { b: "blank", f: "freeze", s: "spotlight", d: "draw", a: "arithmetic", l: "lesson", c: "controls", p: "leave", "?": "help" };

/** Whether a key goes into a field. @param {EventTarget | null} target */
export function isTyping(target) {
  return /** @type {Element | null} */ (target)?.matches?.("input:not([type=range], [type=checkbox], [type=radio]), textarea, select, [contenteditable=true]") ?? false;
}

/** Whether arrows belong to what has the focus. @param {EventTarget | null} target */
export function hasArrows(target) {
  return /** @type {Element | null} */ (target)?.matches?.("canvas, .stage, input, [role=radio], [role=slider], [role=tab], [role=option], [role=menuitemradio], summary, .glossary-list *") ?? false;
}

/** @param {Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">} event @param {{isTyping: boolean, hasArrows: boolean}} focus @returns {Action | null} */
export function actionOf({ key, ctrlKey, metaKey, altKey }, focus) {
  if (ctrlKey || metaKey || altKey || focus.isTyping) return null;
  const letter = key.length === 1 ? key.toLowerCase() : key;
  return ALWAYS[key] ?? (focus.hasArrows ? undefined : ELSEWHERE[key]) ?? LETTERS[letter] ?? null;
}

/** The place of the next of so many; where none is chosen, that of the first or last. @param {number} at @param {number} by @param {number} count */
export function nextPlace(at, by, count) {
  if (at < 0) return by > 0 ? 0 : count - 1;
  return Math.min(count - 1, Math.max(0, at + by));
}

/** The zoom with which the smallest letters of a page, of 11 px, are 28 px high on a window of 1920 by 1080, and in proportion on others. @param {{width: number, height: number}} size */
export function zoomFor({ width, height }) {
  return Math.max(1.2, Math.round(256 * Math.min(width / 1920, height / 1080)) / 100);
}
