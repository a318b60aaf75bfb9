// What somebody has answered so far: as typed, painted, picked or put in order. Pure; nothing here knows the truth.

import { typedNumber } from "../matrix_view/numbers.js";

/** How far the sum of typed weights may be from 1. */
const SUM_WITHIN = 0.005;
/** @typedef {{text: string, params: Record<string, string | number>}} Message a text by its name, with what is filled in */

/** Nothing answered yet: one entry for each asked cell. An order starts as the cells stand. @param {Prediction.Kind} kind @param {number[]} cells */
export function emptyAnswer(kind, cells) {
  return { texts: cells.map(() => ""), chosen: cells.map(() => false), order: kind === "order" ? cells.map((_, place) => place) : [] };
}
/** @typedef {ReturnType<typeof emptyAnswer>} Given */

/**
 * What was answered before, as a class counts it: see `answerIn` in asking.js.
 * @param {Prediction.Kind} kind @param {number[]} cells @param {number[]} answer @returns {Given}
 */
export function givenBefore(kind, cells, answer) {
  const given = emptyAnswer(kind, cells);
  if (kind === "order") return answer.length === cells.length ? { ...given, order: [...answer] } : given;
  if (kind === "pick" || kind === "mask") return { ...given, chosen: cells.map((_, at) => answer.includes(at)) };
  return answer.length === cells.length ? { ...given, texts: answer.map(String) } : given;
}

/** The typed numbers; null where there is none, NaN where it is no number. @param {string[]} texts */
export function numbersIn(texts) {
  return texts.map((text) => (text.trim() ? typedNumber(text) ?? NaN : null));
}

/**
 * What each asked cell was given, as it is drawn: the number, 1 where it is painted or picked, the place in the order.
 * @param {Prediction.Kind} kind @param {Given} given @returns {(number | null)[]}
 */
export function valuesOf(kind, { texts, chosen, order }) {
  if (kind === "order") return order.map((_, place) => order.indexOf(place) + 1);
  if (kind === "mask") return chosen.map(Number);
  if (kind === "pick") return chosen.map((one) => (one ? 1 : null));
  return numbersIn(texts).map((value) => (Number.isNaN(value) ? null : value));
}

/**
 * What keeps an answer from being revealed: a text that is no number, or nothing at all; null if it can be.
 * @param {Prediction.Kind} kind @param {Given} given @returns {(Message & {at: number}) | null}
 */
export function problemOf(kind, { texts, chosen }) {
  if (kind === "pick") return chosen.some(Boolean) ? null : { text: "predict_nothing_picked", params: {}, at: 0 };
  if (kind !== "cell" && kind !== "row") return null;
  const numbers = numbersIn(texts), wrong = numbers.findIndex((value) => Number.isNaN(value));
  if (wrong >= 0) return { text: "predict_no_number", params: { text: texts[wrong].trim().slice(0, 24) }, at: wrong };
  const isEmpty = numbers.every((value) => value === null);
  return isEmpty ? { text: "predict_nothing_typed", params: {}, at: 0 } : null;
}

/**
 * A hint on a row of weights, as soon as all are typed: they do not add up to 1. `isShare`: the true ones do.
 * @param {Prediction.Kind} kind @param {Given} given @param {boolean} isShare @returns {Message | null}
 */
export function sumHint(kind, { texts }, isShare) {
  if (kind !== "row" || !isShare) return null;
  const numbers = numbersIn(texts);
  if (numbers.some((value) => value === null || Number.isNaN(value))) return null;
  const sum = numbers.reduce((/** @type {number} */ all, value) => all + Number(value), 0);
  return Math.abs(sum - 1) > SUM_WITHIN ? { text: "predict_sum", params: { sum } } : null;
}

/** Whether numbers add up to 1. @param {number[]} truth */
export function isShareOf(truth) {
  return Math.abs(truth.reduce((all, value) => all + value, 0) - 1) < 1e-3;
}

/** An order with one of its entries moved by some places. @param {number[]} order @param {number} from @param {number} to */
export function moved(order, from, to) {
  const target = Math.max(0, Math.min(order.length - 1, to)), rest = order.filter((_, place) => place !== from);
  return [...rest.slice(0, target), order[from], ...rest.slice(target)];
}
