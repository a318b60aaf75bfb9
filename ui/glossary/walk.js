// The terms by keys: G goes to the first one in the window, the arrows and Tab to the others, Enter opens one.

import { element } from "../picture/element.js";
import { rangeOf } from "./marks.js";

const KEY = "g";
/** @type {Record<string, number | undefined>} */
const BY = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Whether a key goes into a field, or belongs to a picture. @param {EventTarget | null} target */
export function isTyping(target) {
  return /** @type {Element | null} */ (target)?.matches?.("input, textarea, select, [contenteditable=true], [role=slider], .stage, canvas") ?? false;
}

/** The place of the next of so many; at both ends the walk is over. @param {number} at @param {number} by @param {number} count */
export function nextOf(at, by, count) {
  const next = at + by;
  return next >= 0 && next < count ? next : -1;
}

/**
 * @param {{all(): Glossary.Mark[]}} marks @param {(key: string) => string} nameOf @param {(mark: Glossary.Mark, back: () => void) => void} open
 */
export function createWalk(marks, nameOf, open) {
  const stop = element("button", "term-stop");
  stop.type = "button";
  stop.setAttribute("aria-haspopup", "dialog");
  /** @type {Glossary.Mark[]} */
  let all = [];
  let at = 0;
  /** @type {HTMLElement | null} */
  let before = null;
  const place = () => {
    const [first] = rangeOf(all[at]).getClientRects();
    if (!first) return leave();
    const { left, top, width, height } = first;
    Object.assign(stop.style, { left: `${left - 2}px`, top: `${top - 1}px`, width: `${width + 4}px`, height: `${height + 2}px` });
    stop.setAttribute("aria-label", nameOf(all[at].key));
  };
  const go = (/** @type {number} */ to) => {
    at = to;
    all[at].node.parentElement?.scrollIntoView({ block: "nearest" });
    place();
    stop.focus({ preventScroll: true });
  };
  const leave = () => {
    stop.remove();
    before?.focus({ preventScroll: true });
  };
  stop.onclick = () => open(all[at], () => stop.isConnected && stop.focus({ preventScroll: true }));
  stop.onkeydown = (event) => {
    const by = event.key === "Tab" ? (event.shiftKey ? -1 : 1) : BY[event.key];
    if (event.key === "Escape") leave();
    else if (by === undefined) return;
    else {
      const next = nextOf(at, by, all.length);
      if (next < 0) leave();
      else go(next);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.key.toLowerCase() !== KEY || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || event.defaultPrevented) return;
    all = marks.all();
    if (!all.length) return;
    const first = all.findIndex((mark) => rangeOf(mark).getBoundingClientRect().top >= 0);
    if (document.activeElement !== stop) before = /** @type {HTMLElement | null} */ (document.activeElement);
    document.body.append(stop);
    go(Math.max(0, first));
    event.preventDefault();
  };
  document.addEventListener("keydown", onKey);
  return () => {
    document.removeEventListener("keydown", onKey);
    stop.remove();
  };
}
