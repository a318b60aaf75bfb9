// Rings what a step speaks of; the rest fades until the learner touches the page.

import { element } from "../picture/element.js";
import { placeOf } from "../picture/prediction/places.js";
import { appElement, scroller } from "../streamlit/streamlit.js";

const EDGE = 4;
/** How long what is to be ringed may still be missing. */
const MISSING_MS = 6000, LOOK_MS = 80;
/** How often a ring looks whether something that nobody tells of has moved what it is around. */
const AGAIN_MS = 500;

/** @typedef {{left: number, top: number, width: number, height: number}} Box */

/**
 * The box of a cell, a row or a column of a matrix, in its canvas.
 * @param {number[]} cells the place of the first cell and the size of each @param {{row: number, col: number}} at -1 is all of them
 * @param {{rows: number, cols: number}} size @returns {Box}
 */
export function boxOfCells([x, y, width, height], at, size) {
  const isRow = at.col < 0, isCol = at.row < 0;
  return {
    left: isRow ? x : x + at.col * width, top: isCol ? y : y + at.row * height,
    width: isRow ? width * size.cols : width, height: isCol ? height * size.rows : height,
  };
}

/** @param {Lessons.Look} look @param {Page.Store} store @returns {Element | null} */
function elementOf({ matrix, control, curve, area, map }, store) {
  if (matrix) return document.querySelector(`[data-workbench="matrix"][data-id="${CSS.escape(matrix)}"]`);
  if (curve) return document.querySelector(`[data-workbench="curve"][data-id="${CSS.escape(curve)}"]`);
  if (map) return document.querySelector("[data-workbench=map]");
  if (area) return document.querySelector(`.workbench .area-${CSS.escape(area)}`);
  const keys = Object.entries(store.shared.controls ?? {}).filter(([, one]) => one.field === control).map(([key]) => key);
  const drawn = keys.map((key) => document.querySelector(`.st-key-${CSS.escape(key)}`)).find((one) => one);
  return drawn ?? null;
}

/** @param {Element} target @param {Lessons.Look} look @param {Page.Store} store @returns {Box} */
function boxOf(target, look, store) {
  const whole = target.getBoundingClientRect();
  if (!look.matrix || (look.row === null && look.col === null)) return whole;
  const canvas = /** @type {HTMLElement | null} */ (target.querySelector("canvas.overlay"));
  const board = boardWith(store, look.matrix), item = board?.items.find((one) => one.id === look.matrix);
  if (!canvas || !item?.shape) return whole;
  const matrix = /** @type {Matrices.Matrix} */ (item);
  const at = { row: look.row === null ? -1 : placeOf(look.row, matrix.rows, matrix.rowCount) ?? -1, col: look.col === null ? -1 : placeOf(look.col, matrix.cols, matrix.colCount) ?? -1 };
  const cells = (canvas.dataset.cells ?? "").split(" ").map(Number);
  if (cells.length !== 4 || (at.row < 0 && look.row !== null) || (at.col < 0 && look.col !== null)) return whole;
  const inside = boxOfCells(cells, at, { rows: matrix.rowCount, cols: matrix.colCount }), origin = canvas.getBoundingClientRect();
  return { left: origin.left + inside.left, top: origin.top + inside.top, width: inside.width, height: inside.height };
}

/** @param {Page.Store} store @param {string} id */
function boardWith(store, id) {
  return store.boards().find((board) => board.items.some((item) => item.id === id));
}

/** Scrolls to the bar in which a prediction is answered. */
function scrollToAnswer() {
  [...document.querySelectorAll(".prediction")].find((one) => one.checkVisibility())?.scrollIntoView({ block: "nearest" });
}

/** Opens the sheet in which the arithmetic is in a narrow window; returns what closes it, or null where it is docked. @param {Element} target */
function openSheetOf(target) {
  const handle = /** @type {HTMLElement | null} */ (target.closest(".sheet")?.querySelector(".handle"));
  if (!handle?.checkVisibility()) return null;
  const turn = (/** @type {string} */ from) => {
    if (handle.isConnected && handle.getAttribute("aria-expanded") === from) handle.click();
  };
  turn("false");
  return () => turn("true");
}

/**
 * Rings what a block names, as soon as it is there; returns a function that ends it.
 * @param {Lessons.Look} look @param {() => Page.Store | null} openStore @param {boolean} isRead whether the step asks for nothing to be changed, so that a sheet may cover the picture
 */
export function ring(look, openStore, isRead) {
  const node = element("div", "lesson-ring");
  /** @type {(() => void) | null} */
  let closeSheet = null;
  const end = performance.now() + MISSING_MS;
  let timer = 0, isShown = false;
  /** @type {Element | null} */
  let watched = null;
  const place = () => {
    clearTimeout(timer);
    const store = openStore(), target = store && elementOf(look, store);
    if (!store || !target) {
      node.remove();
      isShown = false;
      if (performance.now() < end) timer = window.setTimeout(place, LOOK_MS);
      return;
    }
    if (target !== watched) {
      watched = target;
      sizes.disconnect();
      for (const one of [target, target.closest(".workbench")]) if (one) sizes.observe(one);
    }
    if (!isShown) {
      appElement().append(node);
      target.scrollIntoView({ block: "nearest" });
      // What is answered with may be below it, where a sheet lies.
      if (document.documentElement.matches("[data-lesson-sheet][data-lesson-predicts]")) scrollToAnswer();
      isShown = true;
    }
    if (isRead && look.area) closeSheet ??= openSheetOf(target);
    const { left, top, width, height } = boxOf(target, look, store);
    // In a sheet that is closed, or scrolled out of a page that hides what is outside.
    node.hidden = !(width && height);
    timer = window.setTimeout(place, AGAIN_MS);
    Object.assign(node.style, { left: `${left - EDGE}px`, top: `${top - EDGE}px`, width: `${width + 2 * EDGE}px`, height: `${height + 2 * EDGE}px` });
  };
  const brighten = () => node.classList.add("touched");
  // A picture that is drawn late, or above what is ringed, moves it.
  const sizes = new ResizeObserver(() => {
    if (performance.now() < end && !node.classList.contains("touched")) isShown = false;
    place();
  });
  const pane = scroller();
  pane?.addEventListener("scroll", place, { passive: true });
  pane?.addEventListener("pointerdown", brighten, { once: true });
  pane?.addEventListener("keydown", brighten, { once: true });
  addEventListener("resize", place);
  place();
  return { place, stop() {
    clearTimeout(timer);
    sizes.disconnect();
    pane?.removeEventListener("scroll", place);
    pane?.removeEventListener("pointerdown", brighten);
    pane?.removeEventListener("keydown", brighten);
    removeEventListener("resize", place);
    closeSheet?.();
    node.remove();
  } };
}
