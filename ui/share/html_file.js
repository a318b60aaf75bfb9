// One picture as a self-contained page: everything in one file, to hover over and pin without a server.

import { escaped } from "./svg_attributes.js";
import { modulesOf } from "./bundle.js";
import { plotted } from "./curves_figure.js";
import { themeCalled } from "./figure.js";
import { deflated, packed } from "./packed.js";
import { deduplicated } from "./deduplicate.js";

const PAGE = "ui/share/saved_page.html";
/** The folders of style sheets, by the kind of picture. */
const STYLES = { board: "matrix_view", curves: null, lines: "word_lines", map: "model_map" };
const CURVES_WIDTH = 960;
/** The size in bytes that a page should stay below. */
export const LARGE = 1_000_000;
/** The numbers of significant digits to try, if not all fit. */
const DIGITS = [6, 5, 4, 3, 2, 1];

/**
 * Returns the data that a picture is drawn from, without anything that could be changed in it.
 * @param {Share.Picture} picture @param {Share.Texts} strings @param {Share.Theme} theme @returns {Promise<Share.Saved>}
 */
async function dataOf(picture, strings, theme) {
  if (picture.kind === "curves") {
    const { svg, height, lines } = await plotted(picture.part.figure, theme, CURVES_WIDTH);
    return { kind: "curves", svg, height, lines };
  }
  // The hint offers hiding and requests, which need the server.
  const still = { links: [], editable: [], hideField: "", playsOnce: false }, noHint = { hint: "", hint_touch: "", hide: "" };
  if (picture.kind === "lines") {
    const { part, view } = picture;
    return { kind: "lines", strings, part: { ...part, ...still, strings: { ...part.strings, ...noHint } }, selection: selectionOf(view.store) };
  }
  if (picture.kind === "map") {
    const part = deduplicated(picture.part);
    return { kind: "map", strings, part: { ...part, ...still, strings: { ...part.strings, ...noHint } }, selection: selectionOf(picture.view.store) };
  }
  const { board, id } = picture, chosen = board.items.filter((item) => !id || item.id === id);
  const items = chosen.map((item) => (item.shape ? withoutFont({
    ...item, editable: false, paintable: false, below: id ? false : item.below, rowLabels: id ? true : item.rowLabels,
    colLabels: id ? true : item.colLabels, ownRowLabels: id ? true : item.ownRowLabels, ownColLabels: id ? true : item.ownColLabels,
  }) : item));
  return { kind: "board", strings: { ...strings, hint: "" }, items, pin: board.header.pin };
}

/** A matrix gets its font from the board on which it is drawn. @param {Matrices.Matrix} item */
function withoutFont({ font, ...item }) {
  return /** @type {Matrices.Matrix} */ (item);
}

/** The pin and the trail. @param {Page.Store} store @returns {Page.Selection} */
function selectionOf({ state }) {
  return { pin: state?.selection.pin ?? "", trail: state?.selection.trail ?? "" };
}

/** @param {string} url */
async function read(url) {
  return (await fetch(url)).text();
}

/**
 * Fills in the placeholders of a page; the inserted text is not searched for placeholders.
 * @param {string} page @param {Share.Texts} values
 */
export function filled(page, values) {
  return page.replace(/%(\w+)%/g, (place, name) => values[name] ?? place);
}

/**
 * Returns the text of the file, and how many digits its numbers have: as many as keep it small, or all.
 * @param {Share.Picture} picture @param {Omit<Share.Options, "size"> & {strings: Share.Texts, language: string}} options
 */
export async function htmlOf(picture, { title, caption, theme, strings, language, words }) {
  const root = new URL("../../", import.meta.url).href, part = STYLES[picture.kind], entry = `ui/share/standalone_${picture.kind}.js`;
  const [page, modules, style, data] = await Promise.all([
    read(root + PAGE), modulesOf(root + entry, root, read), part ? read(`${root}ui/picture/${part}/${part}.css`) : "",
    dataOf(picture, strings, themeCalled(theme)),
  ]);
  const code = await deflated(new TextEncoder().encode(JSON.stringify(modules)));
  const made = async (/** @type {number} */ digits) => {
    const footer = [caption, roundedText(digits, words)].filter(Boolean).join(" · ");
    const text = filled(page, {
      language: escaped(language), theme: theme === "dark" ? "dark" : "light", title: escaped(title), caption: escaped(footer), style,
      entry, modules: code, data: await deflated(packed(data, digits)),
    });
    return { text, digits, isSmall: new Blob([text]).size < LARGE };
  };
  const exact = await made(Infinity);
  return exact.isSmall ? exact : firstSmall(DIGITS, made);
}

/**
 * Returns the first result that is small, or the last one if none is: each is smaller than the one before.
 * @template {{isSmall: boolean}} T @param {number[]} choices @param {(choice: number) => Promise<T>} make
 */
export async function firstSmall(choices, make) {
  /** @type {T | null} */
  let best = null;
  let [from, to] = [0, choices.length - 1];
  while (from <= to) {
    const middle = from === to ? to : Math.floor((from + to) / 2), made = await make(choices[middle]);
    if (made.isSmall || middle === choices.length - 1) [best, to] = [made, middle - 1];
    else from = middle + 1;
  }
  return /** @type {T} */ (best);
}

/** Returns the note on rounded numbers; empty if they are exact. @param {number} digits @param {Share.Texts} words */
export function roundedText(digits, words) {
  return digits === Infinity ? "" : words.rounded.replace("{digits}", String(digits));
}
