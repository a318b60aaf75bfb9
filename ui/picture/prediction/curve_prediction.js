// "Predict" on curves: covers lines, takes a drawing over the axes, reveals both lines and the area between them.

import { element } from "../element.js";
import { forPointer } from "../pointer_words.js";
import { askerNow } from "./asking.js";
import { crowdFigure, curveAnswer, curveAsking, sketchBefore } from "./curve_crowd.js";
import { briefText } from "../matrix_view/numbers.js";
import { buttonOf, createOpener, keepingFocus, nameOpener, selectOf } from "./bar.js";
import { lineIn, linesIn, revealedFigure, veiledFigure, xSpan, ySpan } from "./curve_veil.js";
import { WITHIN } from "./offers.js";
import { addPredictor, coverChanged } from "./predictors.js";
import { emptySketch, fromShare, isDrawn, keyed, nearestTo, sampled, scoreOfSketch, shareOf, stroked } from "./sketch.js";
import { createPad } from "./sketch_pad.js";
import { said } from "./words.js";

/**
 * @typedef {object} Session
 * @property {Prediction.CurveQuestion} question
 * @property {Prediction.Sketch} sketch
 * @property {Prediction.Result | null} result
 * @property {boolean} isStale
 * @property {string} truth the numbers that were revealed, as text
 * @property {Partial<Prediction.Events>} events
 * @property {Prediction.Crowd | null} crowd what a class drew, once it is shown
 */

/**
 * Adds "Predict" to curves. `part` returns what the page said, `draw` draws the figure again.
 * @param {Page.Store} store @param {Plot.Node} plot @param {{part: () => Plot.Part | undefined, draw: () => void, isOffered: boolean}} curves
 */
export function predictCurves(store, plot, { part, draw, isOffered }) {
  /** @type {Session | null} */
  let session = null;
  let at = 0;
  const frame = element("div", "curves-frame"), opener = createOpener(() => (session ? stop() : begin())), bar = element("div", "prediction");
  const message = element("p", "message"), pad = createPad(plot, { stroke, key });
  message.setAttribute("role", "status");
  bar.setAttribute("role", "group");
  bar.hidden = true;
  bar.dataset.kind = "curve";
  bar.onkeydown = (event) => {
    if (event.key === "Escape") stop();
    event.stopPropagation();
  };
  frame.append(plot, opener, bar);
  const figure = () => /** @type {Plot.Figure} */ (part()?.figure), strings = () => store.shared.strings;
  const lines = () => (isOffered && part() ? linesIn(figure()) : []);

  /** @param {Partial<Prediction.CurveQuestion>} [question] @param {Partial<Prediction.Events>} [events] */
  function begin(question, events = {}) {
    const [line] = lines();
    if (line === undefined) return;
    const asked = { line, cover: /** @type {const} */ ("all"), within: WITHIN.curve, ...question };
    const sketch = events.given ? sketchBefore(figure(), asked.line, events.given) : emptySketch();
    session = { question: asked, sketch, result: null, isStale: false, truth: "", events, crowd: null };
    at = 0;
    everywhere();
    pad.node.focus({ preventScroll: true });
  }

  function stop() {
    if (!session) return;
    const { events } = session;
    session = null;
    everywhere();
    if (opener.isConnected) opener.focus({ preventScroll: true });
    events.ended?.();
  }

  function everywhere() {
    draw();
    show();
    coverChanged(store);
  }

  const isOpen = () => Boolean(session && !session.result && !session.crowd?.truth);
  const covered = () => (session?.question.cover === "row" ? [session.question.line] : lines());
  const truthNow = () => (session ? JSON.stringify(figure().data[session.question.line]?.y ?? null) : "");

  function reveal() {
    if (!session || session.result) return;
    const before = session.events.waitsFor?.();
    if (before || !isDrawn(session.sketch)) {
      message.className = "message wrong";
      message.textContent = before || strings().predict_nothing_drawn;
      return pad.node.focus();
    }
    if (session.events.send) return void send(session, session.events.send);
    const { question, sketch } = session, truth = sampled(figure().data[question.line], xSpan(figure()), ySpan(figure()));
    const { text, params, ...score } = scoreOfSketch(sketch, truth, question.within);
    session.result = { ...score, text: said(strings(), text, params) };
    session.truth = truthNow();
    everywhere();
    /** @type {HTMLElement | null} */ (bar.querySelector(".again"))?.focus({ preventScroll: true });
    session.events.revealed?.(session.result);
  }

  /** What all of a class are asked goes to the class. @param {Session} asked @param {(answer: number[]) => Promise<string>} send */
  async function send(asked, send) {
    const answer = curveAnswer(figure(), asked.question.line, asked.sketch);
    message.className = "message";
    message.textContent = answer ? await send(answer) : strings().predict_draw_all;
  }

  function askClass() {
    if (session) askerNow()?.(curveAsking(figure(), part()?.id ?? "", session.question, strings(), session.events.text));
  }

  /** @param {Picture.Point | null} from @param {Picture.Point} to */
  function stroke(from, to) {
    if (!session) return;
    session.sketch = stroked(session.sketch, from, to);
    at = nearestTo(to.x);
    drawn();
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (event.key === "Escape") stop();
    const next = session && keyed(session.sketch, at, event);
    if (!session || !next) return;
    event.preventDefault();
    event.stopPropagation();
    [session.sketch, at] = [next.sketch, next.at];
    drawn();
  }

  /** Draws the sketch, and says the point that keys move. */
  function drawn() {
    if (!session || session.result || session.crowd) return;
    message.textContent = "";
    const x = briefText(fromShare(xSpan(figure()), shareOf(at))), share = session.sketch[at];
    const text = Number.isNaN(share) ? said(strings(), "predict_not_drawn", { x }) : said(strings(), "predict_drawn", { x, y: briefText(fromShare(ySpan(figure()), share)) });
    pad.show(session.sketch, at, { label: strings().predict_kind_curve, text });
  }

  function show() {
    const words = strings();
    opener.hidden = !lines().length;
    nameOpener(opener, words, Boolean(session));
    bar.hidden = !session || Boolean(session.crowd);
    bar.setAttribute("aria-label", words.predict);
    frame.classList.toggle("predicting", Boolean(session));
    pad.open(isOpen() && !session?.crowd);
    if (!session) return bar.replaceChildren();
    const actions = element("span", "actions"), { result, isStale } = session;
    if (result) {
      message.className = isStale ? "message" : `message ${result.isRight ? "right" : "off"}`;
      message.textContent = isStale ? words.predict_stale : result.text;
      actions.append(buttonOf(words.predict_again, "again", () => session && begin(session.question, session.events)));
    } else {
      message.className = "message";
      message.textContent = "";
      if (askerNow()) actions.append(buttonOf(words.predict_ask_class, "ask-class", askClass));
      actions.append(buttonOf(session.events.send ? words.predict_send : words.predict_reveal, "reveal", reveal));
    }
    actions.append(buttonOf(words.predict_stop, "quiet stop", stop));
    const choices = element("span", "choices");
    if (!result) choices.append(...choicesOf(session.question), element("span", "answer", forPointer(words.predict_draw)));
    bar.replaceChildren(...(result ? [] : [choices]), message, actions);
    drawn();
  }

  /** @param {Prediction.CurveQuestion} question */
  function choicesOf(question) {
    const all = lines(), names = all.map((place) => String(figure().data[place].name ?? place + 1)), words = strings();
    if (all.length < 2) return [];
    const again = (/** @type {Partial<Prediction.CurveQuestion>} */ change) => keepingFocus(bar, () => begin({ ...question, ...change }, session?.events));
    return [
      selectOf(words.predict_line, names, all.indexOf(question.line), (place) => again({ line: all[place] })),
      selectOf(words.predict_cover, [words.predict_line_all, words.predict_line_one], question.cover === "all" ? 0 : 1, (place) => again({ cover: place ? "row" : "all" })),
    ];
  }

  const forget = addPredictor(store, {
    covers() {
      if (!isOpen() || !part()) return null;
      const { data } = figure(), places = covered(), names = places.map((place) => ({ colour: String(data[place].line?.color ?? ""), name: String(data[place].name ?? "") }));
      return { kind: "curve", names, lines: places.map((place) => Array.from(data[place].y)) };
    },
    start(request, events) {
      if (request.curve === undefined || request.curve !== part()?.id || !plot.clientWidth || !lines().length) return null;
      const line = lineIn(figure(), request.line);
      if (line === null) return null;
      stop();
      begin({ line, within: request.within ?? WITHIN.curve }, events);
      plot.scrollIntoView({ block: "nearest" });
      // The sheet of a lesson, which lies over what is below the figure, settles first.
      setTimeout(() => bar.scrollIntoView({ block: "nearest" }));
      const own = session;
      return { reveal, stop, showCrowd: (/** @type {Prediction.Crowd | null} */ crowd) => {
        if (!session || session !== own) return;
        session.crowd = crowd;
        everywhere();
      } };
    },
  });
  return {
    frame,
    /** What is drawn, and saved: the part without what is covered. */
    shown() {
      const given = /** @type {Plot.Part} */ (part());
      if (!session || session.isStale) return given;
      const { question, sketch, result, crowd } = session;
      if (crowd) return { ...given, figure: crowdFigure(given.figure, veiledFigure(given.figure, covered()), question.line, crowd) };
      return { ...given, figure: result ? revealedFigure(given.figure, question.line, sketch, strings().predict_yours) : veiledFigure(given.figure, covered()) };
    },
    /** Called with each new figure, before it is drawn. */
    adapt() {
      if (session && !lines().includes(session.question.line)) setTimeout(() => session && !lines().includes(session.question.line) && stop());
      else if (session?.result && session.truth !== truthNow()) session.isStale = true;
      if (session || opener.hidden === Boolean(lines().length) || !opener.title) show();
    },
    /** Called after the figure is drawn: the pad lies over its axes. */
    placed: () => session && drawn(),
    close() {
      forget();
      const was = session;
      session = null;
      was?.events.ended?.();
      if (was) coverChanged(store);
    },
  };
}
