// The picture: which one, for what purpose, in which colours; as a file in several formats, or as a video.

import { element } from "../picture/element.js";
import { matricesOf } from "../picture/matrix_view/selection.js";
import { PARAGRAPHS } from "../streamlit/streamlit.js";
import { figureOf } from "./figure.js";
import { filmOf, hasFilm } from "./film.js";
import { FILES } from "./picture_files.js";
import { saveFile } from "./save.js";

const CHOICES = { size: ["slide", "column"], theme: ["light", "dark", "transparent"] };

/** @typedef {{picture: Share.Picture, name: string}} Choice */
/** @typedef {{picture: () => Share.Picture, options: () => Share.Options}} Chosen */

/**
 * Returns everything that can be a picture: each as a whole, and each matrix of a board.
 * @param {Share.Picture[]} pictures @param {Share.Texts} words @returns {Choice[]}
 */
export function choicesOf(pictures, words) {
  return pictures.flatMap(/** @returns {Choice[]} */ (picture) => {
    if (picture.kind !== "board") return [{ picture, name: picture.part?.name || words[`kind_${picture.kind}`] }];
    const matrices = matricesOf(picture.board.items);
    const each = matrices.map(({ id, name }) => ({ picture: { ...picture, id }, name }));
    const all = matrices.map(({ name }) => name).join(", ");
    const whole = { picture: { ...picture, id: undefined }, name: `${words.whole_board}: ${all.length > 60 ? `${all.slice(0, 60)}…` : all}` };
    return matrices.length > 1 ? [whole, ...each] : each;
  });
}

/** @param {string} label @param {string[]} names @param {() => void} onchange */
function chooser(label, names, onchange) {
  const node = element("label"), select = element("select");
  select.append(...names.map((name) => element("option", "", name)));
  select.onchange = onchange;
  node.append(element("span", "", label), select);
  return { node, select };
}

/** Returns the line below the picture: random weights are always labelled, and a run names its step. @param {Share.Context} context */
function captionOf({ about, store }) {
  const [start] = store.shared.strings.untrained.split("{seed}");
  const texts = [...document.querySelectorAll(`.workbench .note-line, ${PARAGRAPHS}`)].map(({ textContent }) => textContent.trim());
  const untrained = texts.find((text) => text.startsWith(start.trim()));
  /** @type {HTMLElement | null} */
  const captioned = document.querySelector(".workbench [data-caption]"), own = captioned?.dataset.caption;
  return [about.caption, untrained, own].filter(Boolean).join(" · ");
}

/** @param {Share.Context} context @param {Choice} choice */
function titleOf({ about }, { picture, name }) {
  return (picture.kind === "board" && !picture.id) || name === about.title ? about.title : `${about.title}: ${name}`;
}

/**
 * The options: the picture, and how it is drawn. `changed` is called when one of them changes.
 * @param {Share.Context} context @param {Choice[]} choices @param {() => void} changed
 */
function chooserRow(context, choices, changed) {
  const { words } = context, node = element("div", "row");
  const which = chooser(words.which, choices.map(({ name }) => name), changed);
  const [size, theme] = /** @type {(keyof typeof CHOICES)[]} */ (["size", "theme"]).map((name) => (
    chooser(words[name], CHOICES[name].map((one) => words[one]), changed)));
  node.append(which.node, size.node, theme.node);
  const chosen = () => choices[which.select.selectedIndex];
  return {
    node, picture: () => chosen().picture,
    options: () => ({
      words, title: titleOf(context, chosen()), caption: captionOf(context),
      size: CHOICES.size[size.select.selectedIndex], theme: CHOICES.theme[theme.select.selectedIndex],
    }),
  };
}

/** A preview of the picture as it will be saved; of several that are requested, the last is shown. @param {Share.Texts} words */
function createSample(words) {
  const node = element("div", "sample"), image = element("img");
  image.alt = words.sample;
  node.append(image);
  let last = 0;
  return { node, async show(/** @type {Share.Picture} */ picture, /** @type {Share.Options} */ options) {
    const number = (last += 1), { svg } = await figureOf(picture, options);
    if (number !== last) return;
    URL.revokeObjectURL(image.src);
    image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    image.dataset.drawn = String(performance.now());
  } };
}

/** @param {string} label @param {string} title @param {() => void} onclick */
function chip(label, title, onclick) {
  return Object.assign(element("button", "chip", label), { type: "button", title, onclick });
}

/** @param {Share.Context} context @param {Chosen} chosen */
function fileChips({ store, words, say }, chosen) {
  return FILES.map(({ label, save, help }) => chip(label, words[help ?? ""] ?? "", async () => {
    const picture = chosen.picture(), name = [store.name, picture.id ?? picture.kind].filter(Boolean).join("_");
    say(await save(picture, chosen.options(), name, store.shared) ?? words.saved);
  }));
}

/** The button for the video, if the selected picture has one. @param {Share.Context} context @param {Chosen} chosen */
function createFilmChip({ store, words, say, about }, chosen) {
  const node = chip(words.film, "", async () => {
    node.disabled = true;
    const options = { ...chosen.options(), title: about.title };
    const made = await filmOf(chosen.picture(), options, { isWanted: () => node.isConnected, say });
    node.disabled = false;
    if (!made) return;
    saveFile(`${store.name}.webm`, made);
    say(words.saved);
  });
  return { node, refresh() {
    const picture = chosen.picture();
    node.hidden = !hasFilm(picture);
    node.title = words[picture.run ? "film_run_help" : "film_help"];
  } };
}

/** @param {Share.Context} context */
export function pictureTab(context) {
  const { store, words } = context, node = element("div", "beside"), choices = choicesOf(store.pictures(), words);
  if (!choices.length) {
    node.append(element("p", "", words.no_picture));
    return node;
  }
  const draw = () => {
    film.refresh();
    sample.show(chosen.picture(), chosen.options());
  };
  const chosen = chooserRow(context, choices, draw), sample = createSample(words), film = createFilmChip(context, chosen), row = element("div", "row");
  row.append(...fileChips(context, chosen), film.node);
  node.append(chosen.node, sample.node, row);
  draw();
  return node;
}
