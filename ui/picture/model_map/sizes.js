// The size of the map: the room that the page leaves it, and that of the names of its rows.

import { scrolled } from "../../streamlit/streamlit.js";
import { pixelRatio } from "../pixel_ratio.js";
import { isZoomed, topInWindow, windowSize } from "../zoom.js";
import { belowFront, coveredBy, frontOf, placeOver } from "./overlay.js";
import { namedWidth } from "./row_names.js";

/** The width for the names of the rows, narrower in a window below `NARROW`; with glosses, as these need it. */
export const LABELS = 104, NARROW = 640;
const GLOSSED_LABELS = [148, 204], NARROW_LABELS = 82;
/** The limits of the map's height, and the room below it: for the readout, and in a high window the list of steps. */
const LEAST_HEIGHT = 320, LEAST_ZOOMED = 200, MOST_HEIGHT = 900, MOST_FRONT_HEIGHT = 1600, BELOW = 78, BELOW_LOW = 42, LOW_WINDOW = 800;
/** The share of a narrow window's height that the map takes. */
const NARROW_SHARE = 0.56;

/** Fit the map to the window, and lay everything out again if the size has changed. @param {ModelMap.View} view @param {boolean} [isNew] */
export function fit(view, isNew = false) {
  if (!view.part || !view.node.clientWidth) return;
  const isNarrow = view.node.clientWidth < NARROW, width = view.stage.clientWidth, ratio = pixelRatio();
  const labels = isNarrow ? NARROW_LABELS : hasGlosses(view.part) ? glossedWidth(view) : LABELS;
  const height = heightOf(view, isNarrow), covered = coveredBy(view);
  // What lies over the map does not count as room: there, the map goes on only when it is moved.
  const room = { width: width - labels - covered.aside, height: height - covered.lower, aside: covered.aside }, same = view.layout?.room;
  if (!isNew && same && same.width === room.width && same.height === room.height && view.ratio === ratio) return;
  Object.assign(view, { labels, ratio, isNarrow });
  Object.assign(view.canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
  view.canvas.style.width = `${width}px`;
  view.canvas.style.height = `${height}px`;
  placeOver(view, covered);
  view.layOut(room);
}

/** Fit the map to its place again, after what is around or over it has changed. @param {ModelMap.View} view */
export function refit(view) {
  fit(view, true);
  view.toolbar.refresh();
}

/**
 * The height of the map: down to the window's lower edge, where there is room for the line below it.
 * @param {ModelMap.View} view @param {boolean} isNarrow
 */
function heightOf(view, isNarrow) {
  const front = frontOf(view), isFront = Boolean(front), isFilling = front?.classList.contains("fills");
  const top = topInWindow(view.stage) + (isFilling ? front?.scrollTop ?? 0 : scrolled());
  const windowHeight = windowSize().height;
  const below = isFront ? belowFront() : windowHeight < LOW_WINDOW ? BELOW_LOW : BELOW;
  const wanted = isNarrow && !isFilling ? windowHeight * NARROW_SHARE : windowHeight - top - below;
  return Math.round(Math.max(isZoomed() ? LEAST_ZOOMED : LEAST_HEIGHT, Math.min(isFront ? MOST_FRONT_HEIGHT : MOST_HEIGHT, wanted)));
}

/** @param {Pick<ModelMap.Part, "src" | "tgt">} part */
function hasGlosses({ src, tgt }) {
  return [...src.glosses, ...tgt.glosses].some(Boolean);
}

/** The width in which every name and its gloss are in one line, within limits. @param {Pick<ModelMap.View, "part" | "theme">} view */
function glossedWidth({ part, theme }) {
  const [least, most] = GLOSSED_LABELS;
  const widths = [part.src, part.tgt].flatMap(({ labels, glosses }) => labels.map((label, row) => namedWidth(theme.font, label, glosses[row])));
  return Math.min(most, Math.max(least, ...widths));
}
