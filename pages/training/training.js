// The picture of the training page at one step: curves, attention and written text, of one run or two.

import { boardPart } from "../../ui/answer/board_part.js";
import { curvesPart } from "../../ui/answer/curves.js";
import { want } from "../../ui/store/store.js";
import { element } from "../../ui/picture/element.js";
import { linesPart } from "../../ui/picture/word_lines/word_lines.js";
import { scrolled } from "../../ui/streamlit/streamlit.js";
import { createChoice } from "./choice.js";
import { createFiles } from "./files.js";
import { createFilm } from "./film.js";
import { createLegend } from "./legend.js";
import { ownDataPart } from "./own_data.js";
import { ownInputPart } from "./own_input.js";
import { pendingPart } from "./pending.js";
import { createPrediction } from "./prediction.js";
import { placeOf, stepsOf } from "./records.js";
import { showAttention, showCurves, showPrediction } from "./render_step.js";
import { runFrames } from "./run_frames.js";
import { createScrubber } from "./scrubber.js";
import { NEWEST, begin, leave, set, sharedOf, stateOf, take } from "./shared.js";
import { createSweepView } from "./sweep_view.js";
import { captionOf, statusText, transportPart } from "./transport.js";
import { topInWindow, windowSize } from "../../ui/picture/zoom.js";

/** Space below the two pictures, for the scrubber, the status, the written text and the verdict. */
const BELOW = 215, LEAST = 210, MOST = 640;
/** In windows up to this width, the pictures are below one another: see training.css. */
const STACKED = 800;
/** How often the arithmetic is updated during a run. */
const EXPLAINED_MS = 1500;
/** The choice among the charts that shows the runs of a sweep instead of this run. */
const SWEEP = "sweep";
/** The pause in scrubbing after which everything else that depends on the step is requested. */
const REST_MS = 180;

/** @param {{store: Page.Store}} context @returns {Page.PartView} */
export function trainingPart({ store }) {
  const shared = sharedOf(store), node = element("div", "training");
  /** @type {Omit<Training.View, "parts" | "film">} */
  const made = { node, store, shared, part: null, step: NEWEST, frame: 0, timer: 0, status: undefined, explained: 0, isClosed: false };
  // Its parts and its film are made from it.
  const view = /** @type {Training.View} */ (made);
  view.parts = partsOf(view);
  view.film = createFilm({
    steps: () => allSteps(view), seen: (step) => { view.step = step; draw(view); }, ended: () => { rest(view); schedule(view); },
  });
  node.append(...nodesOf(view.parts));
  const onResize = () => schedule(view), onNews = () => news(view);
  window.addEventListener("resize", onResize);
  shared.listeners.add(onNews);
  return {
    node, board: view.parts.board.board, views: () => [view.parts.curves, view.parts.board, view.parts.lines].map((one) => withRun(view, one)),
    show: (/** @type {Training.SentPart} */ part) => show(view, part),
    refresh: () => { for (const one of [view.parts.board, view.parts.curves]) one.refresh(); },
    moved: onResize,
    close() {
      view.film.halt();
      view.isClosed = true;
      cancelAnimationFrame(view.frame);
      clearTimeout(view.timer);
      shared.listeners.delete(onNews);
      leave(shared);
      window.removeEventListener("resize", onResize);
      for (const one of [view.parts.board, view.parts.curves, view.parts.lines]) one.close();
    },
  };
}

/**
 * One of the pictures, which can also be exported as a video of the whole run.
 * @param {Training.View} view @param {Training.Parts["curves" | "board" | "lines"]} one
 */
function withRun(view, one) {
  return { ...one, picture: () => ({ ...one.picture(), run: () => recordedRun(view) }) };
}

/** Everything recorded so far, step by step; null with fewer than two steps. @param {Training.View} view */
function recordedRun(view) {
  const { part, parts, shared } = view, steps = allSteps(view);
  if (!part || steps.length < 2) return null;
  return runFrames(part, shared.sides, steps, { pin: parts.board.board.pin, pins: parts.lines.picture().view.pins });
}

/** @param {Training.View} view @returns {Training.Parts} */
function partsOf(view) {
  const { store, shared } = view;
  const board = boardPart({ store }), lines = linesPart({ store }), curves = curvesPart({ store, isPredicted: false });
  const room = board.board.room ?? (() => ({ width: 0, height: 0 }));
  board.board.room = () => {
    const found = room();
    return { ...found, height: attentionHeight(heightOf(view), found.width) + 14 };
  };
  const files = createFiles(shared);
  const chosen = (/** @type {string} */ field) => (/** @type {string | number} */ name) => set(shared, { [field]: name });
  return {
    board, lines, curves, chart: createChoice(chosen("chart")), kind: createChoice(chosen("attention")), layer: createChoice(chosen("layer")),
    how: createChoice((name) => set(shared, { lines: name === "lines" })), prediction: createPrediction(),
    legend: createLegend(() => set(shared, { beside: "" })), status: element("p", "status"),
    ownCaption: element("span", "own-caption"),
    scrubber: createScrubber({
      seek: (step, isAtRest) => seek(view, step, isAtRest), film: () => film(view), newest: () => seek(view, NEWEST, true), map: () => set(shared, { map: !view.part?.map }),
    }, files.nodes),
    files, sweep: createSweepView(shared),
  };
}

/** @param {Training.Parts} parts */
function nodesOf({ board, lines, curves, chart, kind, layer, how, scrubber, prediction, legend, status, ownCaption, sweep }) {
  const two = element("div", "two-pictures"), left = element("div", "side"), right = element("div", "side"), choices = element("div", "choices");
  choices.append(kind.node, layer.node, how.node, ownCaption);
  left.append(chart.node, sweep.node, curves.node, legend.node);
  right.append(choices, board.node, lines.node);
  two.append(left, right);
  status.setAttribute("role", "status");
  return [two, scrubber.node, status, prediction.node];
}

/** The height of the pictures with which everything fits in one window. @param {Training.View} view */
function heightOf({ parts }) {
  return Math.max(LEAST, Math.min(MOST, windowSize().height - topInWindow(parts.curves.node) - scrolled() - BELOW));
}

/** If the curves are above the attention, the attention is as high as it is wide. @param {number} height @param {number} width */
function attentionHeight(height, width) {
  return window.innerWidth <= STACKED ? Math.max(height, width) : height;
}

/**
 * Adds the weights by name, for the untrained model and for the user's own input.
 * @param {Training.SentPart} part @returns {Training.PicturePart}
 */
function completed(part) {
  const weights = (/** @type {Training.InNumbers} */ { places }) => (
    Object.fromEntries(Object.entries(places).map(([name, [at, count]]) => [name, part.numbers.subarray(at, at + count)])));
  const [item, ownItem] = part.items, { untrained, own } = part;
  return {
    ...part, items: [item], untrained: { ...untrained, attention: weights(untrained) },
    own: own && { ...own, attention: weights(own), items: [ownItem] },
  };
}

/** @param {Training.View} view @param {Training.SentPart} part */
function show(view, part) {
  view.part = completed(part);
  if (!view.film.isPlaying()) view.step = part.step;
  take(view.shared, view.part);
  begin(view.shared);
  draw(view);
}

/** Shows a step: draws it immediately, and tells the server when scrubbing pauses. @param {Training.View} view @param {number} step @param {boolean} isAtRest */
function seek(view, step, isAtRest) {
  view.film.halt();
  view.step = step;
  schedule(view);
  rest(view, isAtRest ? 0 : REST_MS);
}

/** @param {Training.View} view */
function rest(view, ms = REST_MS) {
  clearTimeout(view.timer);
  view.timer = setTimeout(() => {
    const step = String(view.step);
    if (!view.isClosed && view.store.state?.setting.step !== step) set(view.shared, { step });
  }, ms);
}

/** @param {Training.View} view */
function film(view) {
  if (view.film.isPlaying()) {
    view.film.halt();
    rest(view);
    schedule(view);
  } else view.film.play(placeOf(allSteps(view), shownStep(view)));
}

/** @param {Training.View} view */
function allSteps({ shared }) {
  return stepsOf(shared.sides.map(({ run }) => run.records));
}

/** The step that is shown: the chosen one, or the last that any run has recorded. @param {Training.View} view */
function shownStep(view) {
  const last = allSteps(view).at(-1) ?? 0;
  return view.step === NEWEST ? last : Math.min(view.step, last);
}

/** Draws once per animation frame, however much has arrived. @param {Training.View} view */
function schedule(view) {
  cancelAnimationFrame(view.frame);
  if (!view.isClosed) view.frame = requestAnimationFrame(() => draw(view));
}

/** Handles new data; requests the areas that depend on the runs' status if it has changed. @param {Training.View} view */
function news(view) {
  schedule(view);
  const state = stateOf(view.shared);
  const status = [state, ...view.shared.sides.slice(1).map(({ run }) => run.state)].map((one) => one?.status).join();
  const now = performance.now();
  if (status === view.status) {
    if (state.status === "running" && view.step === NEWEST && now - view.explained > EXPLAINED_MS && !document.hidden) {
      view.explained = now;
      want(view.store, view.part?.own ? ["picture", "own", "arithmetic"] : ["arithmetic"]);
    }
    return;
  }
  view.explained = now;
  const isFirst = view.status === undefined;
  view.status = status;
  if (!isFirst && view.part) want(view.store, view.part.provisional);
}

/** @param {Training.View} view */
function draw(view) {
  const { part, parts, shared } = view, { sides } = shared;
  if (!part || view.isClosed) return;
  const step = shownStep(view), steps = allSteps(view), state = stateOf(shared), { strings } = part;
  view.node.classList.toggle("on-map", part.map);
  view.node.classList.toggle("on-sweep", part.isSweep && !part.map);
  parts.sweep.show(part);
  // The user's input is computed at the chosen step only: playback shows the example, which is recorded.
  const own = view.film.isPlaying() ? null : part.own;
  if (part.isSweep) parts.chart.show(part.choices.chart, SWEEP);
  else if (!part.map) showPictures(view, part, step, own);
  parts.scrubber.show({
    steps, step, strings, isMap: part.map, isOther: steps.length > 0 && !sides[0].run.records.steps.length, isPlaying: view.film.isPlaying(),
    isNewest: view.step === NEWEST || step === (steps.at(-1) ?? 0),
  });
  showPrediction(part, parts.prediction, sides, step, own);
  view.node.classList.toggle("is-late", own !== null && own.step !== step);
  parts.files.show(part, sides[0].run);
  const text = statusText(state, strings, part.before);
  if (parts.status.textContent !== text) parts.status.textContent = text;
  parts.status.classList.toggle("bad", ["failed", "gone", "refused"].includes(state.status));
  Object.assign(view.node.dataset, { step, status: state.status, drawn: performance.now(), caption: captionOf(sides, step, strings, untrainedText(view.store)) });
}

/** @param {Page.Store} store */
function untrainedText({ state, shared }) {
  return shared.strings.untrained.replace("{seed}", String(state?.setting.seed));
}

/** @param {Training.View} view @param {Training.PicturePart} part @param {number} step @param {Training.OwnInput | null} own */
function showPictures(view, part, step, own) {
  const { parts, shared: { sides } } = view;
  showChoices(part, parts);
  const height = heightOf(view);
  // Plotly may load later than everything else.
  parts.curves.node.style.minHeight = `${height}px`;
  showCurves(part, parts.curves, sides, step, height);
  parts.ownCaption.textContent = own?.caption ?? "";
  parts.ownCaption.hidden = !own;
  const width = parts.board.node.clientWidth;
  showAttention(part, parts, sides, step, { own, room: width ? { width, height: attentionHeight(height, width) } : null });
  parts.legend.show(part, sides);
}

/** @param {Training.PicturePart} part @param {Training.Parts} parts */
function showChoices(part, parts) {
  const { choices } = part;
  parts.chart.show(choices.chart, part.chart);
  parts.kind.show(choices.attention, part.attention);
  parts.layer.show(choices.layer, part.layer, part.strings.layer);
  parts.how.show(choices.how, part.lines ? "lines" : "matrices");
}

/** @param {Page.AddKind} addKind */
export default function register(addKind) {
  addKind("training", trainingPart);
  addKind("transport", transportPart);
  addKind("own_data", ownDataPart);
  addKind("own_input", ownInputPart);
  addKind("pending", pendingPart);
}
