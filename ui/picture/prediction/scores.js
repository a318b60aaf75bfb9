// How far an answer is from the truth: pure, of numbers that are shown. A score has no words yet.

import { valuesOf } from "./answers.js";

/** @typedef {{isRight: boolean, share: number, gap: number, text: string, params: Record<string, string | number>}} Score */

/** @param {number[]} numbers */
const meanOf = (numbers) => numbers.reduce((all, one) => all + one, 0) / (numbers.length || 1);
/** Float32 numbers that were typed as they are shown: the last digit of either does not count. @param {number} gap @param {number} within */
const isWithin = (gap, within) => gap <= within + 1e-6;

/**
 * Typed numbers: right if all of them are, each within `within` of the true one.
 * @param {(number | null)[]} given @param {number[]} truth @param {number} within @returns {Score}
 */
export function scoreOfNumbers(given, truth, within) {
  const gaps = given.flatMap((value, at) => (value === null ? [] : [Math.abs(value - truth[at])]));
  const right = gaps.filter((gap) => isWithin(gap, within)).length, gap = meanOf(gaps), count = truth.length;
  const [first] = given, params = { gap, right, count, within, yours: first ?? NaN, truth: truth[0] };
  return { isRight: right === count, share: right / count, gap, text: count === 1 ? "predict_gap_one" : textOfMany(gap, right === count), params };
}

/** @param {number} gap @param {boolean} areAllRight */
function textOfMany(gap, areAllRight) {
  if (!areAllRight) return "predict_gap_many";
  return isWithin(gap, 0) ? "predict_gap_none" : "predict_gap_within";
}

/**
 * A painted mask: how many cells are as in the mask; right if at most `within` are not.
 * @param {(number | null)[]} given @param {number[]} truth 1 where the mask hides @param {number} within @returns {Score}
 */
export function scoreOfMask(given, truth, within) {
  const missed = truth.filter((value, at) => value && !given[at]).length, extra = truth.filter((value, at) => !value && given[at]).length;
  const count = truth.length, gap = missed + extra, right = count - gap;
  return { isRight: gap <= within, share: right / count, gap, text: gap ? "predict_mask" : "predict_mask_all", params: { right, count, missed, extra } };
}

/**
 * What was picked as the largest: right if it is, or if it is at most `within` smaller.
 * @param {(number | null)[]} given @param {number[]} truth @param {number} within @param {(at: number) => string} nameAt @returns {Score}
 */
export function scoreOfPick(given, truth, within, nameAt) {
  const picked = given.indexOf(1), largest = truth.indexOf(Math.max(...truth)), gap = truth[largest] - truth[picked];
  const isRight = isWithin(gap, within), text = gap === 0 ? "predict_pick_right" : "predict_pick_wrong";
  const params = { yours: nameAt(picked), truth: nameAt(gap === 0 ? picked : largest), value: truth[picked], most: truth[largest] };
  return { isRight, share: isRight ? 1 : 0, gap, text, params };
}

/** The places from 1 that each number may take: of equal ones, any of theirs. @param {number[]} truth @returns {[number, number][]} */
export function placesIn(truth) {
  return truth.map((value) => {
    const before = truth.filter((other) => other > value).length, equal = truth.filter((other) => other === value).length;
    return [before + 1, before + equal];
  });
}

/** How far a place is from where it may be. @param {number} place @param {[number, number]} range */
const awayFrom = (place, [first, last]) => Math.max(first - place, place - last, 0);

/**
 * An order, the largest first: how many are in their place; right if none is further than `within` places away.
 * @param {(number | null)[]} given @param {number[]} truth @param {number} within @returns {Score}
 */
export function scoreOfOrder(given, truth, within) {
  const ranges = placesIn(truth), gaps = given.map((place, at) => awayFrom(Number(place), ranges[at]));
  const right = gaps.filter((gap) => gap === 0).length, count = truth.length, gap = meanOf(gaps);
  return { isRight: gaps.every((one) => one <= within), share: right / count, gap, text: right === count ? "predict_order_all" : "predict_order", params: { right, count, gap } };
}

/**
 * Where each entry truly is in the order, from 1: of equal numbers the answer's own place, where it is one of theirs.
 * @param {(number | null)[]} given @param {number[]} truth
 */
export function truePlaces(given, truth) {
  const ranges = placesIn(truth), taken = new Set(), places = truth.map(() => 0);
  given.forEach((place, at) => {
    if (place === null || awayFrom(place, ranges[at])) return;
    places[at] = place;
    taken.add(place);
  });
  ranges.forEach(([first], at) => {
    if (places[at]) return;
    let place = first;
    while (taken.has(place)) place += 1;
    places[at] = place;
    taken.add(place);
  });
  return places;
}

/**
 * The score of what was given for the cells of a question.
 * @param {Prediction.Question} question @param {import("./answers.js").Given} given @param {number[]} truth @param {(at: number) => string} nameAt
 */
export function scoreOf({ kind, within }, given, truth, nameAt) {
  const values = valuesOf(kind, given);
  if (kind === "mask") return scoreOfMask(values, truth, within);
  if (kind === "pick") return scoreOfPick(values, truth, within, nameAt);
  if (kind === "order") return scoreOfOrder(values, truth, within);
  return scoreOfNumbers(values, truth, within);
}
