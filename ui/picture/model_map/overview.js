// A small picture of the whole map while only a part of it is in the window, with a frame around that part. Over a
// corner of the map; in a narrow window, where it would cover what it is about, below the map and always shown.

import { element, penOf } from "../element.js";
import { last } from "../last.js";
import { clamped, pointAfter } from "./camera.js";
import { sceneOf } from "./draw.js";
import { drawFlow } from "./draw_flow.js";
import { drawLines } from "./draw_lines.js";
import { drawTensors } from "./draw_tensors.js";
import { frontOf } from "./overlay.js";
import { stopFlight } from "./flight.js";
import { placedAt, STRIP_FROM } from "./layout.js";
import { pointInBox } from "../zoom.js";

/** The most that it may take of the map, in pixels. */
const WIDTH = 184, HEIGHT = 124, NARROW_WIDTH = 116, NARROW_HEIGHT = 84;
/** Milliseconds without a change after which the picture is drawn: never while the map moves. */
const REST = 120;
/**
 * The small picture: its elements, the whole map as it is zoomed out, and what it was last drawn from.
 * @typedef {{node: HTMLElement, canvas: HTMLCanvasElement, frame: HTMLElement, scale: number, layout?: ModelMap.Layout, far?: ModelMap.Placed,
 *   drawn: ModelMap.Bitmaps | null, drawnWidth?: number, drawnAt?: number | null, timer: Page.Timer | undefined}} Own
 */

/** @type {ModelMap.Selection} */
const NOTHING = { hovered: null, pinned: null, parameter: null, trail: [], origins: [], ends: [] };

/** @param {ModelMap.View} view */
export function createOverview(view) {
  const node = element("div", "map-overview"), canvas = element("canvas"), frame = element("div", "in-sight");
  node.append(canvas, frame);
  node.hidden = true;
  node.setAttribute("aria-hidden", "true");
  /** @type {Own} */
  const own = { node, canvas, frame, drawn: null, timer: undefined, scale: 1 };
  connectPointer(view, own);
  return { node, refresh: () => refresh(view, own), close: () => clearTimeout(own.timer) };
}

/** The whole map as it is zoomed out, worked out once for a layout. @param {Own} own @param {ModelMap.Layout} layout */
function farOf(own, layout) {
  if (!own.far || own.layout !== layout) Object.assign(own, { layout, far: placedAt(layout, 0) });
  return /** @type {ModelMap.Placed} */ (own.far);
}

/**
 * Puts the picture where it covers nothing that matters; returns whether that is below the map.
 * @param {ModelMap.View} view @param {HTMLElement} node
 */
function settle(view, node) {
  const isBelow = view.isNarrow && !frontOf(view)?.classList.contains("fills"), home = isBelow ? view.foot : view.stage;
  if (node.parentElement !== home) home.append(node);
  node.classList.toggle("below", isBelow);
  return isBelow;
}

/** @param {ModelMap.View} view @param {Own} own */
function refresh(view, own) {
  const { layout, camera, placed } = view;
  own.node.hidden = !settle(view, own.node) && camera.t < STRIP_FROM;
  if (own.node.hidden) return;
  const far = farOf(own, layout), [widest, highest] = view.isNarrow ? [NARROW_WIDTH, NARROW_HEIGHT] : [WIDTH, HEIGHT];
  own.scale = Math.min(widest / far.width, highest / far.height);
  const width = Math.round(far.width * own.scale), next = last(placed.boxes);
  // The results at the end of the map are never covered.
  own.node.classList.toggle("at-left", next.x < camera.x + layout.room.width);
  own.node.style.setProperty("--labels", `${view.labels}px`);
  own.canvas.style.width = `${width}px`;
  own.canvas.style.height = `${Math.round(far.height * own.scale)}px`;
  placeFrame(own, layout, camera, placed, far);
  if (own.drawn === view.bitmaps && own.drawnWidth === width && own.drawnAt === view.time) return;
  clearTimeout(own.timer);
  own.timer = setTimeout(() => paint(view, own, width), own.drawn ? REST : 0);
}

/** @param {Own} own @param {ModelMap.Layout} layout @param {ModelMap.Camera} camera @param {ModelMap.Placed} placed @param {ModelMap.Placed} far */
function placeFrame({ frame, scale }, layout, camera, placed, far) {
  const { room } = layout, corner = (/** @type {number} */ x, /** @type {number} */ y) => pointAfter(layout, placed, far, { x, y });
  const start = corner(camera.x, camera.y), end = corner(camera.x + room.width, camera.y + room.height);
  frame.style.transform = `translate(${(start.x * scale).toFixed(1)}px, ${(start.y * scale).toFixed(1)}px)`;
  frame.style.width = `${Math.max(6, (end.x - start.x) * scale).toFixed(1)}px`;
  frame.style.height = `${Math.max(6, (end.y - start.y) * scale).toFixed(1)}px`;
}

/** @param {ModelMap.View} view @param {Own} own @param {number} width */
function paint(view, own, width) {
  if (own.node.hidden || !own.far || !view.bitmaps) return;
  const { canvas, far, scale } = own, ratio = view.ratio * scale, height = Math.round(far.height * scale * view.ratio);
  Object.assign(canvas, { width: Math.round(width * view.ratio), height });
  Object.assign(own, { drawn: view.bitmaps, drawnWidth: width, drawnAt: view.time });
  const context = penOf(canvas), camera = { t: 0, x: 0, y: 0 };
  const frame = { ...sceneOf({ ...view, camera, placed: far, selection: NOTHING }), context, ratio, redraw: () => {}, need: () => {} };
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = view.theme.surface;
  context.fillRect(0, 0, far.width, far.height);
  drawFlow(frame);
  drawTensors(frame);
  drawLines(frame);
}

/** Press or drag to bring another part into the window. @param {ModelMap.View} view @param {Own} own */
function connectPointer(view, own) {
  const { node } = own;
  const bring = (/** @type {MouseEvent} */ event) => {
    if (!own.far) return;
    const at = pointInBox(event, node.getBoundingClientRect()), { layout, camera, placed } = view, { room } = layout;
    const point = pointAfter(layout, own.far, placed, { x: at.x / own.scale, y: at.y / own.scale });
    view.look(clamped({ t: camera.t, x: point.x - room.width / 2, y: point.y - room.height / 2 }, placed, room));
  };
  node.addEventListener("pointerdown", (event) => {
    event.stopPropagation();
    if (event.button) return;
    stopFlight(view);
    node.setPointerCapture(event.pointerId);
    bring(event);
  });
  node.addEventListener("pointermove", (event) => {
    event.stopPropagation();
    if (node.hasPointerCapture(event.pointerId)) bring(event);
  });
  for (const kind of ["pointerup", "dblclick"]) node.addEventListener(kind, (event) => event.stopPropagation());
}
