// The positions of the next tokens and their bars at the end of the map. Pure: tested without a browser.

import { tokenId } from "./names.js";
import { placeOf } from "./places.js";

/** The size from which a row has room for all probable tokens, and the spacing of these. */
const NEAR_PITCH = 80, NEAR_WIDTH = 190, STEP = 16;

/** Return whether all probable tokens are named, not only the chosen one. @param {ModelMap.Placed} placed @param {ModelMap.Box} box */
export function showsAll(placed, box) {
  return placed.pitch >= NEAR_PITCH && box.width >= NEAR_WIDTH;
}

/** The probable tokens, followed by the chosen one if it is not among them. @param {ModelMap.NextToken} next */
export function listed({ likeliest, chosen }) {
  return likeliest.some(([name]) => name === chosen[0]) ? likeliest : [...likeliest, chosen];
}

/** The gloss of a listed token; empty if it has none. @param {ModelMap.NextToken} next @param {string} name */
export function glossOfNext(next, name) {
  const place = next.likeliest.findIndex(([one]) => one === name);
  return next.glosses?.at(place) ?? "";
}

/** The middle of a listed token, measured down from the top of its row. @param {number} place */
export function middleOf(place) {
  return STEP / 2 + place * STEP;
}

/**
 * The token under a point of a row: {name, share}.
 * @param {ModelMap.Placed} placed @param {ModelMap.Box} box @param {ModelMap.NextToken} next @param {number} down
 */
export function tokenAt(placed, box, next, down) {
  if (!showsAll(placed, box)) return next.chosen;
  const rows = listed(next), place = Math.floor(down / STEP);
  return rows[Math.max(0, Math.min(rows.length - 1, place))];
}

/**
 * The cell of a token's probability; null if the token is not in the map's vocabulary.
 * @param {ModelMap.Part} part @param {number} row @param {string} name
 */
export function probabilityOf(part, row, name) {
  const place = part.tensors.findIndex(({ own }) => own === "probabilities"), id = tokenId(part, name);
  return place < 0 || id < 0 ? null : placeOf(part, place, [row, id]);
}
