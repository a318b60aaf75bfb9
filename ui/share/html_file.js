// One picture as a page of its own: everything in one file, to be pointed at and pinned without a server.

import { escaped } from "./svg_context.js";
import { importMap } from "./bundle.js";
import { plotted } from "./curves_figure.js";
import { themeCalled } from "./figure.js";
import { deflated, packed } from "./packed.js";

const ENTRY = "ui/share/standalone.js", PAGE = "ui/share/saved_page.html";
const STYLES = { board: "matrix_view", lines: "word_lines", map: "model_map" };
const CURVES_WIDTH = 960;

/** What a picture is drawn from, and nothing that could be changed in it. */
async function dataOf(picture, strings, theme) {
  if (picture.kind === "curves") {
    const { svg, height, lines } = await plotted(picture.part.figure, theme, CURVES_WIDTH);
    return { kind: "curves", svg, height, lines };
  }
  if (picture.kind !== "board") {
    const { pin, trail } = picture.view.store.state.place;
    return { kind: picture.kind, strings, part: { ...picture.part, links: [], editable: [], hideField: "", playsOnce: false }, place: { pin, trail } };
  }
  const { board, id } = picture, chosen = board.items.filter((item) => !id || item.id === id);
  const items = chosen.map((item) => (item.shape ? {
    ...item, font: undefined, nameWidth: undefined, editable: false, paintable: false, below: id ? false : item.below, rowLabels: id ? true : item.rowLabels,
    ownRowLabels: id ? true : item.ownRowLabels,
  } : item));
  return { kind: "board", strings: { ...strings, hint: "" }, items, pin: board.header.pin };
}

async function read(url) {
  return (await fetch(url)).text();
}

/** A page with its places filled in; what is put into one is never taken for another. */
export function filled(page, values) {
  return page.replace(/%(\w+)%/g, (place, name) => values[name] ?? place);
}

/** The text of the file. */
export async function htmlOf(picture, { title, caption, theme, strings, language }) {
  const root = new URL("../../", import.meta.url).href, part = STYLES[picture.kind];
  const [page, imports, style, data] = await Promise.all([
    read(root + PAGE), importMap(root + ENTRY, root, read), part ? read(`${root}ui/picture/${part}/${part}.css`) : "",
    dataOf(picture, strings, themeCalled(theme)),
  ]);
  return filled(page, {
    language: escaped(language), theme: theme === "dark" ? "dark" : "light", title: escaped(title), caption: escaped(caption), style,
    modules: await deflated(new TextEncoder().encode(JSON.stringify(imports))), data: await deflated(packed(data)),
  });
}
