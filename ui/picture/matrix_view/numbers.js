// Formats numbers for cells and the readout: with a real minus sign and as many digits as fit.

const MINUS = "\u2212";

/** @param {string} text */
function signed(text) {
  return text.replaceAll("-", MINUS);
}

/**
 * The most precise form of a value, with at most two decimals and at most `room` characters.
 * @param {number} value @param {number} room @param {boolean} [whole]
 */
export function cellText(value, room, whole) {
  if (Number.isNaN(value)) return room >= 3 ? "NaN" : "";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : `${MINUS}∞`;
  for (let decimals = whole ? 0 : 2; decimals >= 0; decimals--) {
    const text = value.toFixed(decimals);
    if (text.length <= room) return signed(text);
  }
  const short = value.toExponential(0).replace("e+", "e");
  return short.length <= room ? signed(short) : "";
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
  if (!Number.isFinite(value)) return cellText(value, Infinity);
  if (Number.isInteger(value) && Math.abs(value) < 1e6) return signed(String(value));
  if (Math.abs(value) < 5e-5 || Math.abs(value) >= 1e6) return signed(withExponent(value));
  return signed(value.toFixed(4));
}

/** Three significant digits, for the ends of a colour bar. @param {number} value */
export function briefText(value) {
  return signed(String(Number(value.toPrecision(3))));
}

/** @param {Float32Array} values */
export function isWhole(values) {
  return values.every((value) => Number.isInteger(value) || !Number.isFinite(value));
}

/** Parse a typed number, which may have a real minus sign or a decimal comma; null if it is invalid. @param {string} text */
export function typedNumber(text) {
  const plain = text.trim().replace(/\u2212/g, "-").replace(/^([+-]?\d*),(\d+)$/, "$1.$2");
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return null;
  const value = Number(plain);
  return Number.isFinite(value) && Math.abs(value) <= 1e6 ? value : null;
}
