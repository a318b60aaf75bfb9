// One prediction about a board: what is asked, what was answered, whether it is revealed. No elements, no drawing.

import { isHidden, namedAt } from "../matrix_view/selection.js";
import { emptyAnswer, givenBefore, problemOf, valuesOf } from "./answers.js";
import { askedCells, cellOf, coveredCells } from "./places.js";
import { scoreOf } from "./scores.js";
import { said } from "./words.js";

/**
 * @typedef {object} Session
 * @property {Prediction.Question} question
 * @property {number[]} cells the asked ones
 * @property {import("./answers.js").Given} given
 * @property {Prediction.Answer} answer what is drawn of it
 * @property {Prediction.Result | null} result
 * @property {boolean} isStale the numbers have changed since they were revealed
 * @property {Partial<Prediction.Events>} events
 * @property {Prediction.Crowd | null} crowd what a class answered, once it is shown
 */

/** @param {Matrices.Matrix} item @param {Prediction.Question} question @param {Partial<Prediction.Events>} [events] @returns {Session} */
export function newSession(item, question, events = {}) {
  const cells = askedCells(item, question), { kind } = question;
  const given = events.given ? givenBefore(kind, cells, events.given) : emptyAnswer(kind, cells);
  const answer = { kind, cells, given: valuesOf(kind, given), truth: [], within: question.within, isRevealed: false };
  return { question, cells, given, answer, result: null, isStale: false, events, crowd: null };
}

/** The true numbers of cells; of a mask 1 where it hides. @param {Matrices.Matrix} item @param {number[]} cells */
export function truthOf(item, cells) {
  return cells.map((index) => (item.scale === "mask" ? Number(isHidden(item, cellOf(item, index))) : item.values[index]));
}

/** Brings what is drawn up to date with the answer. @param {Session} session */
export function redrawn(session) {
  session.answer.given = valuesOf(session.question.kind, session.given);
}

/** The same question of changed numbers: an answer stays with its cell. @param {Session} session @param {Matrices.Matrix} item */
export function adapt(session, item) {
  const { question, given, cells: before } = session, cells = askedCells(item, question);
  if (session.result) {
    const truth = truthOf(item, cells);
    session.isStale ||= truth.length !== session.answer.truth.length || truth.some((value, at) => !Object.is(value, session.answer.truth[at]));
    return;
  }
  if (cells.join() === before.join()) return;
  const fresh = newSession(item, question, session.events);
  if (question.kind !== "order") {
    cells.forEach((index, at) => {
      const was = before.indexOf(index);
      if (was >= 0) [fresh.given.texts[at], fresh.given.chosen[at]] = [given.texts[was], given.chosen[was]];
    });
  }
  Object.assign(session, fresh);
  redrawn(session);
}

/** The cells of a matrix that are covered now; none once they are revealed. @param {Session} session @param {Matrices.Matrix} item */
export function covered(session, item) {
  return session.result ? [] : coveredCells(item, session.question);
}

/** The name of a row or column: its word, or its number with what it is a number of. @param {Matrices.Axis} axis @param {number} place */
export function called(axis, place) {
  return axis.labels ? namedAt(axis, place) : `${axis.spoken} ${namedAt(axis, place)}`.trim();
}

/** The name of a cell: its column, or row and column where several rows are asked about. @param {Matrices.Matrix} item @param {Prediction.Question} question @param {number} index */
export function nameOf(item, { kind, cover }, index) {
  const { row, col } = cellOf(item, index), name = called(item.cols, col);
  return kind === "pick" && cover === "all" ? `${called(item.rows, row)}, ${name}` : name;
}

/** What keeps a session from being revealed, in words; null if nothing does. @param {Session} session @param {Matrices.Strings} strings */
export function problemIn({ question, given }, strings) {
  const problem = problemOf(question.kind, given);
  return problem && { at: problem.at, text: said(strings, problem.text, problem.params) };
}

/** Of typed numbers that are revealed, the cell that is furthest from the truth, and of right ones that of the largest number; -1 of other answers. @param {Session} session */
export function furthest({ question, cells, answer }) {
  if (question.kind !== "cell" && question.kind !== "row") return -1;
  const gaps = answer.given.map((value, at) => (value === null ? 0 : Math.abs(value - answer.truth[at]))), most = Math.max(...gaps);
  const by = most > question.within ? gaps : answer.truth;
  return cells[by.indexOf(Math.max(...by))] ?? -1;
}

/** Reveals: returns the result, which the session keeps. @param {Session} session @param {Matrices.Matrix} item @param {Matrices.Strings} strings */
export function reveal(session, item, strings) {
  const { question, cells, given, answer } = session, truth = truthOf(item, cells);
  const { text, params, ...score } = scoreOf(question, given, truth, (at) => nameOf(item, question, cells[at]));
  answer.truth = truth;
  answer.isRevealed = true;
  const isTyped = question.kind === "cell" || question.kind === "row";
  session.result = { ...score, text: said(strings, text, params), yours: isTyped ? given.texts.map((one) => one.trim() || "–").join(" · ") : "" };
  return session.result;
}
