// The model's map as a part of an answer: the whole computation on one board that can be zoomed.

import { setView } from "../../answer/store.js";
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
import { readCell, readParameter, readTrail } from "./places.js";
import { play } from "./player.js";
import { connectEditor, say, showWritten } from "./said.js";
import { createStoryCard } from "./story_card.js";
import { createToolbar } from "./toolbar.js";
import { tensorsOf } from "./tensors.js";
import { readView } from "./view_text.js";

/** Rows whose words have a gloss need more room for their names. */
const LABELS = 104, GLOSSED_LABELS = 148, NARROW_LABELS = 82, NARROW = 640;
/** What stands below the board in the window: the line that is read out, and in a high one the list of steps. */
const LEAST_HEIGHT = 320, MOST_HEIGHT = 900, BELOW = 78, BELOW_LOW = 42, LOW_WINDOW = 800;
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
    cells: new Map(), asked: new Set(), selection: { hovered: null, pinned: null, parameter: null, trail: [], way: [], ends: [] }, labels: LABELS, ratio: 1,
  };
}

export function mapPart({ store }) {
  const view = createView(store), { node, head, stage } = view;
  Object.assign(view, actionsOf(view), { draw: () => draw(view), fit: () => fit(view, true), takeNumbers: () => takeNumbers(view) });
  view.toolbar = createToolbar(view);
  view.outline = createOutline(view);
  view.links = createLinks(view);
  view.colours = createLegend();
  view.story = createStoryCard();
  head.append(view.written, view.toolbar.compared, view.toolbar.node);
  stage.append(view.canvas, view.links.node);
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
      setView(view.store, null);
    },
  };
}

/** A new answer: its numbers in the place of the last ones, everything else as it was. */
function show(view, part) {
  const before = view.part;
  view.part = part;
  view.node.dataset.id = part.id;
  if (!part.isCompared) view.seen = "now";
  else if (!before?.isCompared) view.seen = "difference";
  if (before && part.written !== before.written) Object.assign(view, { time: null, isPlaying: false });
  view.stage.setAttribute("aria-label", part.strings.name);
  takeNumbers(view);
  // First what stands above and below the board: it gets the room that they leave.
  view.toolbar.refresh();
  view.outline.refresh();
  view.links.refresh();
  showWritten(view);
  keepHead(view);
  if (before && view.layout) layOut(view, view.layout.room);
  else begin(view);
  followState(view);
}

/** What a change of the same sentence takes away above the board leaves its room: the next click hits what it is aimed at. */
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
}

function themeFor(view) {
  const accent = getComputedStyle(view.node).getPropertyValue("--st-primary-color").trim() || "#3654c9";
  return { ...themeOf(view.node), accent };
}

/** The canvas on which they were is taken for the next ones. */
function dropBitmaps(view) {
  view.sheet = view.bitmaps?.used ?? view.sheet ?? null;
  view.bitmaps = null;
}

/** The theme may have changed: asked behind the picture, for the browser then computes all styles. */
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

/** What is in sight when the page opens: as the address says, else the whole; played once on first sight. */
function begin(view) {
  fit(view, true);
  const opened = readView(view.layout, view.store.state.place.view ?? "");
  if (opened) openAt(view, opened);
  else if (view.node.clientWidth < NARROW) requestAnimationFrame(() => showLayer(view, 1));
  else if (isFirstSight(view)) play(view);
  view.redraw();
}

/** As the address says: where one looked, at which step, and what was laid over the map. */
function openAt(view, opened) {
  Object.assign(view, opened, { seen: view.part.isCompared ? opened.seen : "now" });
  takeNumbers(view);
  if (view.hasParameters) layOut(view, view.layout.room);
  view.toolbar.refresh();
}

/** Whether this browser has never shown the map playing; one that keeps nothing for us counts as one that has. */
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

/** The board takes the room that the window has, and everything is laid out for it. */
function fit(view, isNew = false) {
  if (!view.part || !view.node.clientWidth) return;
  const width = view.node.clientWidth, isNarrow = width < NARROW, ratio = pixelRatio();
  const labels = isNarrow ? NARROW_LABELS : hasGlosses(view.part) ? GLOSSED_LABELS : LABELS;
  const scroller = document.querySelector(".stMain"), top = view.stage.getBoundingClientRect().top + (scroller?.scrollTop ?? 0);
  const wanted = isNarrow ? window.innerHeight * 0.56 : window.innerHeight - top - (window.innerHeight < LOW_WINDOW ? BELOW_LOW : BELOW);
  const height = Math.round(Math.max(LEAST_HEIGHT, Math.min(MOST_HEIGHT, wanted)));
  const room = { width: width - labels, height }, same = view.layout?.room;
  if (!isNew && same && same.width === room.width && same.height === room.height && view.ratio === ratio) return;
  Object.assign(view, { labels, ratio, isNarrow });
  Object.assign(view.canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
  view.canvas.style.width = `${width}px`;
  view.canvas.style.height = `${height}px`;
  layOut(view, room);
}

function hasGlosses({ src, tgt }) {
  return [...src.glosses, ...tgt.glosses].some(Boolean);
}

function layOut(view, room) {
  view.layout = createLayout(view.part, room, view);
  dropBitmaps(view);
  view.camera = clamped(view.camera, placedAt(view.layout, view.camera.t), room);
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
  view.colours.refresh(view);
  view.colours.place(view);
  if (view.pointer) view.hover(view.under(view.pointer));
  view.node.dataset.drawn = String(performance.now());
  view.node.dataset.camera = [view.camera.t, view.camera.x, view.camera.y].map((one) => one.toFixed(4)).join(" ");
}

/** The pin, the way and the theme may have changed without the numbers. */
function followState(view) {
  const { pin, trail } = view.store.state.place, { part, selection } = view;
  if (!part) return;
  const pinned = readCell(part, pin), isOther = view.pinText !== pin && view.ownPin !== pin;
  const parameter = pinned ? null : readParameter(part, pin);
  Object.assign(selection, { pinned, parameter, trail: readTrail(part, trail) });
  if (parameter) view.need(parameter.parameter.name);
  const isFirst = view.pinText === undefined;
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
  addKind("way", () => ({ node: element("span"), show: () => {} }));
}
