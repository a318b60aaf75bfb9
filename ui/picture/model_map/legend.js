// The legend next to the titles of the map: the colours of its numbers and of its lines.

import { element } from "../element.js";
import { gradientOf } from "../matrix_view/colour.js";
import { lineLength, rowSize, STRIP_FROM } from "./layout.js";
import { filled } from "./narration.js";

/** The most heads whose colours are shown. */
const MOST_HEADS = 12;
/** The widths of the legend with and without its words, and of a title. */
const WORDED = 350, BARE = 235, TITLE = 62, EDGE = 4, APART = 24;

export function createLegend() {
  const node = element("div", "map-legend"), scale = element("span", "scale"), weights = element("span", "scale"), heads = element("span", "heads");
  node.append(scale, weights, heads);
  node.setAttribute("role", "note");
  /** @type {Pick<ModelMap.Data, "part" | "theme"> | null} */
  let shown = null;
  return { node, refresh: (/** @type {Pick<ModelMap.Data, "part" | "theme">} */ { part, theme }) => {
    // Asked in every frame: a part and a theme are compared, not read.
    if (shown?.part === part && shown.theme === theme) return;
    shown = { part, theme };
    node.title = aboutOf(part);
    scale.replaceChildren(element("span", "what", part.strings.legend.numbers), "−", swatch(theme, "diverging"), "+");
    weights.replaceChildren(element("span", "what", part.strings.legend.weights), "0", swatch(theme, "weights"), "1");
    heads.replaceChildren(element("span", "what", part.strings.legend.heads), ...colouredHeads(part));
  }, place: (/** @type {ModelMap.View} */ view) => {
    // In a narrow window, and of half a model, whose titles have its place, it is below the map; zoomed in, it is in the strip with the path.
    const isBelow = view.isNarrow || !view.layout.rows.src || !view.layout.rows.tgt, mount = isBelow ? view.foot : view.stage;
    if (node.parentElement !== mount) mount.append(node);
    node.classList.toggle("over", !isBelow);
    const isInStrip = view.camera.t >= STRIP_FROM;
    const room = isInStrip ? view.layout.room.width + view.labels - view.path.width() - APART : view.layout.room.width - lastTitle(view) - TITLE;
    node.classList.toggle("bare", !isBelow && room < WORDED);
    // Below the band of parameters, which reaches the same corner.
    node.style.top = isBelow ? "" : `${EDGE + (isInStrip ? 0 : view.placed.band)}px`;
    node.hidden = !isBelow && room < BARE;
  } };
}

/** The x coordinate where the last title of the source side begins. @param {Pick<ModelMap.View, "placed" | "layout">} view */
function lastTitle({ placed, layout }) {
  return placed.boxes.filter(({ column }) => column.side === "src" && layout.part.sections[column.section].stack === "encoder").at(-1)?.x ?? 0;
}

/** @param {Picture.Theme} theme @param {"diverging" | "weights"} scale */
function swatch(theme, scale) {
  const one = element("span", `swatch ${scale}`);
  one.style.background = gradientOf(theme, scale);
  return one;
}

/** @param {Pick<ModelMap.Part, "tensors">} part */
function headCount({ tensors }) {
  return Math.max(1, ...tensors.map(({ heads }) => heads));
}

/** @param {ModelMap.Part} part */
function colouredHeads(part) {
  const count = Math.min(headCount(part), MOST_HEADS);
  return Array.from({ length: count }, (_, head) => {
    const one = element("span", "head", String(head + 1));
    one.style.setProperty("--head", part.colours[head % part.colours.length]);
    return one;
  });
}

/** The legend as text, with how many numbers a row has and how they are wrapped. @param {ModelMap.Part} part */
function aboutOf(part) {
  const vector = part.tensors.find(({ own }) => own === "embeddings") ?? part.tensors[0], size = rowSize(vector);
  return filled(part.strings.legend.about, { size, lines: part.lines, length: lineLength(size, part.lines) });
}
