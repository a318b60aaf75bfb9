// Lines between words, as thick as the attention weights. Words are inserted as text, never as HTML.
// Hovering here highlights the same words in matrix views with the same link, and vice versa.

import { ask } from "../../store/store.js";
import { element, isDark, penOf } from "../element.js";
import { labelNodes } from "../glossed.js";
import { lettersOn } from "../matrix_view/colour.js";
import { followPixelRatio, pixelRatio } from "../pixel_ratio.js";
import { forPointer } from "../pointer_words.js";
import { drawLines } from "./draw_lines.js";
import { pointInBox, windowSize } from "../zoom.js";

/** In a low window, or with many words, rows get closer, but stay far enough apart for a finger. */
const LOW_WINDOW = 800, MOST_APART = 14, MANY = 18, CLOSE = 24, BETWEEN = 30, APART = 38;

/** @param {Pick<WordLines.View, "root" | "data">} view */
function setRows({ root, data }) {
  const count = Math.max(data.keys.length, data.queries.length), isLow = windowSize().height < LOW_WINDOW;
  const row = count > MANY ? CLOSE : isLow || count > MOST_APART ? BETWEEN : APART;
  root.style.setProperty("--row", `${row}px`);
  // This many words do not fit next to a matrix of the same size.
  root.classList.toggle("many", count > MANY);
}

/** @param {WordLines.View} view */
function legendOf(view) {
  const legend = element("div", "legend");
  if (view.data.heads.length < 2) return legend;
  legend.append(element("span", "title", view.data.strings.heads));
  view.data.heads.forEach(({ name, colour }, number) => {
    const button = element("button", "", String(number + 1));
    button.type = "button";
    button.style.setProperty("--head", colour);
    button.style.setProperty("--on-head", lettersOn(colour));
    button.setAttribute("aria-label", name);
    button.title = view.data.strings.heads_help;
    button.onclick = () => toggleHead(view, number);
    button.ondblclick = () => tellHeads(view, [number]);
    legend.append(button);
  });
  return legend;
}

/** @param {WordLines.View} view */
function headsOn(view) {
  return view.data.heads.flatMap(({ on }, number) => (on ? [number] : []));
}

/**
 * Switch a head on or off; switching off the last one switches all of them on, because nothing would be left.
 * @param {WordLines.View} view @param {number} number
 */
function toggleHead(view, number) {
  const on = headsOn(view);
  const next = on.includes(number) ? on.filter((one) => one !== number) : [...on, number].sort((a, b) => a - b);
  tellHeads(view, next.length ? next : view.data.heads.map((_, one) => one));
}

/** @param {WordLines.View} view @param {number[]} on */
function tellHeads(view, on) {
  view.data.heads.forEach((head, number) => { head.on = on.includes(number); });
  markHeads(view);
  const off = view.data.heads.flatMap((_, number) => (on.includes(number) ? [] : [number]));
  set(view, view.data.offField, off.join("_"));
}

/** @param {WordLines.View} view */
function markHeads({ root, data }) {
  root.querySelectorAll(".legend button").forEach((button, number) => {
    button.setAttribute("aria-pressed", String(data.heads[number].on));
  });
}

/**
 * Set one field of the setting; the rest of the state is unchanged.
 * @param {Pick<WordLines.View, "store">} view @param {string} name @param {string} value
 */
function set({ store }, name, value) {
  if (!store.state) return;
  const { setting, selection } = store.state;
  ask(store, { to: { setting: { ...setting, [name]: value }, selection } });
}

/** @param {WordLines.View} view @param {"q" | "k"} side @param {number} place @param {string} text @param {string | undefined} note @param {string | undefined} gloss */
function wordOf(view, side, place, text, note, gloss) {
  const word = element("button", "word");
  word.type = "button";
  word.dataset.word = `${side}${place}`;
  word.title = view.data.hints[text] ?? "";
  word.setAttribute("aria-pressed", "false");
  const [name, ...rest] = labelNodes(text, gloss);
  word.append(element("span", "text", String(name)), ...rest);
  if (note) word.append(element("span", "note", note));
  const here = () => hover(view, { [side === "q" ? "query" : "key"]: place });
  word.onmouseenter = word.onfocus = here;
  word.onmouseleave = word.onblur = () => hover(view, null);
  word.onclick = () => togglePin(view, `${side}${place}`);
  return word;
}

/** @param {WordLines.View} view @param {"q" | "k"} side @param {string} title @param {string[]} words @param {string[]} notes @param {string[]} glosses */
function columnOf(view, side, title, words, notes, glosses) {
  const column = element("div", `column ${side === "q" ? "queries" : "keys"}`);
  column.append(element("div", "head", title));
  words.forEach((text, place) => column.append(wordOf(view, side, place, text, notes[place], glosses[place])));
  return column;
}

/** @param {WordLines.View} view @param {string} word */
function togglePin(view, word) {
  if (!view.pins.delete(word)) view.pins.add(word);
  draw(view);
  set(view, view.data.pinsField, [...view.pins].join("_"));
}

/** Escape removes all pins. @param {WordLines.View} view @param {KeyboardEvent} event */
function release(view, event) {
  if (event.key !== "Escape" || !view.pins.size) return;
  view.pins.clear();
  hover(view, null);
  set(view, view.data.pinsField, "");
}

/** Highlight a selection here, and notify the views with the same link. @param {WordLines.View} view @param {WordLines.Hovered | null} selection */
function hover(view, selection) {
  view.hovered = selection;
  const detail = { link: view.data.link, selection, from: view };
  if (view.data.link) window.dispatchEvent(new CustomEvent("workbench:hover", { detail }));
  draw(view);
}

/** @param {WordLines.View} view @param {HTMLCanvasElement} canvas */
function ends(view, canvas) {
  const origin = canvas.getBoundingClientRect();
  const places = (/** @type {string} */ side, /** @type {"left" | "right"} */ edge) => [...view.root.querySelectorAll(`.${side} .word`)].map((word) => {
    const box = word.getBoundingClientRect();
    return pointInBox({ clientX: box[edge], clientY: box.top + box.height / 2 }, origin);
  });
  return { keys: places("keys", "right"), queries: places("queries", "left") };
}

/** @param {WordLines.View} view */
function draw(view) {
  const { data, root } = view, canvas = root.querySelector("canvas"), field = canvas?.parentElement;
  if (!canvas || !field?.clientWidth) return;
  // All is measured before anything is set: what is set makes the browser lay out the page again.
  const ratio = pixelRatio(), width = field.clientWidth, height = field.clientHeight, at = ends(view, canvas);
  const styles = getComputedStyle(root);
  const colours = { plain: styles.getPropertyValue("--plain"), strong: styles.getPropertyValue("--weight"), aligned: styles.getPropertyValue("--aligned") };
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const context = penOf(canvas);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  drawLines(context, data, at, view, colours);
  markWords(view);
  root.dataset.drawn = String(performance.now());
}

/** @param {WordLines.View} view */
function markWords(view) {
  for (const word of /** @type {NodeListOf<HTMLElement>} */ (view.root.querySelectorAll(".word"))) {
    const name = word.dataset.word ?? "", side = name[0] === "q" ? "query" : "key";
    word.classList.toggle("pinned", view.pins.has(name));
    word.classList.toggle("lit", view.hovered?.[side] === Number(name.slice(1)));
    word.setAttribute("aria-pressed", String(view.pins.has(name)));
  }
}

/** @param {WordLines.View} view */
function build(view) {
  const { data, root } = view;
  setRows(view);
  const field = element("div", "field");
  field.append(document.createElement("canvas"));
  field.append(columnOf(view, "k", data.strings.keys, data.keys, [], data.keyGlosses));
  field.append(columnOf(view, "q", data.strings.queries, data.queries, data.notes, data.queryGlosses));
  root.replaceChildren(legendOf(view), field, element("div", "under", forPointer(data.strings.under)));
  view.observer.disconnect();
  view.observer.observe(field);
}

/**
 * Whether the page was dark when it was last looked at, which makes the browser compute all styles.
 * @type {boolean | undefined}
 */
let wasDark;

/** The lines between words, as a part of an answer. @param {{store: Page.Store}} context */
export function linesPart({ store }) {
  const root = element("div", "lines");
  root.dataset.workbench = "lines";
  /** @type {Partial<WordLines.View>} */
  const made = { root, store, pins: new Set(), hovered: null, shape: "" };
  // The data comes with the first answer.
  const view = /** @type {WordLines.View} */ (made);
  view.observer = new ResizeObserver(() => draw(view));
  const stopRatio = followPixelRatio(() => view.data && draw(view));
  const listen = (/** @type {Event} */ event) => {
    const { detail } = /** @type {CustomEvent} */ (event);
    if (!view.data || detail.from === view || detail.link !== view.data.link) return;
    view.hovered = detail.selection;
    draw(view);
  };
  const onResize = () => view.data && setRows(view);
  let timer = 0;
  const followTheme = () => {
    wasDark = isDark(root);
    if (root.classList.contains("dark") === wasDark) return;
    root.classList.toggle("dark", wasDark);
    draw(view);
  };
  root.addEventListener("keydown", (event) => release(view, event));
  window.addEventListener("workbench:hover", listen);
  window.addEventListener("resize", onResize);
  return {
    node: root, picture: () => ({ kind: /** @type {const} */ ("lines"), view, part: view.data }),
    /** @param {WordLines.Part} part */
    show(part) {
      view.data = part;
      root.classList.toggle("dark", wasDark ??= isDark(root));
      root.classList.toggle("apart", part.shown.length > 0);
      view.pins = new Set(part.pins.split("_").filter(Boolean));
      const { keys, queries, heads, notes, strings, keyGlosses, queryGlosses } = part;
      // A button stays while its head is switched: an answer may come between the two clicks of a double click.
      const legend = heads.map(({ name, colour }) => [name, colour]);
      const shape = JSON.stringify([keys, queries, legend, notes, strings, keyGlosses, queryGlosses]);
      if (shape !== view.shape) build(view);
      view.shape = shape;
      markHeads(view);
      draw(view);
      clearTimeout(timer);
      timer = setTimeout(followTheme);
    },
    close() {
      clearTimeout(timer);
      view.observer.disconnect();
      stopRatio();
      window.removeEventListener("workbench:hover", listen);
      window.removeEventListener("resize", onResize);
    },
  };
}
