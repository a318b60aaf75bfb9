// The card of the parameter that is pointed at: its name, its shape, and how its numbers are distributed. The server
// counts them all: what the map has of a large parameter is pooled.

import { fetchAreas } from "../../store/store.js";
import { element } from "../element.js";
import { briefText } from "../matrix_view/numbers.js";
import { countOf, parameterBox, shortName, sizeOf } from "./draw_parameters.js";
import { filled } from "./narration.js";

const SVG = "http://www.w3.org/2000/svg";
/** The time for which one points at a parameter before its histogram is requested; the distance from it. */
const ASK_MS = 60, APART = 10;
/** The least height of a bar that stands for at least one number, as a share. */
const LEAST_BAR = 0.02;

export function createParameterCard() {
  const node = element("div", "parameter-card");
  /** @type {Map<string, ModelMap.Histogram>} */
  const known = new Map();
  const pieces = { name: element("div", "name"), count: element("div", "count"), chart: element("div", "chart"), ends: element("div", "ends"), spread: element("div", "spread") };
  /** @type {ModelMap.Parameter | null} */
  let shown = null;
  /** @type {Page.Timer | undefined} */
  let timer;
  node.hidden = true;
  node.append(...Object.values(pieces));
  const fill = (/** @type {ModelMap.View} */ view) => {
    if (!shown) return;
    const { parameter: strings } = view.part.strings, histogram = known.get(shown.name), count = sizeOf(shown).toLocaleString("en");
    pieces.name.textContent = shortName(shown);
    pieces.count.textContent = filled(strings.count, { count: countOf(shown) });
    pieces.chart.replaceChildren(...(histogram ? [barsOf(histogram, strings, count)] : []));
    pieces.ends.replaceChildren(...(histogram ? endsOf(histogram).map((text) => element("span", "", text)) : []));
    pieces.spread.textContent = histogram ? filled(strings.spread, { mean: briefText(histogram.mean), deviation: briefText(histogram.deviation) }) : "";
  };
  const place = (/** @type {ModelMap.View} */ view) => {
    const { name } = shown ?? {};
    if (!name) return;
    const box = view.placed?.boxes.map((one) => parameterBox(view, one)).find((one) => one?.parameter.name === name);
    node.hidden = !box;
    if (box) node.style.transform = besideBox(view, box, node);
  };
  return {
    node, place,
    /** @param {ModelMap.View} view @param {ModelMap.Parameter | null} parameter */
    show(view, parameter) {
      if (parameter?.name === shown?.name) return;
      clearTimeout(timer);
      shown = parameter;
      node.hidden = !parameter;
      if (!parameter) return;
      fill(view);
      place(view);
      if (known.has(parameter.name)) return;
      timer = setTimeout(() => ask(view, parameter.name, known).then((isNew) => {
        if (!isNew || shown?.name !== parameter.name) return;
        fill(view);
        place(view);
      }), ASK_MS);
    },
    /** Forget all, since another answer has other numbers. */
    clear() {
      clearTimeout(timer);
      known.clear();
      shown = null;
      node.hidden = true;
    },
  };
}

/** @param {ModelMap.View} view @param {string} name @param {Map<string, ModelMap.Histogram>} known */
async function ask(view, name, known) {
  const { part } = view, areas = await fetchAreas(view.store, [`histogram~${name}`]), [histogram] = areas?.[`histogram~${name}`] ?? [];
  if (!histogram || view.part !== part) return false;
  // The server sends a histogram under this name.
  known.set(name, /** @type {ModelMap.Histogram & Page.Part} */ (histogram));
  return true;
}

/** The smallest and the largest number, at the ends of the axis. @param {ModelMap.Histogram} histogram */
function endsOf({ counts, least, most }) {
  return counts.length === 1 ? [briefText(least)] : [briefText(least), briefText(most)];
}

/**
 * One bar a bin, on a scale from 0 to the fullest bin.
 * @param {ModelMap.Histogram} histogram @param {ModelMap.Texts} strings @param {string} count
 */
function barsOf({ counts, least, most }, strings, count) {
  const svg = document.createElementNS(SVG, "svg"), fullest = Math.max(...counts);
  svg.setAttribute("class", "bars");
  svg.setAttribute("viewBox", `0 0 ${counts.length} 1`);
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", filled(strings.histogram, { count, least: briefText(least), most: briefText(most) }));
  svg.append(...counts.map((each, place) => {
    const bar = document.createElementNS(SVG, "rect"), height = each ? Math.max(LEAST_BAR, each / fullest) : 0;
    Object.entries({ x: place + 0.06, y: 1 - height, width: 0.88, height }).forEach(([name, value]) => bar.setAttribute(name, String(value)));
    bar.dataset.count = String(each);
    return bar;
  }));
  return svg;
}

/**
 * Beside the parameter, on the side where there is room, and within the stage.
 * @param {Pick<ModelMap.View, "camera" | "labels" | "layout">} view @param {Picture.Box} box @param {HTMLElement} node
 */
function besideBox({ camera, labels, layout: { room } }, box, node) {
  const width = node.offsetWidth, height = node.offsetHeight, left = labels + box.x - camera.x, most = labels + room.width - width - 2;
  const right = left + box.width + APART, x = right <= most ? right : left - APART - width;
  const y = Math.max(2, Math.min(room.height - height - 2, box.y - camera.y));
  return `translate(${Math.round(Math.max(2, Math.min(most, x)))}px, ${Math.round(y)}px)`;
}
