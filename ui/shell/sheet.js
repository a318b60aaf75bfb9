// In a narrow window the arithmetic is a bottom sheet: it opens with a pin and closes with Escape or a swipe. It also
// contains the readout and the editor of the pinned cell, which it would otherwise cover.

import { element } from "../picture/element.js";
import { scroller } from "../streamlit/streamlit.js";

const NARROW = "(max-width: 1199px)";
const SWIPE = 36;
/** The share of the window that the open sheet leaves to the picture. */
const FREE_SHARE = 0.58;

function isNarrow() {
  return window.matchMedia(NARROW).matches;
}

/** @typedef {ReturnType<typeof createSheet>} Sheet */

/**
 * Wraps the place of the arithmetic in a sheet. Wide windows show it docked, without a handle.
 * @param {HTMLElement} place @param {Record<string, string> | undefined} strings
 */
export function createSheet(place, strings) {
  const node = element("div", "sheet"), handle = element("button", "handle"), slot = element("div", "slot");
  handle.type = "button";
  node.append(handle, slot, place);
  const sheet = { node, slot, strings, isOpen: false };
  const set = (/** @type {boolean} */ isOpen) => {
    sheet.isOpen = isOpen;
    node.classList.toggle("open", isOpen);
    handle.setAttribute("aria-expanded", String(isOpen));
    handle.setAttribute("aria-label", sheet.strings?.[isOpen ? "sheet_close" : "sheet_open"] ?? "");
  };
  handle.onclick = () => set(!sheet.isOpen);
  listenForSwipes(handle, set);
  const onKey = (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && sheet.isOpen && set(false);
  document.addEventListener("keydown", onKey, true);
  set(false);
  return Object.assign(sheet, { set, close: () => document.removeEventListener("keydown", onKey, true) });
}

/** @param {HTMLElement} handle @param {(isOpen: boolean) => void} set */
function listenForSwipes(handle, set) {
  /** @type {number | null} */
  let start = null;
  handle.onpointerdown = (event) => {
    start = event.clientY;
    handle.setPointerCapture(event.pointerId);
  };
  handle.onpointerup = (event) => {
    const moved = start === null ? 0 : event.clientY - start;
    start = null;
    if (Math.abs(moved) < SWIPE) return;
    set(moved < 0);
    handle.addEventListener("click", (click) => click.stopImmediatePropagation(), { capture: true, once: true });
  };
}

/**
 * Called after an answer or a pin: moves the pinned board's readout into the sheet, if there is one.
 * @param {Sheet} sheet @param {Matrices.Board[]} boards @param {boolean} isByHand
 * @param {boolean} [isOpen] whether anything is pinned; without it, whether a board has a pin
 */
export function followBoards(sheet, boards, isByHand, isOpen) {
  const pinned = boards.find((board) => board.pin);
  for (const board of boards) {
    const isIn = isNarrow() && board === pinned;
    if (isIn !== sheet.slot.contains(board.line)) move(board, sheet, isIn);
  }
  if (isByHand && isNarrow()) sheet.set(isOpen ?? Boolean(pinned));
  if (pinned && sheet.isOpen && isNarrow()) showPinned(pinned);
}

/** @param {Matrices.Board} board @param {Sheet} sheet @param {boolean} isIn */
function move(board, sheet, isIn) {
  if (isIn) sheet.slot.replaceChildren(board.line);
  else board.foot.prepend(board.line);
}

/** Scrolls the pinned cell into view above the sheet. @param {Matrices.Board} board */
function showPinned(board) {
  const { pin } = board, panel = board.panels.find(({ item }) => item.id === pin?.id);
  if (!pin || !panel) return;
  const box = panel.overlay.getBoundingClientRect();
  const { top, cell } = panel.at;
  const bottom = box.top + (top ?? 0) + (pin.cell.row + 1) * (cell?.height ?? 0);
  const over = bottom - window.innerHeight * FREE_SHARE;
  if (over > 0) scroller()?.scrollBy({ top: over, behavior: "auto" });
}
