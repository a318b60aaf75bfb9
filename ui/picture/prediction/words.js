// The texts of a prediction, with their numbers filled in.

import { briefText } from "../matrix_view/numbers.js";

/** A number in a sentence: three significant digits, and no more than four decimals. @param {string | number} value */
const shown = (value) => (typeof value === "number" ? briefText(Number(value.toFixed(4))) : value);

/** A text with its placeholders filled in. @param {Matrices.Strings} strings @param {string} name @param {Record<string, string | number>} [params] */
export function said(strings, name, params = {}) {
  return (strings[name] ?? name).replace(/\{(\w+)\}/g, (place, field) => (field in params ? shown(params[field]) : place));
}
