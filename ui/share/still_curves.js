// Curves in a saved page: the values under the pointer are shown, and can be pinned, without Plotly.

import { element } from "../picture/element.js";

const SVG = "http://www.w3.org/2000/svg";

/** Returns the index of the point of a line that is nearest to a position on the x axis. @param {Share.PlottedPoint[]} points @param {number} left */
export function nearest(points, left) {
  let best = 0;
  points.forEach((point, place) => {
    if (Math.abs(point[2] - left) < Math.abs(points[best][2] - left)) best = place;
  });
  return best;
}

/** Formats with four significant digits. @param {number} value */
function shortText(value) {
  return String(Number(value.toPrecision(4))).replaceAll("-", "\u2212");
}

/** Returns the readout at a position: x, then every line's y, as [name, text, colour]. @param {Share.PlottedLine[]} lines @param {number} left */
export function readAt(lines, left) {
  const [first] = lines, [x, , at] = first.points[nearest(first.points, left)];
  const values = lines.map(({ name, colour, points }) => [name, shortText(points[nearest(points, at)][1]), colour]);
  return { x, left: at, values };
}

/** @type {Record<string, number>} */
const MOVES = { ArrowLeft: -1, ArrowRight: 1 };

/** Draws an SVG with its lines' points, and the readout below it. @param {HTMLElement} place @param {Pick<Share.SavedCurves, "svg" | "lines">} saved */
export function showCurves(place, { svg, lines }) {
  const drawn = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const picture = /** @type {SVGSVGElement} */ (/** @type {Node} */ (document.importNode(drawn, true)));
  const mark = document.createElementNS(SVG, "line"), readout = element("p", "curve-readout");
  const height = Number(picture.getAttribute("height"));
  /** @type {number | null} */
  let pinned = null;
  for (const [name, value] of Object.entries({ y1: 0, y2: height, stroke: "currentColor", "stroke-dasharray": "3 3" })) mark.setAttribute(name, String(value));
  mark.style.display = "none";
  picture.setAttribute("tabindex", "0");
  picture.style.cssText += "; max-width: 100%; height: auto; display: block";
  picture.append(mark);
  readout.setAttribute("role", "status");
  place.append(picture, readout);

  /** @param {number | null} left */
  function show(left) {
    mark.style.display = left === null ? "none" : "";
    readout.replaceChildren();
    if (left === null) return;
    const { x, left: at, values } = readAt(lines, left);
    for (const name of ["x1", "x2"]) mark.setAttribute(name, String(at));
    readout.append(element("strong", "", x.toLocaleString("en")), ...values.map(([name, text, colour]) => {
      const one = element("span", "", `  ${name}: ${text}`);
      one.style.borderLeft = `4px solid ${colour}`;
      return one;
    }));
  }

  const leftOf = (/** @type {MouseEvent} */ event) => {
    const box = picture.getBoundingClientRect();
    return ((event.clientX - box.left) * picture.viewBox.baseVal.width) / box.width;
  };
  picture.onpointermove = (event) => show(leftOf(event));
  picture.onpointerleave = () => show(pinned);
  picture.onclick = (event) => show((pinned = leftOf(event)));
  picture.onkeydown = ({ key }) => {
    const way = MOVES[key], [{ points }] = lines;
    if (key === "Escape") pinned = null;
    else if (way) pinned = points[Math.max(0, Math.min(points.length - 1, pinned === null ? 0 : nearest(points, pinned) + way))][2];
    else return;
    show(pinned);
  };
}
