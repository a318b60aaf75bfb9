// What a map shows first: what the URL says, else the whole model, played once on the user's first visit.

import { askForOrigins } from "./fetch_on_demand.js";
import { flyTo, isStill } from "./flight.js";
import { flyToSpan } from "./interaction.js";
import { play } from "./player.js";
import { showWritten } from "./readout.js";
import { fit, NARROW } from "./sizes.js";
import { readView } from "./view_text.js";

/** The speed of the playback that nobody has asked for yet. */
const FIRST_SPEED = 1;
/** The text of the whole map. */
const WHOLE = "0_0.5_0.5";
const SEEN_ONCE = "workbench.map.seen";

/** Set the initial view: from the URL, else the whole map, played once on the user's first visit. @param {ModelMap.View} view */
export function begin(view) {
  fit(view, true);
  const opened = readView(view.layout, view.store.state?.selection.view ?? "");
  if (opened) openAt(view, opened);
  else if (view.node.clientWidth < NARROW) requestAnimationFrame(() => showLayer(view, 1));
  else if (isFirstSight(view)) {
    view.speed = FIRST_SPEED;
    play(view);
  }
  view.redraw();
}

/** Restore the view from the URL: the camera, the step and the overlays. @param {ModelMap.View} view @param {ReturnType<typeof readView> & {}} opened */
function openAt(view, opened) {
  Object.assign(view, opened, { seen: view.part.isCompared ? opened.seen : "now" });
  view.takeNumbers();
  if (view.hasParameters) view.layOut(view.layout.room);
  // At once: no frame shows the whole model at the place that was opened.
  else view.draw();
  view.toolbar.refresh();
  showWritten(view);
}

/**
 * Fly to what another window shows, and take its step and overlays; "" is the whole map.
 * @param {ModelMap.View} view @param {string} text
 */
export function showView(view, text) {
  const to = view.layout && readView(view.layout, text || WHOLE);
  if (!to) return;
  const { camera, ...shown } = to, before = { time: view.time, seen: view.seen, hasOrigins: view.hasOrigins, hasParameters: view.hasParameters, hasCache: view.hasCache };
  if (JSON.stringify(Object.entries(before).sort()) !== JSON.stringify(Object.entries(shown).sort())) {
    view.isPlaying = false;
    openAt(view, { ...to, camera: view.camera });
    view.layOut(view.layout.room);
    if (view.hasOrigins) askForOrigins(view);
  }
  const [, across, down] = (text || WHOLE).split("_").map(Number);
  flyTo(view, readView(view.layout, text || WHOLE)?.camera ?? camera, ({ width, height }) => ({ x: across * width, y: down * height, width: 0, height: 0 }));
}

/** Return whether this browser has never played the map; false if its storage is unavailable. */
function isNewHere() {
  try {
    if (localStorage.getItem(SEEN_ONCE)) return false;
    localStorage.setItem(SEEN_ONCE, "1");
    return true;
  } catch {
    return false;
  }
}

/** @param {ModelMap.View} view */
function isFirstSight(view) {
  const isPlain = !view.store.state?.selection.pin && view.part.playsOnce && !isStill() && !document.hidden;
  return isPlain && isNewHere();
}

/** @param {ModelMap.View} view @param {number} section */
function showLayer(view, section) {
  const boxesOf = (/** @type {ModelMap.Placed} */ placed) => placed.boxes.filter(({ column }) => column.section === section && column.side === view.part.sections[section].side);
  if (view.layout) flyToSpan(view, boxesOf);
}
