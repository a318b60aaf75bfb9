// Pointer input on the map: pan, zoom, hover, click.

import { last } from "../last.js";
import { centredOn, clamped, distanceFor, zoomed } from "./camera.js";
import { sceneOf } from "./draw.js";
import { parameterBox, pair } from "./draw_parameters.js";
import { flyTo, stopFlight } from "./flight.js";
import { linesSeen } from "./draw_lines.js";
import { placedAt } from "./layout.js";
import { tokenAt } from "./next_tokens.js";
import { encoderEnd, rowSeen, seenAt } from "./play.js";
import { forgetEnding, pause } from "./player.js";
import { boxOf, cellRect, hitAt } from "./points.js";
import { headsOff, ribbonAt } from "./ribbons.js";
import { nextOf } from "./readout.js";
import { titleAt, titlesIn } from "./titles.js";
import { pointInBox } from "../zoom.js";

const STEADY = 5, WHEEL = 0.0011, LINE = 16, STEP_IN = 0.22, PINCH = 0.28;
/** The room above and below the ends of an attention weight's line, in pixels. */
const ENDS = 24;

/** @param {ModelMap.View} view @param {MouseEvent} event */
function pointIn(view, event) {
  const box = view.stage.getBoundingClientRect();
  const { x, y } = pointInBox(event, box);
  return { x: x - view.labels, y };
}

/**
 * What is under a point of the window: a word at the left, or a parameter, a line or a cell on the map.
 * @param {ModelMap.View} view @param {Picture.Point} point @returns {ModelMap.Hit | null}
 */
export function placeUnder(view, point) {
  const { layout, placed, camera } = view, x = point.x + camera.x, y = point.y + camera.y;
  // The strip with the path covers what is below it.
  if (point.y < placed.strip) return null;
  const on = point.x < 0 ? null : titleUnder(view, x, y) ?? parameterUnder(view, x, y) ?? ribbonUnder(view, x, y);
  if (on) return on;
  const hit = hitAt(layout, placed, point.x < 0 ? -1 : x, y);
  if (!hit) return null;
  if (point.x < 0) return { side: hit.side, row: hit.row, isWord: true };
  return hit.column?.kind === "next" ? nextUnder(view, hit, y) : hit;
}

/** @param {ModelMap.View} view @param {number} x @param {number} y */
function titleUnder(view, x, y) {
  const title = titleAt(titlesIn(sceneOf(view)), { x, y });
  return title && { title };
}

/** The attention line under a point, as the cell of its weight. @param {ModelMap.View} view @param {number} x @param {number} y */
function ribbonUnder(view, x, y) {
  const { placed, layout } = view, seen = seenAt(layout.part, view.time ?? Infinity), boxes = placed.boxes;
  const frame = { placed, seen, encoderEnd: encoderEnd(layout, placed, seen) };
  for (const box of boxes) {
    const { column } = box;
    if (column.kind !== "lines" || column.isShared || x < box.x || x >= box.x + box.width) continue;
    const tensor = view.tensors[column.place], isSeen = linesSeen(frame, box);
    const found = ribbonAt(placed, tensor, box, { x, y }, { isSeen, off: headsOff(layout.part, tensor) });
    if (!found) continue;
    const { head, query, key } = found, index = tensor.heads ? [head, query, key] : [query, key];
    return { side: column.side, row: query, column, place: column.place, index, isRibbon: true };
  }
  return null;
}

/**
 * The next token under a point at the end of the map, with its probability; only the row until it is shown.
 * @param {ModelMap.View} view @param {ModelMap.RowHit | ModelMap.CellHit} hit @param {number} y
 */
function nextUnder(view, hit, y) {
  const { placed } = view, seen = seenAt(view.part, view.time ?? Infinity), next = nextOf(view)[hit.row];
  if (!next || rowSeen(seen, hit.row, placed.width).rise < 1) return { side: hit.side, row: hit.row };
  const [name, share] = tokenAt(placed, last(placed.boxes), next, y - placed.tops[hit.side] - hit.row * placed.pitch);
  return { side: hit.side, row: hit.row, next: { name, share } };
}

/** @param {ModelMap.View} view @param {number} x @param {number} y */
function parameterUnder(view, x, y) {
  for (const box of view.placed.boxes) {
    const at = parameterBox(view, box);
    if (!at || x < at.x || x >= at.x + at.width || y < at.y || y >= at.y + at.height) continue;
    const [rows, cols] = pair(at.parameter.shape);
    const row = Math.floor(((y - at.y) / at.height) * rows), col = Math.floor(((x - at.x) / at.width) * cols);
    return { parameter: at.parameter, parameterIndex: at.parameter.shape.length === 1 ? [col] : [row, col] };
  }
  return null;
}

/**
 * The rectangle of a cell; for an attention weight it extends from the row of its query to the row of its key.
 * @param {ModelMap.Layout} layout @param {ModelMap.Placed} placed @param {ModelMap.Cell} cell
 */
function rectOf(layout, placed, { place, index }) {
  const rect = /** @type {Picture.Box} */ (cellRect(layout, placed, place, index));
  const lines = placed.boxes.find(({ column }) => column.kind === "lines" && column.place === place)?.column;
  if (!lines) return rect;
  const key = placed.tops[lines.from] + last(index) * placed.pitch, top = Math.min(rect.y, key);
  return { ...rect, y: top, height: Math.max(rect.y + rect.height, key + placed.pitch) - top };
}

/**
 * Zoom in until a cell is readable, at least to `least`; not so far that an end of its line leaves the window.
 * @param {ModelMap.View} view @param {ModelMap.Cell} cell @param {number} [least]
 */
export function flyToCell(view, cell, least = 0) {
  const { layout } = view, rectAt = (/** @type {ModelMap.Placed} */ placed) => rectOf(layout, placed, cell);
  const wide = (/** @type {ModelMap.Placed} */ placed) => boxOf(placed, cell.place)?.width ?? 0;
  const near = Math.max(view.camera.t, distanceFor(layout, wide, Math.min(220, layout.room.width * 0.5)));
  const tall = distanceFor(layout, (placed) => rectAt(placed).height, layout.room.height - ENDS);
  const t = Math.max(least, Math.min(near, tall));
  flyTo(view, centredOn(layout, t, rectAt), rectAt);
}

/** Zoom until columns fill the window. @param {ModelMap.View} view @param {(placed: ModelMap.Placed) => ModelMap.Box[]} boxesOf */
export function flyToSpan(view, boxesOf) {
  flyToRange(view, (placed) => {
    const boxes = boxesOf(placed);
    return { left: Math.min(...boxes.map(({ x }) => x)), right: Math.max(...boxes.map(({ x, width }) => x + width)), side: boxes[0].column.side };
  });
}

/**
 * Zoom until a range along x, given at any zoom as {left, right, side}, fills the window.
 * @param {ModelMap.View} view @param {(placed: ModelMap.Placed) => ModelMap.Span} rangeAt
 */
export function flyToRange(view, rangeAt) {
  const { layout } = view, span = (/** @type {ModelMap.Placed} */ placed) => {
    const { left, right, side } = rangeAt(placed), head = placed.names + placed.strip + 16;
    return { x: left - 10, width: right - left + 20, y: placed.tops[side] - head, height: layout.rows[side] * placed.pitch + head };
  };
  const t = distanceFor(layout, (placed) => span(placed).width, layout.room.width * 0.96);
  flyTo(view, centredOn(layout, t - 0.001, span), span);
}

/**
 * Zoom to what a title names: a layer, a block or a column.
 * @param {ModelMap.View} view @param {Pick<ModelMap.Title, "section" | "block" | "column">} title
 */
export function flyToTitle(view, { section, block, column }) {
  const { sections } = view.part, isOf = (/** @type {ModelMap.Column} */ one) => {
    const own = sections[one.section];
    if (section) return one.side === section.side && own.stack === section.stack && own.layer === section.layer && (own.layer !== null || own === section);
    return block ? block.columns.includes(one) : one === column;
  };
  flyToSpan(view, (placed) => placed.boxes.filter((box) => box.column.kind !== "next" && isOf(box.column)));
}

/** @param {ModelMap.View} view */
export function flyOut(view) {
  flyTo(view, { t: 0, x: 0, y: 0 }, (placed) => ({ x: placed.width / 2, y: placed.height / 2, width: 0, height: 0 }));
}

/** Zoom by one step, around a point of the window. @param {ModelMap.View} view @param {number} by @param {Picture.Point} [at] */
export function flyBy(view, by, at = { x: view.layout.room.width / 2, y: view.layout.room.height / 2 }) {
  const { layout, camera } = view, target = zoomed(layout, camera, camera.t + by, at);
  const placed = placedAt(layout, camera.t), hit = { x: (camera.x + at.x) / placed.width };
  flyTo(view, target, (now) => ({ x: hit.x * now.width, y: now.height / 2, width: 0, height: 0 }));
}

/** @param {ModelMap.View} view */
export function connectHand(view) {
  const { stage } = view;
  /** @type {Map<number, Picture.Point>} */
  const pointers = new Map();
  /** @type {{point: Picture.Point, camera: ModelMap.Camera} | null} */
  let start = null;
  /** @type {Picture.Point | null} */
  let held = null;
  let isMoved = false, spread = 0;
  stage.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    stopFlight(view);
    forgetEnding(view);
    pointers.set(event.pointerId, pointIn(view, event));
    start = { point: pointIn(view, event), camera: view.camera };
    isMoved = false;
    spread = distance(pointers);
    held = pointers.size > 1 ? middle(pointers) : null;
  });
  stage.addEventListener("pointermove", (event) => {
    const point = pointIn(view, event);
    if (!pointers.has(event.pointerId)) {
      if (event.pointerType === "touch") return;
      view.pointer = point;
      const under = placeUnder(view, point);
      if (under) forgetEnding(view);
      view.hover(under);
      return;
    }
    pointers.set(event.pointerId, point);
    if (pointers.size > 1) {
      isMoved = true;
      const now = distance(pointers), at = middle(pointers);
      if (spread && held) pinch(view, Math.log(now / spread) * PINCH, at, held);
      [spread, held] = [now, at];
      return;
    }
    if (!start) return;
    if (!isMoved && Math.hypot(point.x - start.point.x, point.y - start.point.y) < STEADY) return;
    if (!isMoved) stage.setPointerCapture(event.pointerId);
    isMoved = true;
    const camera = { ...start.camera, x: start.camera.x + start.point.x - point.x, y: start.camera.y + start.point.y - point.y };
    view.look(clamped(camera, placedAt(view.layout, camera.t), view.layout.room));
  });
  const release = (/** @type {PointerEvent} */ event) => {
    const wasDown = pointers.delete(event.pointerId);
    if (pointers.size === 1) start = { point: [...pointers.values()][0], camera: view.camera };
    if (!wasDown || isMoved || event.type === "pointercancel") return;
    if (view.isPlaying) pause(view);
    view.click(placeUnder(view, pointIn(view, event)));
  };
  stage.addEventListener("pointerup", release);
  stage.addEventListener("pointercancel", release);
  stage.addEventListener("pointerleave", () => {
    view.pointer = null;
    view.hover(null);
    if (view.layout?.isKept) view.fit();
  });
  stage.addEventListener("dblclick", (event) => {
    event.preventDefault();
    flyBy(view, STEP_IN, pointIn(view, event));
  });
  stage.addEventListener("wheel", (event) => onWheel(view, event), { passive: false });
}

/** Browsers report a touchpad pinch as wheel events with Ctrl and small deltas; those below `PINCHED` are sped up. */
const PINCHED = 40, PINCHED_FASTER = 4;

/**
 * A sideways wheel pans. Otherwise the wheel zooms if the map has the focus or Ctrl is down; else the page scrolls.
 * @param {ModelMap.View} view @param {WheelEvent} event
 */
function onWheel(view, event) {
  const scale = event.deltaMode === 1 ? LINE : 1, across = event.shiftKey ? event.deltaY : event.deltaX, down = event.shiftKey ? 0 : event.deltaY;
  const isSideways = Math.abs(across) > Math.abs(down);
  if (!event.ctrlKey && !isSideways && document.activeElement !== view.stage) return;
  // Fully zoomed out, the page scrolls too.
  if (!event.ctrlKey && view.camera.t === 0 && down >= 0 && !across) return;
  event.preventDefault();
  stopFlight(view);
  if (isSideways) {
    view.look(clamped({ ...view.camera, x: view.camera.x + across * scale }, view.placed, view.layout.room));
    return;
  }
  view.look(zoomed(view.layout, view.camera, view.camera.t - down * scale * WHEEL * (event.ctrlKey && Math.abs(down) < PINCHED ? PINCHED_FASTER : 1), pointIn(view, event)));
}

/** Two fingers pan and zoom at the same time. @param {ModelMap.View} view @param {number} by @param {Picture.Point} at @param {Picture.Point} held */
function pinch(view, by, at, held) {
  const { x, y, t } = zoomed(view.layout, view.camera, view.camera.t + by, at);
  view.look(clamped({ t, x: x - (at.x - held.x), y: y - (at.y - held.y) }, placedAt(view.layout, t), view.layout.room));
}

/** @param {Map<number, Picture.Point>} pointers */
function distance(pointers) {
  const [one, other] = [...pointers.values()];
  return other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;
}

/** @param {Map<number, Picture.Point>} pointers */
function middle(pointers) {
  const [one, other] = [...pointers.values()];
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}
