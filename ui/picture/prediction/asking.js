// A prediction with a class: who leads one asks all what a bar asks; who is asked sends an answer in place of revealing.

import { called, nameOf, truthOf } from "./session.js";
import { said } from "./words.js";

/** @type {((asking: Prediction.Asking) => void) | null} */
let asker = null;

/** What takes a question for a class; null where nobody leads one in this window. */
export const askerNow = () => asker;

/** @param {((asking: Prediction.Asking) => void) | null} next */
export function setAsker(next) {
  asker = next;
}

/** What each way to answer is called in a class. @type {Record<Prediction.Kind, Prediction.Asking["kind"]>} */
const KINDS = { cell: "number", row: "row", mask: "mask", pick: "pick", order: "order", curve: "curve" };

/** A row or column by the number that the page counts it with, which is the same in every language. @param {Matrices.Axis} axis @param {number} place */
const numberOf = ({ labels, first }, place) => place + (labels ? 1 : first);

/** The question of a bar as a lesson would ask it. @param {Matrices.Matrix} item @param {Prediction.Question} question @returns {Prediction.Request} */
function requestOf(item, { matrix, kind, cover, tile, row, col, within }) {
  const isOfRow = !(cover === "all" && (kind === "pick" || kind === "mask")), isOfCell = kind === "cell" || (kind === "mask" && cover === "cell");
  return { matrix, kind, cover, tile, within, ...(isOfRow ? { row: numberOf(item.rows, row) } : {}), ...(isOfCell ? { col: numberOf(item.cols, col) } : {}) };
}

/** The right answer as the class's answers are; null if more than one order is right. @param {Prediction.Kind} kind @param {number[]} truth @returns {number[] | null} */
export function rightOf(kind, truth) {
  const places = [...truth.keys()], most = Math.max(...truth);
  if (kind === "pick") return places.filter((at) => truth[at] === most);
  if (kind === "mask") return places.filter((at) => truth[at]);
  if (kind !== "order") return truth.every(Number.isFinite) ? [...truth] : null;
  return new Set(truth).size === truth.length ? places.sort((one, other) => truth[other] - truth[one]) : null;
}

/** The words in which a class is asked. @param {import("./session.js").Session} session @param {Matrices.Matrix} item @param {Matrices.Strings} strings */
function textOf({ question }, item, strings) {
  const { kind, cover, row, col } = question, isAll = cover === "all" && (kind === "pick" || kind === "mask");
  return said(strings, `predict_class_${isAll ? `${kind}_all` : kind}`, { matrix: item.name, row: called(item.rows, row), col: called(item.cols, col) });
}

/** What a bar asks, for a class. @param {import("./session.js").Session} session @param {Matrices.Matrix} item @param {Matrices.Strings} strings @returns {Prediction.Asking} */
export function askingOf(session, item, strings) {
  const { question, cells, events } = session, { kind, cover, within } = question, isListed = kind === "pick" || kind === "order";
  return {
    kind: KINDS[kind], text: events.text || textOf(session, item, strings), subject: { request: requestOf(item, question) },
    options: isListed ? cells.map((index) => nameOf(item, question, index)) : [], size: cells.length,
    columns: kind === "mask" ? (cover === "all" ? item.colCount : cells.length) : 0, right: rightOf(kind, truthOf(item, cells)), tolerance: within,
  };
}

/** The answer that a class counts; null where numbers are missing. @param {import("./session.js").Session} session @returns {number[] | null} */
export function answerIn({ question, given, answer }) {
  const places = (/** @type {boolean[]} */ chosen) => chosen.flatMap((one, at) => (one ? [at] : []));
  if (question.kind === "pick" || question.kind === "mask") return places(given.chosen);
  if (question.kind === "order") return [...given.order];
  const numbers = answer.given.filter((one) => one !== null);
  return numbers.length === answer.given.length ? numbers : null;
}
