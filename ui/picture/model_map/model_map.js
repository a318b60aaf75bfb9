// The map as a part of an answer: the whole computation on one zoomable canvas.

import { setView } from "../../store/store.js";
import { element, penOf } from "../element.js";
import { themeOf } from "../matrix_view/colour.js";
import { followPixelRatio } from "../pixel_ratio.js";
import { actionsOf } from "./actions.js";
import { askForOrigins } from "./fetch_on_demand.js";
import { createBitmaps } from "./bitmaps.js";
import { createCacheCard } from "./cache_card.js";
import { clamped } from "./camera.js";
import { drawFrame } from "./draw.js";
import { begin } from "./first_sight.js";
import { stopFlight } from "./flight.js";
import { hooksOf } from "./hooks.js";
import { connectHand, flyToCell } from "./interaction.js";
import { connectKeys } from "./keys.js";
import { createLayout, placedAt, sentenceSide } from "./layout.js";
import { createLegend } from "./legend.js";
import { createLinks } from "./links.js";
import { createOutline } from "./outline.js";
import { createOverview } from "./overview.js";
import { createParameterCard } from "./parameter_card.js";
import { createPath } from "./path.js";
import { readCell, readParameter, readTrail } from "./places.js";
import { clearOver, createFold } from "./overlay.js";
import { dropEnding, forgetEnding } from "./player.js";
import { connectEditor, showWritten, updateReadout } from "./readout.js";
import { fit, LABELS, refit } from "./sizes.js";
import { createStoryCard } from "./story_card.js";
import { createToolbar } from "./toolbar.js";
import { tensorsOf } from "./tensors.js";
import { readView, writeView } from "./view_text.js";

/** Numbers that are painted in one frame while the map moves: more would delay the frame. */
const MOST_PAINTED = 100_000;
/** A camera that has not moved for as long is at rest. */
const REST_MS = 120;

/** @param {Page.Store} store */
function createView(store) {
  const node = element("div", "model-map"), head = element("div", "map-head"), written = element("div", "written");
  const stage = element("div", "stage"), canvas = element("canvas"), foot = element("div", "foot");
  const readout = element("div", "readout"), legend = element("div", "origins-legend"), live = element("div", "live"), before = element("div", "before"), editor = Object.assign(element("input", "editor"), { type: "text", hidden: true });
  node.dataset.workbench = "map";
  stage.tabIndex = 0;
  stage.setAttribute("role", "application");
  live.setAttribute("aria-live", "polite");
  editor.inputMode = "decimal";
  foot.append(readout, editor, legend, before, live);
  /** @type {Partial<ModelMap.View>} */
  const made = {
    store, node, head, written, before, stage, canvas, foot, readout, legend, live, editor, context: penOf(canvas),
    camera: { t: 0, x: 0, y: 0 }, time: null, speed: 1, isPlaying: false, hasParameters: false, hasOrigins: false, hasCache: false, seen: "now",
    cells: new Map(), otherCells: new Map(), asked: new Set(), selection: { hovered: null, pinned: null, parameter: null, trail: [], origins: [], ends: [] }, labels: LABELS, ratio: 1, mostPainted: MOST_PAINTED,
    bitmaps: null, sheet: null, frame: 0, isMoving: false, motion: { at: "", since: 0, timer: 0 }, flight: null, pointer: null, hoveredTitle: null, playing: 0, ending: null,
  };
  // The numbers come with the first answer, and `mapPart` adds the actions and the elements that need the view.
  return /** @type {ModelMap.View} */ (made);
}

/** @param {{store: Page.Store}} context */
export function mapPart({ store }) {
  const view = createView(store), { node, head, stage } = view;
  Object.assign(view, actionsOf(view), { draw: () => draw(view), fit: () => refit(view), takeNumbers: () => takeNumbers(view), layOut: (/** @type {ModelMap.Room} */ room) => layOut(view, room) });
  view.toolbar = createToolbar(view);
  view.outline = createOutline(view);
  view.links = createLinks(view);
  view.colours = createLegend();
  view.story = createStoryCard();
  view.cacheCard = createCacheCard();
  view.fold = createFold(view);
  view.card = createParameterCard();
  view.path = createPath(view);
  view.overview = createOverview(view);
  head.append(view.written, view.toolbar.compared, view.toolbar.node);
  stage.append(view.canvas, view.links.node, view.card.node, view.path.node, view.overview.node);
  node.append(head, stage, view.foot, view.outline.node);
  connectHand(view);
  connectKeys(view);
  connectEditor(view);
  Object.assign(node, hooksOf(view));
  const observer = new ResizeObserver(() => fit(view));
  observer.observe(node);
  const onResize = () => fit(view);
  window.addEventListener("resize", onResize);
  const stopRatio = followPixelRatio(() => fit(view));
  return {
    node, picture: () => ({ kind: /** @type {const} */ ("map"), view, part: view.part }),
    show: (/** @type {ModelMap.Part} */ part) => show(view, part),
    refresh: () => followState(view),
    moved: onResize,
    close() {
      stopFlight(view);
      view.isPlaying = false;
      cancelAnimationFrame(view.frame);
      cancelAnimationFrame(view.playing);
      observer.disconnect();
      window.removeEventListener("resize", onResize);
      stopRatio();
      clearTimeout(view.motion.timer);
      view.story.close();
      view.cacheCard.close();
      view.fold.close();
      view.overview.close();
      clearOver(view);
      setView(view.store, null);
    },
  };
}

/** Show a new answer: replace the numbers, leave everything else unchanged. @param {ModelMap.View} view @param {ModelMap.Part} part */
function show(view, part) {
  const before = view.part;
  view.part = part;
  view.node.dataset.id = part.id;
  if (!part.isCompared) view.seen = "now";
  else if (!before?.isCompared) view.seen = "difference";
  if (before && part.written !== before.written) Object.assign(view, { time: null, isPlaying: false });
  dropEnding(view);
  view.stage.setAttribute("aria-label", part.strings.name);
  takeNumbers(view);
  // First what is above and below the map, which gets the remaining room.
  view.toolbar.refresh();
  view.outline.refresh();
  view.links.refresh();
  view.fold.refresh();
  showWritten(view);
  keepHead(view);
  if (before && view.layout) layOut(view, view.layout.room, isPointedAt(view, before) ? view.layout : null);
  else begin(view);
  followState(view);
}

/** Do not let the head shrink while the sentence stays the same, so that the map does not move under the pointer. @param {ModelMap.View} view */
function keepHead(view) {
  const { head, store, part } = view, sentence = String(store.state?.setting.sentence ?? part[sentenceSide(part)].labels.join(" "));
  const high = sentence === view.sentence ? head.offsetHeight : 0;
  view.sentence = sentence;
  head.style.minHeight = high ? `${high}px` : "";
}

/** @param {ModelMap.View} view */
function takeNumbers(view) {
  view.tensors = tensorsOf(view.part, view.seen);
  view.theme ??= themeFor(view);
  dropBitmaps(view);
  view.cells.clear();
  view.otherCells.clear();
  view.asked.clear();
  view.card.clear();
}

/** @param {ModelMap.View} view */
function themeFor(view) {
  const accent = getComputedStyle(view.node).getPropertyValue("--st-primary-color").trim() || "#3654c9";
  return { ...themeOf(view.node), accent };
}

/** Drop the bitmaps, but keep their canvas for the next ones. @param {ModelMap.View} view */
function dropBitmaps(view) {
  view.sheet = view.bitmaps?.used ?? view.sheet;
  view.bitmaps = null;
}

/** Check for a changed theme, after drawing because reading it makes the browser compute all styles. @param {ModelMap.View} view */
function followTheme(view) {
  clearTimeout(view.themeTimer);
  view.themeTimer = setTimeout(() => {
    const theme = themeFor(view);
    if (theme.surface === view.theme.surface && theme.accent === view.theme.accent) return;
    view.theme = theme;
    dropBitmaps(view);
    view.redraw();
  });
}

/**
 * Return whether the pointer is on a map of the same words, which then stay under it until it leaves.
 * @param {Pick<ModelMap.View, "pointer" | "part">} view @param {ModelMap.Part} before
 */
function isPointedAt({ pointer, part }, before) {
  const side = sentenceSide(part);
  return Boolean(pointer && part.hideField) && part[side].labels.join() === before[side].labels.join();
}

/** @param {ModelMap.View} view @param {ModelMap.Room} room @param {ModelMap.Layout | null} [kept] */
function layOut(view, room, kept = null) {
  const before = view.layout, centre = before && before.room !== room ? writeView(before, view.camera, null) : "";
  view.layout = createLayout(view.part, room, { hasParameters: view.hasParameters, kept });
  dropBitmaps(view);
  // In a window of another size, the same part of the map stays in its middle.
  view.camera = (centre && readView(view.layout, centre)?.camera) || clamped(view.camera, placedAt(view.layout, view.camera.t), room);
  draw(view);
}

/** @param {ModelMap.View} view */
function draw(view) {
  cancelAnimationFrame(view.frame);
  view.frame = 0;
  if (!view.layout) return;
  view.placed = placedAt(view.layout, view.camera.t);
  view.bitmaps ??= createBitmaps(view.layout, view.tensors, view.theme, view.sheet);
  followMotion(view);
  drawFrame(view, view.context);
  view.links.place();
  view.path.refresh();
  view.colours.refresh(view);
  view.colours.place(view);
  view.overview.refresh();
  view.cacheCard.refresh(view);
  if (view.pointer) view.hover(view.under(view.pointer));
  view.card.place(view);
  view.node.dataset.drawn = String(performance.now());
  view.node.dataset.camera = [view.camera.t, view.camera.x, view.camera.y].map((one) => one.toFixed(4)).join(" ");
}

/** A map that moves is drawn again where it comes to rest. @param {ModelMap.View} view */
function followMotion(view) {
  const { camera: { t, x, y }, motion } = view, now = performance.now(), at = `${t} ${x} ${y}`, isOther = at !== motion.at;
  view.isMoving = isOther && now - motion.since < REST_MS;
  if (!isOther) return;
  Object.assign(motion, { at, since: now });
  clearTimeout(motion.timer);
  if (view.isMoving) motion.timer = setTimeout(() => view.node.isConnected && view.redraw(), REST_MS);
}

/** Follow the state: the pin, the trail and the theme may change without the numbers. @param {ModelMap.View} view */
function followState(view) {
  const { part, selection, store: { state } } = view;
  if (!part || !state) return;
  const { pin, trail } = state.selection;
  const pinned = readCell(part, pin), isOther = view.pinText !== pin && view.ownPin !== pin;
  const parameter = pinned ? null : readParameter(part, pin);
  Object.assign(selection, { pinned, parameter, trail: readTrail(part, trail) });
  if (parameter) view.need(parameter.parameter.name);
  const isFirst = view.pinText === undefined;
  if (isOther && !isFirst) forgetEnding(view);
  if (view.pinText !== pin) Object.assign(selection, { origins: [], ends: [] });
  view.pinText = pin;
  if (pinned && isOther && !isFirst) flyToCell(view, pinned);
  followTheme(view);
  if (view.hasOrigins) askForOrigins(view);
  updateReadout(view);
  view.redraw();
}

/** @param {Page.AddKind} addKind */
export default function register(addKind) {
  addKind("map", mapPart);
  addKind("cells", () => ({ node: element("span"), show: () => {} }));
  addKind("histogram", () => ({ node: element("span"), show: () => {} }));
  addKind("origins", () => ({ node: element("span"), show: () => {} }));
}
