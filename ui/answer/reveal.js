// Brings an area of the page, and in it what answers a question, into sight.

import { scroller } from "../streamlit/streamlit.js";

/** How long what is scrolled to may still be missing, and how long it may still grow. */
const MISSING_MS = 4000, GROWING_MS = 1500, LOOK_MS = 50;
const BY_HAND = ["wheel", "pointerdown", "keydown"];
/** What the sentence below a picture is called among what answers a question. */
const NOTE = "note";
/** Smaller distances are not scrolled. */
const NEAR = 2;

/** What to scroll to for an area: the tabs above it, if it is the view that they show. @param {Element} area */
function startOf(area) {
  let above = area.previousElementSibling;
  while (above && !above.childElementCount) above = above.previousElementSibling;
  return above?.classList.contains("area-tabs") ? above : area;
}

/**
 * Repeats a look, also while the page is being drawn, until the user does something else. It returns whether it has found
 * what it looks for.
 * @param {() => boolean} look
 */
function keepLooking(look) {
  let end = performance.now() + MISSING_MS, isFound = false, timer = 0;
  const again = () => {
    if (look() && !isFound) [isFound, end] = [true, performance.now() + GROWING_MS];
    if (performance.now() < end) timer = setTimeout(again, LOOK_MS);
  };
  again();
  for (const event of BY_HAND) addEventListener(event, () => clearTimeout(timer), { once: true, passive: true });
}

/** @typedef {{top: number, bottom: number}} Span */

/** @param {Span[]} spans @returns {Span} */
function union(spans) {
  return { top: Math.min(...spans.map(({ top }) => top)), bottom: Math.max(...spans.map(({ bottom }) => bottom)) };
}

/**
 * How far to scroll for pictures that follow one another, so that all of them are in a room with the sentence below them;
 * if it is too small, without that; if it still is, the last picture, or the start of that.
 * @param {Span[]} pictures @param {Span | null} note @param {Span} room
 */
export function distanceTo(pictures, note, room) {
  const last = pictures[pictures.length - 1], wanted = [union(pictures), last];
  if (note) wanted.unshift(union([...pictures, note]));
  const span = wanted.find(({ top, bottom }) => bottom - top <= room.bottom - room.top);
  if (!span) return last.top - room.top;
  return span.top < room.top ? span.top - room.top : Math.max(0, span.bottom - room.bottom);
}

/** The part of the window in which an area is in sight: below the head, above the sheet with the arithmetic. @param {Element} area */
function roomAround(area) {
  const { scrollMarginTop } = getComputedStyle(area), main = scroller(), sheet = document.querySelector(".workbench .sheet");
  const isOver = sheet && getComputedStyle(sheet).position === "fixed" && sheet.clientHeight;
  const padding = main ? parseFloat(getComputedStyle(main).scrollPaddingBottom) || 0 : 0;
  return { top: parseFloat(scrollMarginTop), bottom: Math.min(window.innerHeight - padding, isOver ? sheet.getBoundingClientRect().top : Infinity) };
}

/** The sentence below a picture. @param {Element} picture */
function noteBelow(picture) {
  const notes = picture.closest(".area")?.querySelectorAll(".note-line") ?? [];
  return [...notes].find((one) => picture.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) ?? null;
}

/** Scrolls as little as brings pictures into sight; returns whether all are there. @param {string[]} names their ids */
function scrollTo(names) {
  const ids = names.filter((name) => name !== NOTE);
  const found = ids.flatMap((id) => document.querySelector(`.workbench [data-id="${CSS.escape(id)}"]`) ?? []);
  const area = found.length && found.length === ids.length ? found[0].closest(".area") : null;
  if (!area) return false;
  const note = names.includes(NOTE) ? noteBelow(found[found.length - 1]) : null;
  const top = distanceTo(found.map((one) => one.getBoundingClientRect()), note?.getBoundingClientRect() ?? null, roomAround(area));
  if (Math.abs(top) > NEAR) scroller()?.scrollBy({ top, behavior: "instant" });
  return true;
}

/** Brings what answers a question into sight: an area, if it has a name, and in it these pictures. @param {string} name @param {string[]} [shown] */
export function reveal(name, shown = []) {
  if (!name && !shown.length) return;
  keepLooking(() => {
    const area = name ? document.querySelector(`.workbench .area-${name}:not(:empty)`) : null;
    if (area) startOf(area).scrollIntoView({ block: "start" });
    return shown.length && (area || !name) ? scrollTo(shown) : Boolean(area);
  });
}
