// The pad over the axes of a figure on which a curve is drawn, with a pointer or with keys.

import { element } from "../element.js";
import { POINTS, shareOf } from "./sketch.js";

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} tag @param {string} className */
function shape(tag, className) {
  const node = document.createElementNS(SVG, tag);
  node.setAttribute("class", className);
  return node;
}

/** Where the axes of a figure are, in pixels. @param {Plot.Node} plot @returns {Picture.Box | null} */
function areaOf({ _fullLayout: layout }) {
  if (!layout?.yaxis) return null;
  const { xaxis, yaxis } = layout;
  return { x: xaxis._offset, y: yaxis._offset, width: xaxis._length, height: yaxis._length };
}

/**
 * @param {Plot.Node} plot
 * @param {{stroke: (from: Picture.Point | null, to: Picture.Point) => void, key: (event: KeyboardEvent) => void}} acts in shares of the axes, y upwards
 */
export function createPad(plot, { stroke, key }) {
  const node = element("div", "sketch-pad"), picture = /** @type {SVGSVGElement} */ (shape("svg", ""));
  const line = shape("polyline", "line"), points = shape("g", "points"), here = shape("line", "here");
  picture.setAttribute("aria-hidden", "true");
  picture.append(here, line, points);
  node.append(picture);
  node.tabIndex = 0;
  node.hidden = true;
  node.setAttribute("role", "slider");
  node.setAttribute("aria-valuemin", "0");
  node.setAttribute("aria-valuemax", "100");
  node.onkeydown = key;
  // A click on the figure below chooses a point of it.
  node.onclick = (event) => event.stopPropagation();
  /** @type {Picture.Point | null} */
  let from = null;
  const pointOf = (/** @type {PointerEvent} */ event) => {
    const box = node.getBoundingClientRect();
    return { x: (event.clientX - box.left) / box.width, y: 1 - (event.clientY - box.top) / box.height };
  };
  node.onpointerdown = (event) => {
    if (event.button > 0) return;
    node.focus({ preventScroll: true });
    node.setPointerCapture(event.pointerId);
    from = pointOf(event);
    stroke(null, from);
  };
  node.onpointermove = (event) => {
    if (!from) return;
    const to = pointOf(event);
    stroke(from, to);
    from = to;
  };
  node.onpointerup = node.onpointercancel = () => { from = null; };

  return {
    node,
    /** @param {boolean} isOpen */
    open(isOpen) {
      node.hidden = !isOpen;
      // Plotly keeps its own elements first.
      if (isOpen && node.parentElement !== plot) plot.append(node);
      if (!isOpen) node.remove();
    },
    /** @param {Prediction.Sketch} sketch @param {number} at the point that keys move @param {{label: string, text: string}} words */
    show(sketch, at, { label, text }) {
      const area = areaOf(plot);
      if (!area || node.hidden) return;
      node.style.cssText = `left: ${area.x}px; top: ${area.y}px; width: ${area.width}px; height: ${area.height}px`;
      picture.setAttribute("viewBox", `0 0 ${area.width} ${area.height}`);
      const drawn = Array.from(sketch, (share, place) => ({ share, x: shareOf(place) * area.width, y: (1 - share) * area.height })).filter(({ share }) => !Number.isNaN(share));
      line.setAttribute("points", drawn.map(({ x, y }) => `${x},${y}`).join(" "));
      points.replaceChildren(...drawn.map(({ x, y }) => dot(x, y)));
      const x = String((at / (POINTS - 1)) * area.width);
      for (const [name, value] of Object.entries({ x1: x, x2: x, y1: "0", y2: String(area.height) })) here.setAttribute(name, value);
      node.setAttribute("aria-label", label);
      node.setAttribute("aria-valuetext", text);
      node.setAttribute("aria-valuenow", String(Number.isNaN(sketch[at]) ? 0 : Math.round(100 * sketch[at])));
    },
  };
}

/** @param {number} x @param {number} y */
function dot(x, y) {
  const made = shape("circle", "dot");
  for (const [name, value] of Object.entries({ cx: x, cy: y, r: 3 })) made.setAttribute(name, String(value));
  return made;
}
