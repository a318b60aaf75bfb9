// Formats numbers for cells and the readout: with a real minus sign, and in one matrix with the same decimals.

const MINUS = "\u2212";

/** @param {string} text */
function signed(text) {
  return text.replaceAll("-", MINUS);
}

/** The most decimals in a cell, and from where on a number does not decide about those of the others. */
const MOST_DECIMALS = 2, LARGE = 1000;
/** The most significant digits in a cell of a matrix that counts these. */
const MOST_DIGITS = 3;

/** How wide a number is, in digits: a point takes half of one. @param {string} text */
function widthOf(text) {
  return text.includes(".") ? text.length - 0.5 : text.length;
}

/** A number that rounds to zero has no sign. @param {number} value @param {number} decimals */
function rounded(value, decimals) {
  const text = value.toFixed(decimals);
  return text.startsWith("-") && !Number(text) ? text.slice(1) : text;
}

/**
 * The decimals of all numbers of a matrix: as many as the widest of them has room for, and none for whole numbers.
 * @param {ArrayLike<number>} values @param {number} room the width of a cell, in digits @param {ArrayLike<number> | null} [hidden] which show no number
 */
export function decimalsIn(values, room, hidden) {
  let least = 0, most = 0, isWhole = true;
  for (let place = 0; place < values.length; place++) {
    const value = values[place];
    if (hidden?.[place] || !Number.isFinite(value)) continue;
    isWhole &&= Number.isInteger(value);
    if (Math.abs(value) >= LARGE) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return isWhole ? 0 : decimalsBetween(least, most, room);
}

/** The decimals with which all numbers from `least` to `most` have room. @param {number} least @param {number} most @param {number} room */
export function decimalsBetween(least, most, room) {
  for (let decimals = MOST_DECIMALS; decimals > 0; decimals--) {
    if ([least, most].every((value) => widthOf(rounded(value, decimals)) <= room)) return decimals;
  }
  return 0;
}

/**
 * A number of a cell of `room` digits; one that has no room with these decimals has fewer, or an exponent.
 * @param {number} value @param {number} room @param {number} decimals
 */
export function cellText(value, room, decimals) {
  if (Number.isNaN(value)) return room >= 3 ? "NaN" : "";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : `${MINUS}∞`;
  for (let count = decimals; count >= 0; count--) {
    const text = rounded(value, count);
    if (widthOf(text) <= room) return signed(text);
  }
  const short = value.toExponential(0).replace("e+", "e");
  return short.length <= room ? signed(short) : "";
}

/**
 * A number of a cell of `room` digits with its own decimals: as many significant digits, three at most, as have room.
 * @param {number} value @param {number} room
 */
export function significantText(value, room) {
  for (let digits = MOST_DIGITS; digits > 0 && Number.isFinite(value); digits--) {
    const text = String(Number(value.toPrecision(digits)));
    if (widthOf(text) <= room) return signed(text);
  }
  return cellText(value, room, MOST_DECIMALS);
}

/** @type {Record<string, string>} */
const RAISED = { "-": "\u207b", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };

/** @param {number} value */
function withExponent(value) {
  const [mantissa, exponent] = value.toExponential(3).split("e");
  return `${mantissa} × 10${[...String(Number(exponent))].map((digit) => RAISED[digit]).join("")}`;
}

/** Four decimals, or exponent form for values too small or too large for that. As in Python. @param {number} value */
export function exactText(value) {
  if (!Number.isFinite(value)) return cellText(value, Infinity, 0);
  if (Number.isInteger(value) && Math.abs(value) < 1e6) return signed(String(value));
  if (Math.abs(value) < 5e-5 || Math.abs(value) >= 1e6) return signed(withExponent(value));
  return signed(value.toFixed(4));
}

/** Three significant digits, for the ends of a colour bar. @param {number} value */
export function briefText(value) {
  return signed(String(Number(value.toPrecision(3))));
}

/** Parse a typed number, which may have a real minus sign or a decimal comma; null if it is invalid. @param {string} text */
export function typedNumber(text) {
  const plain = text.trim().replace(/\u2212/g, "-").replace(/^([+-]?\d*),(\d+)$/, "$1.$2");
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return null;
  const value = Number(plain);
  return Number.isFinite(value) && Math.abs(value) <= 1e6 ? value : null;
}
