// The steps of multi-head attention as a row of small pictures, one of which is selected.

import { targetOfChip } from "../../ui/answer/parts.js";
import { element, penOf } from "../../ui/picture/element.js";
import { ramp, themeOf } from "../../ui/picture/matrix_view/colour.js";
import { ask } from "../../ui/store/store.js";

const GAP = 255;
const HEIGHT = 34, WIDTH = 92;

const STYLE = `
.workbench .step-row { display: grid; grid-template-columns: repeat(auto-fit, minmax(96px, 1fr)); gap: 6px; }
.workbench .step-card { display: grid; grid-template-rows: auto ${HEIGHT}px auto; gap: 3px; padding: 5px 8px; min-width: 0; font: inherit; color: inherit;
  text-align: left; cursor: pointer; background: transparent; border: 1px solid var(--st-border-color); border-radius: 8px; }
.workbench .step-card:hover { border-color: var(--st-primary-color); }
.workbench .step-card:focus-visible { outline: 2px solid var(--st-primary-color); outline-offset: 1px; }
.workbench .step-card[aria-pressed="true"] { border-color: var(--st-primary-color);
  background: color-mix(in srgb, var(--st-primary-color) 12%, transparent); }
.workbench .step-card[aria-pressed="true"] .name { color: var(--st-primary-color); }
.workbench .step-card .name { font-size: 12.5px; font-weight: 650; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.workbench .step-card .shape { font-size: 11px; opacity: .72; white-space: nowrap; overflow: hidden; font-variant-numeric: tabular-nums; }
.workbench .step-card canvas { align-self: center; justify-self: start; max-width: 100%; image-rendering: pixelated; }
`;

function addStyle() {
  if (document.getElementById("step-row-style")) return;
  const style = element("style", "", STYLE);
  style.id = "step-row-style";
  document.head.append(style);
}

/**
 * A step: its chip, and its picture, whose numbers begin at `at` among those of the row.
 * @typedef {{label: string, setting: Page.Setting, selection: Page.Selection | null, on: boolean, rows: number, cols: number, at: number, scale: Picture.Scale,
 *   shape: string}} SmallStep
 * @typedef {{title: string, steps: SmallStep[], numbers: Uint8Array}} StepsPart
 */

/**
 * One pixel per number; the gaps between tiles stay transparent.
 * @param {HTMLCanvasElement} canvas @param {SmallStep} step @param {Uint8Array} numbers @param {Picture.Theme} theme
 */
function paint(canvas, { rows, cols, at, scale }, numbers, theme) {
  const { packed } = ramp(theme, scale), image = new ImageData(cols, rows);
  const pixels = new Uint32Array(image.data.buffer);
  for (let place = 0; place < rows * cols; place++) {
    const number = numbers[at + place];
    pixels[place] = number === GAP ? 0 : packed[Math.round((number * (packed.length - 1)) / (GAP - 1))];
  }
  canvas.width = cols;
  canvas.height = rows;
  penOf(canvas).putImageData(image, 0, 0);
  canvas.style.height = `${HEIGHT}px`;
  canvas.style.width = `${scale === "weights" ? (HEIGHT * cols) / rows : WIDTH}px`;
}

function cardOf() {
  const card = element("button", "step-card");
  card.type = "button";
  const name = element("span", "name"), canvas = element("canvas"), shape = element("span", "shape");
  card.append(name, canvas, shape);
  return { card, name, canvas, shape };
}

/** @param {{store: Page.Store}} context */
function stepRow({ store }) {
  const node = element("div", "step-row");
  node.dataset.workbench = "map";
  node.setAttribute("role", "group");
  addStyle();
  /** @type {ReturnType<typeof cardOf>[]} */
  let cards = [];
  /** @type {StepsPart | null} */
  let last = null;
  /** @type {Picture.Theme | null} */
  let theme = null;
  let timer = 0;

  /** @param {StepsPart} part */
  function show(part) {
    last = part;
    node.setAttribute("aria-label", part.title);
    if (cards.length !== part.steps.length) {
      cards = part.steps.map(cardOf);
      node.replaceChildren(...cards.map(({ card }) => card));
    }
    const colours = theme ??= themeOf(node);
    part.steps.forEach((step, place) => {
      const { card, name, canvas, shape } = cards[place];
      name.textContent = step.label;
      shape.textContent = step.shape;
      paint(canvas, step, part.numbers, colours);
      card.setAttribute("aria-pressed", String(step.on));
      card.onclick = () => ask(store, { to: targetOfChip(store, step) });
    });
    node.dataset.drawn = String(performance.now());
  }

  /** Reading the theme makes the browser compute styles, so it is read after the picture has been drawn. */
  function followTheme() {
    const now = themeOf(node), isOther = now.surface !== theme?.surface;
    theme = now;
    if (isOther && last) show(last);
  }

  function refresh() {
    clearTimeout(timer);
    if (last) timer = setTimeout(followTheme);
  }

  return { node, show, refresh, close: () => clearTimeout(timer) };
}

/** @param {Page.AddKind} addKind */
export default function register(addKind) {
  addKind("steps", stepRow);
}
