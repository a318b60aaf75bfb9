// The map on a page where it has the window: suggestions lie over its lower edge, the arithmetic over its right one.

import { element } from "../element.js";
import { isZoomed, pageZoom } from "../zoom.js";

const WIDE = "(min-width: 1200px)", FOLDED = "workbench.map.folded";
/** The width that the arithmetic covers, its margins included, and the height of the line of suggestions. */
const DOCK = 340, LOWER = 46;
/** The height of the line below the map, and of the closed sheet that has the arithmetic in a narrower window. */
const FOOT = 42, SHEET = 52, FOOT_ZOOMED = 10;

/** The element of the page's picture if this has the window, else null. @param {{node: HTMLElement}} view */
export function frontOf(view) {
  return /** @type {HTMLElement | null} */ (view.node.closest(".workbench.front"));
}

/** Whether the picture is embedded alone: nothing lies over it then. */
function isAlone() {
  return document.documentElement.dataset.embed === "picture";
}

/** Whether the arithmetic stands beside what is drawn: in a wide window, unless it is folded. @param {Element} host */
export function isDocked(host) {
  return window.matchMedia(WIDE).matches && !host.classList.contains("folded") && !isAlone() && !isZoomed();
}

/** The sizes of what lies over the map. @param {ModelMap.View} view */
export function coveredBy(view) {
  const host = frontOf(view);
  if (!host || isAlone()) return { aside: 0, lower: 0 };
  return { aside: isDocked(host) ? DOCK : 0, lower: isZoomed() ? 0 : LOWER };
}

/** The room to leave below a map that has the window. */
export function belowFront() {
  if (isZoomed()) return FOOT_ZOOMED;
  return FOOT + (window.matchMedia(WIDE).matches || isAlone() ? 0 : SHEET);
}

/** Tell the style sheet where the map is and what may lie over it. @param {ModelMap.View} view @param {{aside: number, lower: number}} x */
export function placeOver(view, { aside, lower }) {
  const host = frontOf(view);
  if (!host) return;
  const { top } = host.getBoundingClientRect(), stage = view.stage.getBoundingClientRect();
  const sizes = { "--stage-top": (stage.top - top) / pageZoom(), "--stage-bottom": (stage.bottom - top) / pageZoom(), "--aside": aside, "--lower": lower };
  for (const [name, size] of Object.entries(sizes)) host.style.setProperty(name, `${Math.round(size)}px`);
}

/** Take back what the style sheet was told: the page has no map any more. @param {ModelMap.View} view */
export function clearOver(view) {
  const host = frontOf(view);
  for (const name of ["--stage-top", "--stage-bottom", "--aside", "--lower"]) host?.style.removeProperty(name);
  host?.classList.remove("fills", "playing");
}

function isFoldedBefore() {
  try {
    return localStorage.getItem(FOLDED) === "1";
  } catch {
    return false;
  }
}

/** @param {boolean} isFolded */
function rememberFolded(isFolded) {
  try {
    if (isFolded) localStorage.setItem(FOLDED, "1");
    else localStorage.removeItem(FOLDED);
  } catch {
    // The browser gives this page no storage: the next visit starts unfolded.
  }
}

/** The button that folds the arithmetic away; `refresh` puts it into the page. @param {ModelMap.View} view */
export function createFold(view) {
  const button = Object.assign(element("button", "dock-fold"), { type: "button" });
  let isBegun = false;
  const show = (/** @type {HTMLElement} */ host) => {
    const isFolded = host.classList.contains("folded"), { strings } = view.part;
    button.textContent = isFolded ? `◂ ${strings.tools.show_dock}` : `${strings.tools.fold_dock} ▸`;
    button.setAttribute("aria-expanded", String(!isFolded));
  };
  button.onclick = () => {
    const host = frontOf(view);
    if (!host) return;
    rememberFolded(host.classList.toggle("folded"));
    show(host);
    view.fit();
    view.story.refresh(view);
  };
  return { refresh() {
    const host = frontOf(view);
    if (!host) return;
    if (button.parentElement !== host) host.append(button);
    if (!isBegun) host.classList.toggle("folded", isFoldedBefore());
    isBegun = true;
    show(host);
  }, close: () => button.remove() };
}

/** Fill the window with the map, or give back the rest of the page. @param {ModelMap.View} view @param {boolean} [isFilled] */
export function fillWindow(view, isFilled = !frontOf(view)?.classList.contains("fills")) {
  const host = frontOf(view);
  if (!host || host.classList.contains("fills") === isFilled) return false;
  host.classList.toggle("fills", isFilled);
  view.toolbar.refresh();
  view.fit();
  return true;
}
