// Where the next tokens and their bars are at the end of the map. Pure: tested without a browser.

import { vocabularyOf } from "./names.js";
import { placeOf } from "./places.js";

/** From which size on a row has room for all likely tokens, and how far these are apart. */
const NEAR_PITCH = 80, NEAR_WIDTH = 190, STEP = 16;

/** Whether all likely tokens are named, not only the one that follows. */
export function showsAll(placed, box) {
  return placed.pitch >= NEAR_PITCH && box.width >= NEAR_WIDTH;
}

/** The likely tokens, and after them the one that follows where it is none of these. */
export function listed({ likeliest, chosen }) {
  return likeliest.some(([name]) => name === chosen[0]) ? likeliest : [...likeliest, chosen];
}

/** Down from a row's top: the middle of one of its listed tokens. */
export function middleOf(place) {
  return STEP / 2 + place * STEP;
}

/** The token under a point of a row: {name, share}. */
export function tokenAt(placed, box, next, down) {
  if (!showsAll(placed, box)) return next.chosen;
  const rows = listed(next), place = Math.floor(down / STEP);
  return rows[Math.max(0, Math.min(rows.length - 1, place))];
}

/** The cell of a token's probability; null where the map does not know which of the vocabulary it is. */
export function probabilityOf(part, row, name) {
  const place = part.tensors.findIndex(({ own }) => own === "probabilities"), id = vocabularyOf(part)?.indexOf(name) ?? -1;
  return place < 0 || id < 0 ? null : placeOf(part, place, [row, id]);
}
