// The map as a part of an answer: the whole computation on one zoomable canvas.

import { setView } from "../../answer/store.js";
import { scrolled } from "../../streamlit/streamlit.js";
import { element } from "../element.js";
import { themeOf } from "../matrix_view/colour.js";
import { followPixelRatio, pixelRatio } from "../pixel_ratio.js";
import { actionsOf } from "./actions.js";
import { askForWay } from "./asking.js";
import { createBitmaps } from "./bitmaps.js";
import { clamped } from "./camera.js";
import { drawFrame } from "./draw.js";
import { isStill, stopFlight } from "./flight.js";
import { hooksOf } from "./hooks.js";
import { connectHand, flyToCell, flyToSpan } from "./interaction.js";
import { connectKeys } from "./keys.js";
import { createLayout, placedAt } from "./layout.js";
import { createLegend } from "./legend.js";
import { createLinks } from "./links.js";
import { createOutline } from "./outline.js";
import { createOverview } from "./overview.js";
import { createParameterCard } from "./parameter_card.js";
import { createPath } from "./path.js";
import { namedWidth } from "./row_names.js";
import { readCell, readParameter, readTrail } from "./places.js";
import { belowFront, clearOver, coveredBy, createFold, frontOf, placeOver } from "./overlay.js";
import { dropEnding, forgetEnding, play } from "./player.js";
import { connectEditor, say, showWritten } from "./said.js";
import { createStoryCard } from "./story_card.js";
import { createToolbar } from "./toolbar.js";
import { tensorsOf } from "./tensors.js";
import { readView, writeView } from "./view_text.js";

/** The width for the names of the rows, narrower in a window below `NARROW`; with glosses, as these need it. */
const LABELS = 104, GLOSSED_LABELS = [148, 204], NARROW_LABELS = 82, NARROW = 640;
/** The limits of the map's height, and the room below it: for the readout, and in a high window the list of steps. */
const LEAST_HEIGHT = 320, MOST_HEIGHT = 900, MOST_FRONT_HEIGHT = 1600, BELOW = 78, BELOW_LOW = 42, LOW_WINDOW = 800;
/** The share of a narrow window's height that the map takes. */
const NARROW_SHARE = 0.56;
/** Numbers that are painted in one frame while the map moves: more would delay the frame. */
const MOST_PAINTED = 100_000;
/** The speed of the playback that nobody has asked for yet. */
const FIRST_SPEED = 0.5;
const SEEN_ONCE = "workbench.map.seen";

function createView(store) {
  const node = element("div", "model-map"), head = element("div", "map-head"), written = element("div", "written");
  const stage = element("div", "stage"), canvas = element("canvas"), foot = element("div", "foot");
  const readout = element("div", "readout"), legend = element("div", "way-legend"), live = element("div", "live"), before = element("div", "before"), editor = Object.assign(element("input", "editor"), { type: "text", hidden: true });
  node.dataset.workbench = "map";
  stage.tabIndex = 0;
  stage.setAttribute("role", "application");
  live.setAttribute("aria-live", "polite");
  editor.inputMode = "decimal";
  foot.append(readout, editor, legend, before, live);
  return {
    store, node, head, written, before, stage, canvas, foot, readout, legend, live, editor, context: canvas.getContext("2d"),
    camera: { t: 0, x: 0, y: 0 }, time: null, speed: 1, isPlaying: false, hasParameters: false, hasWay: false, seen: "now",
    cells: new Map(), asked: new Set(), selection: { hovered: null, pinned: null, parameter: null, trail: [], way: [], ends: [] }, labels: LABELS, ratio: 1, mostPainted: MOST_PAINTED,
  };
}

export function mapPart({ store }) {
  const view = createView(store), { node, head, stage } = view;
  Object.assign(view, actionsOf(view), { draw: () => draw(view), fit: () => refit(view), takeNumbers: () => takeNumbers(view) });
  view.toolbar = createToolbar(view);
  view.outline = createOutline(view);
  view.links = createLinks(view);
  view.colours = createLegend();
  view.story = createStoryCard();
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
    node, picture: () => ({ kind: "map", view, part: view.part }),
    show: (part) => show(view, part),
    refresh: () => followState(view),
    close() {
      stopFlight(view);
      view.isPlaying = false;
      cancelAnimationFrame(view.frame);
      cancelAnimationFrame(view.playing);
      observer.disconnect();
      window.removeEventListener("resize", onResize);
      stopRatio();
      view.story.close();
      view.fold.close();
      view.overview.close();
      clearOver(view);
      setView(view.store, null);
    },
  };
}

/** Show a new answer: replace the numbers, leave everything else unchanged. */
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

/** Do not let the head shrink while the sentence stays the same, so that the map does not move under the pointer. */
function keepHead(view) {
  const { head, store, part } = view, sentence = store.state.setting.sentence ?? part.src.labels.join(" ");
  const high = sentence === view.sentence ? head.offsetHeight : 0;
  view.sentence = sentence;
  head.style.minHeight = high ? `${high}px` : "";
}

function takeNumbers(view) {
  view.tensors = tensorsOf(view.part, view.seen);
  view.theme ??= themeFor(view);
  dropBitmaps(view);
  view.cells.clear();
  view.asked.clear();
  view.card.clear(view);
}

function themeFor(view) {
  const accent = getComputedStyle(view.node).getPropertyValue("--st-primary-color").trim() || "#3654c9";
  return { ...themeOf(view.node), accent };
}

/** Drop the bitmaps, but keep their canvas for the next ones. */
function dropBitmaps(view) {
  view.sheet = view.bitmaps?.used ?? view.sheet ?? null;
  view.bitmaps = null;
}

/** Check for a changed theme, after drawing because reading it makes the browser compute all styles. */
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

/** Set the initial view: from the URL, else the whole map, played once on the user's first visit. */
function begin(view) {
  fit(view, true);
  const opened = readView(view.layout, view.store.state.place.view ?? "");
  if (opened) openAt(view, opened);
  else if (view.node.clientWidth < NARROW) requestAnimationFrame(() => showLayer(view, 1));
  else if (isFirstSight(view)) {
    view.speed = FIRST_SPEED;
    play(view);
  }
  view.redraw();
}

/** Restore the view from the URL: the camera, the step and the overlays. */
function openAt(view, opened) {
  Object.assign(view, opened, { seen: view.part.isCompared ? opened.seen : "now" });
  takeNumbers(view);
  if (view.hasParameters) layOut(view, view.layout.room);
  // At once: no frame shows the whole model at the place that was opened.
  else draw(view);
  view.toolbar.refresh();
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

function isFirstSight(view) {
  const isPlain = !view.store.state.place.pin && view.part.playsOnce && !isStill() && !document.hidden;
  return isPlain && isNewHere();
}

function showLayer(view, section) {
  const boxesOf = (placed) => placed.boxes.filter(({ column }) => column.section === section && column.side === view.part.sections[section].side);
  if (view.layout) flyToSpan(view, boxesOf);
}

/** Fit the map to the window, and lay everything out again if the size has changed. */
function fit(view, isNew = false) {
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
  layOut(view, room);
}

/** Fit the map to its place again, after what is around or over it has changed. */
function refit(view) {
  fit(view, true);
  view.toolbar.refresh();
}

/** The height of the map: down to the window's lower edge, where there is room for the line below it. */
function heightOf(view, isNarrow) {
  const isFront = Boolean(frontOf(view)), isFilling = frontOf(view)?.classList.contains("fills");
  const top = view.stage.getBoundingClientRect().top + (isFilling ? frontOf(view).scrollTop : scrolled());
  const below = isFront ? belowFront() : window.innerHeight < LOW_WINDOW ? BELOW_LOW : BELOW;
  const wanted = isNarrow && !isFilling ? window.innerHeight * NARROW_SHARE : window.innerHeight - top - below;
  return Math.round(Math.max(LEAST_HEIGHT, Math.min(isFront ? MOST_FRONT_HEIGHT : MOST_HEIGHT, wanted)));
}

function hasGlosses({ src, tgt }) {
  return [...src.glosses, ...tgt.glosses].some(Boolean);
}

/** The width in which every name and its gloss are in one line, within limits. */
function glossedWidth({ part, theme }) {
  const [least, most] = GLOSSED_LABELS;
  const widths = [part.src, part.tgt].flatMap(({ labels, glosses }) => labels.map((label, row) => namedWidth(theme.font, label, glosses[row])));
  return Math.min(most, Math.max(least, ...widths));
}

/** Return whether the pointer is on a map of the same words, which then stay under it until it leaves. */
function isPointedAt({ pointer, part }, before) {
  return Boolean(pointer && part.hideField) && part.src.labels.join() === before.src.labels.join();
}

function layOut(view, room, kept = null) {
  const before = view.layout, centre = before && before.room !== room ? writeView(before, view.camera, null) : "";
  view.layout = createLayout(view.part, room, { hasParameters: view.hasParameters, kept });
  dropBitmaps(view);
  // In a window of another size, the same part of the map stays in its middle.
  view.camera = (centre && readView(view.layout, centre)?.camera) || clamped(view.camera, placedAt(view.layout, view.camera.t), room);
  draw(view);
}

function draw(view) {
  cancelAnimationFrame(view.frame);
  view.frame = 0;
  if (!view.layout) return;
  view.placed = placedAt(view.layout, view.camera.t);
  view.bitmaps ??= createBitmaps(view.layout, view.tensors, view.theme, view.sheet);
  drawFrame(view, view.context);
  view.links.place();
  view.path.refresh();
  view.colours.refresh(view);
  view.colours.place(view);
  view.overview.refresh();
  if (view.pointer) view.hover(view.under(view.pointer));
  view.card.place(view);
  view.node.dataset.drawn = String(performance.now());
  view.node.dataset.camera = [view.camera.t, view.camera.x, view.camera.y].map((one) => one.toFixed(4)).join(" ");
}

/** Follow the state: the pin, the trail and the theme may change without the numbers. */
function followState(view) {
  const { pin, trail } = view.store.state.place, { part, selection } = view;
  if (!part) return;
  const pinned = readCell(part, pin), isOther = view.pinText !== pin && view.ownPin !== pin;
  const parameter = pinned ? null : readParameter(part, pin);
  Object.assign(selection, { pinned, parameter, trail: readTrail(part, trail) });
  if (parameter) view.need(parameter.parameter.name);
  const isFirst = view.pinText === undefined;
  if (isOther && !isFirst) forgetEnding(view);
  if (view.pinText !== pin) Object.assign(selection, { way: [], ends: [] });
  view.pinText = pin;
  if (pinned && isOther && !isFirst) flyToCell(view, pinned);
  followTheme(view);
  if (view.hasWay) askForWay(view);
  say(view);
  view.redraw();
}

export default function register(addKind) {
  addKind("map", mapPart);
  addKind("cells", () => ({ node: element("span"), show: () => {} }));
  addKind("histogram", () => ({ node: element("span"), show: () => {} }));
  addKind("way", () => ({ node: element("span"), show: () => {} }));
}
