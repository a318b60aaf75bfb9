// Cached widths of texts: the same ones recur, and measuring them is expensive.

import { penOf } from "./element.js";

const MOST = 5000;
const known = new Map();
/** @type {CanvasRenderingContext2D | null} */
let pen = null;

function newPen() {
  // Widths change once a font has loaded.
  document.fonts.addEventListener("loadingdone", () => known.clear());
  return penOf(document.createElement("canvas"));
}

/** The width of a text in a font, in CSS pixels. @param {string} font @param {string} text */
export function textWidth(font, text) {
  const key = `${font}\n${text}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  pen ??= newPen();
  pen.font = font;
  const { width } = pen.measureText(text);
  if (known.size >= MOST) known.clear();
  known.set(key, width);
  return width;
}
