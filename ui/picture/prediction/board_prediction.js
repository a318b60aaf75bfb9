// "Predict" on a board: covers, takes the answer from the bar and from the cells, reveals.

import { drawBase } from "../matrix_view/draw.js";
import { pin } from "../matrix_view/interaction.js";
import { cellIndex, matricesOf } from "../matrix_view/selection.js";
import { answerIn, askerNow, askingOf } from "./asking.js";
import { createBar, keepingFocus } from "./bar.js";
import { firstQuestion, questionFor, stillThere } from "./offers.js";
import { askedCells, cellOf } from "./places.js";
import { addPredictor, coverChanged, coversOn } from "./predictors.js";
import { adapt, covered, furthest, newSession, problemIn, redrawn, reveal } from "./session.js";
import { veiled, veiledBy } from "./veil.js";

/** The width of a window in which matrices are stacked. */
const NARROW = 640;
/** The width from which the arithmetic is beside the picture. */
const DOCKED = 1200;

/** A matrix that is kept covered with all its tiles. @param {Matrices.Matrix} item @returns {Prediction.Covered[]} */
function wholly(item) {
  const question = { matrix: item.id, kind: /** @type {const} */ ("row"), cover: /** @type {const} */ ("all"), row: 0, col: 0, within: 0 };
  return Array.from({ length: item.tiles }, (_, tile) => ({ kind: /** @type {const} */ ("matrix"), item, question: { ...question, tile }, kept: true }));
}

/**
 * Adds "Predict" to a board. `update` draws it again from what the page said.
 * @param {Page.Store} store @param {Matrices.Board} board @param {(board: Matrices.Board, given: Matrices.Header) => void} update
 */
export function predictOn(store, board, update) {
  /** @type {import("./session.js").Session | null} */
  let session = null;
  let shown = "", isPainting = true;
  const given = () => (board.given ? matricesOf(board.given.items) : []);
  const itemOf = (/** @type {string} */ id) => given().find((one) => one.id === id);
  const draw = () => { if (board.given) update(board, board.given); };
  const bar = createBar({ askClass, open, again, stop, reveal: show, ask, changed: answered, move });
  bar.opener.hidden = true;
  board.foot.insertBefore(bar.opener, board.tables.opener);
  board.foot.append(bar.node);

  /** @param {Prediction.Question | null} question @param {Partial<Prediction.Events>} [events] */
  function begin(question, events = {}) {
    const item = question && itemOf(question.matrix);
    if (!question || !item) return;
    session = newSession(item, question, events);
    everywhere();
    bar.focus();
    if (bar.node.checkVisibility()) return bar.node.scrollIntoView({ block: window.innerWidth <= NARROW ? "center" : "nearest" });
    // On a projector nobody answers: the picture itself is looked at.
    board.panels.find((panel) => panel.item.id === item.id)?.figure.scrollIntoView({ block: "nearest" });
  }

  function open() {
    if (session) return stop();
    begin(firstQuestion(given(), board.pin));
  }

  function again() {
    if (session) begin(session.question, session.events);
  }

  /** Another question of the bar. @param {Prediction.Question} question */
  function ask(question) {
    const item = itemOf(question.matrix);
    if (!item || !session || !askedCells(item, question).length) return;
    session = newSession(item, question, session.events);
    keepingFocus(bar.node, everywhere);
    bar.node.scrollIntoView({ block: "nearest" });
  }

  function stop() {
    if (!session) return;
    const { events } = session;
    session = null;
    everywhere();
    if (bar.opener.isConnected) bar.opener.focus({ preventScroll: true });
    events.ended?.();
  }

  /** Covers or uncovers on the whole page. */
  function everywhere() {
    shown = "";
    coverChanged(store);
  }

  /** Something was answered: only its own matrix is drawn again. */
  function answered() {
    const panel = board.panels.find(({ item }) => item.id === session?.question.matrix);
    if (!session || !panel) return;
    redrawn(session);
    drawBase(panel, board.theme, board.ratio);
    board.host.dataset.drawn = panel.figure.dataset.drawn = String(performance.now());
    bar.refresh(session, itemOf(session.question.matrix), board.strings);
  }

  function show() {
    const item = session && itemOf(session.question.matrix);
    if (!session || !item || session.result) return;
    const before = session.events.waitsFor?.(), problem = before ? { at: -1, text: before } : problemIn(session, board.strings);
    if (problem) return bar.complain(problem);
    if (session.events.send) return void send(session, session.events.send);
    const result = reveal(session, item, board.strings);
    everywhere();
    board.live.textContent = result.text;
    bar.focus();
    bar.node.scrollIntoView({ block: "nearest" });
    const index = furthest(session);
    // How it comes about is the next question. Where there is no room beside the picture it would cover what was revealed.
    if (index >= 0 && window.innerWidth >= DOCKED) pin(board, { id: item.id, cell: cellOf(item, index) });
    session.events.revealed?.(result);
  }

  /** What all of a class are asked goes to the class. @param {import("./session.js").Session} asked @param {(answer: number[]) => Promise<string>} send */
  async function send(asked, send) {
    const answer = answerIn(asked);
    if (!answer) return bar.complain({ at: asked.answer.given.indexOf(null), text: board.strings.predict_all_numbers });
    const text = await send(answer);
    if (session === asked) bar.say(text);
  }

  function askClass() {
    const item = session && itemOf(session.question.matrix);
    if (session && item) askerNow()?.(askingOf(session, item, board.strings));
  }

  /** @param {number[]} order */
  function move(order) {
    if (!session) return;
    session.given.order = order;
    answered();
  }

  /** @param {Matrices.Cell} cell */
  const placeIn = (cell) => {
    const item = session && itemOf(session.question.matrix);
    return session && item ? session.cells.indexOf(cellIndex(item, cell)) : -1;
  };

  /** @type {Omit<Matrices.Answering, "matrix">} */
  const answering = {
    start(cell) {
      const at = placeIn(cell);
      if (!session || at < 0) return false;
      const { kind } = session.question, { chosen } = session.given;
      if (kind === "cell" || kind === "row") bar.focusField(at);
      if (kind === "pick") chosen.fill(false);
      isPainting = !chosen[at];
      if (kind === "pick" || kind === "mask") chosen[at] = isPainting;
      answered();
      board.live.textContent = bar.node.querySelector(".count")?.textContent ?? "";
      return kind === "mask";
    },
    go(cell) {
      const at = placeIn(cell);
      if (!session || at < 0 || session.given.chosen[at] === isPainting) return;
      session.given.chosen[at] = isPainting;
      answered();
    },
  };

  /** @param {Matrices.Header} header */
  board.veil = (header) => {
    const own = session && header.items.find((one) => one.shape && one.id === session?.question.matrix);
    if (session && !(own?.shape && stillThere(own, session.question))) setTimeout(() => session && !itemThere() && stop());
    else if (session && own?.shape) adapt(session, own);
    const others = coversOn(store).filter((one) => one.kind === "curve" || one.item !== own);
    board.answering = session && !session.result && !session.crowd ? { matrix: session.question.matrix, ...answering } : null;
    const now = session && own?.shape && stillThere(own, session.question) ? { kind: /** @type {const} */ ("matrix"), item: own, question: session.question } : null;
    const covers = now && !session?.result && !session?.crowd?.truth ? [...others, now] : others;
    if (!covers.length && !session) return header;
    return { ...header, items: header.items.map((one) => (one === own && now && session ? ownItem(now.item) : veiledBy(one, covers, header.items))) };
  };

  const itemThere = () => session && stillThere(itemOf(session.question.matrix), session.question);

  /** The matrix that is asked about: covered, or with the gap on it. @param {Matrices.Matrix} item */
  function ownItem(item) {
    if (!session) return item;
    const { crowd } = session;
    if (crowd) return { ...(crowd.truth ? item : veiled(item, covered(session, item))), crowd: { ...crowd, cells: session.cells } };
    if (session.result) return session.isStale ? item : { ...item, answer: session.answer };
    return veiled(item, covered(session, item), session.answer);
  }

  /** In a narrow window, where matrices are stacked, the bar follows its own one. */
  function place() {
    const group = board.panels.find(({ item }) => item.id === session?.question.matrix)?.figure.closest(".group");
    if (group && window.innerWidth <= NARROW) {
      if (group.nextElementSibling !== bar.node) group.after(bar.node);
    } else if (bar.node.parentElement !== board.foot) board.foot.append(bar.node);
  }

  /** The bar, brought up to date after the board. */
  function refresh() {
    place();
    const { strings } = board, item = session ? itemOf(session.question.matrix) : undefined;
    bar.opener.hidden = !firstQuestion(given(), null);
    bar.name(strings);
    board.foot.classList.toggle("predicting", Boolean(session));
    const key = JSON.stringify([session?.question, session?.cells, session?.result, session?.isStale, Boolean(session?.crowd), item && [item.name, item.rows.labels, item.cols.labels], strings.predict]);
    if (key === shown) return;
    shown = key;
    bar.show(session, given(), item, strings);
  }

  const forget = addPredictor(store, {
    covers() {
      const item = session && !session.result && !session.crowd?.truth ? itemOf(session.question.matrix) : undefined;
      const asked = session && item ? [{ kind: /** @type {const} */ ("matrix"), item, question: session.question }] : [];
      return [...asked, ...given().filter(({ id }) => store.keptCovered.has(id)).flatMap(wholly)];
    },
    follow: () => {
      draw();
      board.tables.refresh();
      refresh();
    },
    start(request, events) {
      const item = request.matrix === undefined ? undefined : itemOf(request.matrix), question = item && questionFor(item, request);
      if (!question || !board.host.clientWidth) return null;
      stop();
      begin(question, events);
      const own = session;
      const showCrowd = (/** @type {Prediction.Crowd | null} */ crowd) => {
        if (!session || session !== own) return;
        session.crowd = crowd;
        everywhere();
      };
      return { reveal: show, stop, showCrowd, ready: () => { if (session && !session.result) bar.complain({ at: -1, text: "" }); } };
    },
  });
  return { refresh, close() {
    forget();
    const was = session;
    session = null;
    was?.events.ended?.();
    if (was) coverChanged(store);
  } };
}
