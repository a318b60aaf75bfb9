// How colours, fonts, numbers and texts of a canvas are written in SVG.

/** @type {Record<string, string>} */
const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;" };

/** @typedef {Record<string, string | undefined>} Attributes of an SVG element; those that are empty are left out */

/** @param {string} text */
export function escaped(text) {
  return String(text).replace(/[&<>"]/g, (sign) => ENTITIES[sign])
    // Characters that XML does not allow.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");
}

/** Formats a number as briefly as a drawing allows. @param {number} value */
export function short(value) {
  return String(Math.round(value * 100) / 100);
}

/**
 * Returns any colour in the form that older SVG readers know.
 * @param {string} css @returns {[colour: string, opacity: number]}
 */
export function colourOf(css) {
  const found = /^rgba?\(([^)]*)\)$/.exec(String(css).trim());
  if (!found) return css === "transparent" ? ["none", 1] : [String(css).trim(), 1];
  const [red, green, blue, alpha = 1] = found[1].split(/[\s,/]+/).filter(Boolean).map((one) => (one.endsWith("%") ? parseFloat(one) / 100 : Number(one)));
  const hex = [red, green, blue].map((one) => Math.round(one).toString(16).padStart(2, "0")).join("");
  return [`#${hex}`, alpha];
}

/** Returns {weight, size, family} of a canvas font. @param {string} css */
export function fontOf(css) {
  const [, before, size, family] = /^(.*?)([\d.]+)px\s+(.*)$/.exec(css) ?? ["", "", "12", "sans-serif"];
  const weight = /\b([1-9]00|bold)\b/.exec(before)?.[1] ?? "";
  return { weight, size: Number(size), family };
}

/** @param {Attributes} values */
export function attributes(values) {
  return Object.entries(values).map(([name, value]) => (value === "" || value === undefined ? "" : ` ${name}="${escaped(value)}"`)).join("");
}
