// The picture: which one, for what, in which colours; as PNG or as SVG.

import { element } from "../picture/element.js";
import { figureOf } from "./figure.js";
import { filmOf, filmType } from "./film.js";
import { htmlOf } from "./html_file.js";
import { pngOf } from "./raster.js";
import { saveFile } from "./save.js";

const SCALES = [1, 2, 4];
const CHOICES = { size: ["slide", "column"], theme: ["light", "dark", "transparent"] };

/** Everything that can be a picture: each as a whole, and each matrix of a board. */
export function choicesOf(pictures, words) {
  return pictures.flatMap((picture) => {
    if (picture.kind !== "board") return [{ picture, name: picture.part?.name || words[`kind_${picture.kind}`] }];
    const matrices = picture.board.items.filter((item) => item.shape);
    const each = matrices.map(({ id, name }) => ({ picture: { ...picture, id }, name }));
    const all = matrices.map(({ name }) => name).join(", ");
    const whole = { picture: { ...picture, id: undefined }, name: `${words.whole_board}: ${all.length > 60 ? `${all.slice(0, 60)}…` : all}` };
    return matrices.length > 1 ? [whole, ...each] : each;
  });
}

function chooser(label, names, onchange) {
  const node = element("label"), select = element("select");
  select.append(...names.map((name) => element("option", "", name)));
  select.onchange = onchange;
  node.append(element("span", "", label), select);
  return { node, select };
}

/** What stands below the picture: random weights say so wherever they are shown. */
function captionOf({ about, store }) {
  const [start] = store.shared.strings.untrained.split("{seed}");
  const said = [...document.querySelectorAll(".workbench .note-line, .stMarkdown p")].map(({ textContent }) => textContent.trim());
  const untrained = said.find((text) => text.startsWith(start.trim()));
  return untrained ? `${about.caption} · ${untrained}` : about.caption;
}

function titleOf({ about }, { picture, name }) {
  return (picture.kind === "board" && !picture.id) || name === about.title ? about.title : `${about.title}: ${name}`;
}

export function pictureTab(context) {
  const { store, words, say } = context, node = element("div", "picture-tab"), choices = choicesOf(store.pictures(), words);
  node.className = "beside";
  if (!choices.length) {
    node.append(element("p", "", words.no_picture));
    return node;
  }
  const sample = element("div", "sample"), image = element("img");
  image.alt = words.sample;
  sample.append(image);
  let shown = 0;
  const which = chooser(words.which, choices.map(({ name }) => name), draw);
  const size = chooser(words.size, CHOICES.size.map((name) => words[name]), draw);
  const theme = chooser(words.theme, CHOICES.theme.map((name) => words[name]), draw);
  const chosen = () => choices[which.select.selectedIndex];

  const options = () => ({
    words, title: titleOf(context, chosen()), caption: captionOf(context),
    size: CHOICES.size[size.select.selectedIndex], theme: CHOICES.theme[theme.select.selectedIndex],
  });
  const figure = () => figureOf(chosen().picture, options());

  async function draw() {
    film.hidden = !filmType(chosen().picture);
    const number = (shown += 1), made = await figure();
    if (number !== shown) return;
    URL.revokeObjectURL(image.src);
    image.src = URL.createObjectURL(new Blob([made.svg], { type: "image/svg+xml" }));
    image.dataset.drawn = String(performance.now());
  }

  async function record() {
    film.disabled = true;
    say(words.recording);
    const made = await filmOf(chosen().picture, () => node.isConnected);
    film.disabled = false;
    if (!made) return;
    saveFile(`${store.name}.webm`, made);
    say(words.saved);
  }

  async function save(kind, scale) {
    const { picture } = chosen(), name = [store.name, picture.id ?? picture.kind].filter(Boolean).join("_");
    if (kind === "html") {
      const { strings, language } = store.shared;
      saveFile(`${name}.html`, await htmlOf(picture, { ...options(), strings, language }), "text/html");
      return say(words.saved);
    }
    const made = await figure();
    if (kind === "svg") saveFile(`${name}.svg`, made.svg, "image/svg+xml");
    else saveFile(`${name}${scale > 1 ? `@${scale}x` : ""}.png`, await pngOf(made, scale));
    return say(words.saved);
  }

  const button = (text, kind, scale) => Object.assign(element("button", "chip", text), { type: "button", onclick: () => save(kind, scale) });
  const film = Object.assign(element("button", "chip", words.film), { type: "button", title: words.film_help, onclick: record });
  const html = button(words.page, "html", 1);
  html.title = words.page_help;
  const how = element("div", "row"), row = element("div", "row");
  how.append(which.node, size.node, theme.node);
  row.append(...SCALES.map((scale) => button(`PNG ${scale}×`, "png", scale)), button("SVG", "svg", 1), html, film);
  node.append(how, sample, row);
  draw();
  return node;
}
