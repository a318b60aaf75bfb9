// The pictures of a lesson for paper: each page's own picture, drawn by our drawing code in the state that the lesson opens.

import { plotly } from "../../answer/curves.js";
import { element } from "../../picture/element.js";
import { parsePin } from "../../picture/matrix_view/selection.js";
import { figureOf, SIZES } from "../../share/figure.js";
import { openStore } from "../../shell/workbench.js";
import { decodeAnswer } from "../../store/bytes.js";
import { post } from "../../store/post.js";
import { createStore } from "../../store/store.js";
import { appElement } from "../../streamlit/streamlit.js";
import { withCover } from "./cover.js";

/** The width of what is between the margins of a sheet, in pixels of its layout and as it is set. */
SIZES.sheet = { layout: 720, height: Infinity, width: "178mm" };
const MAP = { width: 1000, height: 560 };

/** All parts, also those side by side. @param {any[]} parts @returns {any[]} */
const flat = (parts) => parts.flatMap((part) => (part.kind === "columns" ? part.columns.flatMap(flat) : [part]));

/**
 * The answer of a page to the state that a lesson opens.
 * @param {Lessons.Sent} sent @param {Lessons.Target} target
 */
async function answerOf({ url, language }, { page, brings, pin, trail }) {
  const address = `${url.replace(/\/lessons$/, "/answer")}/${page}?lang=${language}`;
  const { status, bytes } = await post(address, JSON.stringify({ setting: brings, selection: { pin, trail } }));
  return status === 200 && bytes ? decodeAnswer(bytes) : null;
}

/**
 * What is drawn of a page: the pictures that a step speaks of, or else its first one.
 * @param {any[]} parts @param {Lessons.SheetPicture} wanted
 */
export function chosenParts(parts, { matrices, curves, covers }) {
  const drawn = parts.filter(({ kind }) => ["board", "curves", "lines", "map"].includes(kind));
  const names = (/** @type {any} */ part) => (part.kind === "board" ? part.items.map((/** @type {any} */ item) => item.id) : [part.id]);
  const asked = [...matrices, ...curves, ...covers.map(({ matrix, curve }) => matrix ?? curve)];
  const named = drawn.filter((part) => names(part).some((/** @type {string} */ name) => asked.includes(name)));
  return named.length ? named : drawn.slice(0, 1);
}

/** A map is drawn from a map that is there, if only outside the window. @param {any} part @param {Page.Selection} selection @returns {Promise<{picture: any, end(): void}>} */
async function mapPicture(part, selection) {
  const { mapPart } = await import("../../picture/model_map/model_map.js"), host = element("div", "workbench");
  const shared = openStore()?.shared, store = createStore("sheet", { isSaved: true, state: { setting: {}, selection }, shared });
  Object.assign(store, { post: async () => ({ status: 0, bytes: null }) });
  host.style.cssText = `position: fixed; left: -${2 * MAP.width}px; top: 0; width: ${MAP.width}px; height: ${MAP.height}px; visibility: hidden`;
  appElement().append(host);
  const view = mapPart({ store });
  host.append(view.node);
  view.show(part);
  await new Promise((done) => requestAnimationFrame(done));
  return { picture: view.picture(), end() {
    view.close?.();
    host.remove();
  } };
}

/**
 * A part as the pictures of a page are, with what a step asks to predict covered.
 * @param {any} part @param {Lessons.SheetPicture} wanted @param {any[] | null} covered all parts of the page, if something is covered
 */
async function pictureOf(part, { target, covers, pin }, covered) {
  const shown = covered ? withCover(part, covers, covered) : part;
  if (shown.kind === "board") return { picture: { kind: "board", board: { items: shown.items, pin: parsePin(shown.items, pin || target.pin) } } };
  if (shown.kind === "lines") return { picture: { kind: "lines", part: shown, view: { data: shown, pins: new Set(shown.pins.split("_").filter(Boolean)) } } };
  if (shown.kind === "map") return mapPicture(shown, { pin: target.pin, trail: target.trail });
  await plotly(openStore()?.shared.plotly);
  return { picture: { kind: "curves", part: shown } };
}

/**
 * The pictures of a step as SVG; an empty text for one that cannot be drawn.
 * @param {Lessons.Sent} sent @param {Lessons.SheetPicture} wanted @param {boolean} isCovered @returns {Promise<string[]>}
 */
export async function drawnPictures(sent, wanted, isCovered) {
  const answer = await answerOf(sent, wanted.target).catch(() => null);
  if (!answer) return [""];
  const all = Object.values(answer.areas).flatMap(flat), parts = chosenParts(all, wanted), words = { ...openStore()?.shared.strings, lines_mean: wanted.lines_mean };
  // Random weights are labelled wherever they are seen.
  const untrained = all.find(({ kind, tone }) => kind === "note" && tone === "untrained")?.text;
  const caption = [wanted.caption, untrained].filter(Boolean).join(" · ");
  /** @type {string[]} */
  const drawn = [];
  for (const part of parts) {
    /** @type {{picture: any, end?(): void} | null} */
    const made = await pictureOf(part, wanted, isCovered ? all : null).catch(() => null);
    const only = wanted.is_part && wanted.matrices.length === 1 && made?.picture.kind === "board" ? { id: wanted.matrices[0] } : {};
    const options = { title: wanted.target.title, caption, theme: "light", size: "sheet", words };
    const figure = made && await figureOf({ ...made.picture, ...only }, options).catch(() => null);
    made?.end?.();
    drawn.push(figure?.svg ?? "");
  }
  return drawn;
}
