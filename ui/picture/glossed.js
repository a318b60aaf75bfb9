// A token and its gloss, which is smaller and quieter than the token: as text, as elements, and as lengths on a canvas.

import { element } from "./element.js";
import { textWidth } from "./text_width.js";

/** A gloss in a text of the server: "학생 ⟮student⟯". */
const IN_TEXT = /⟮([^⟯]*)⟯/;

/** A label with its gloss, as text. @param {string} label @param {string | undefined} gloss */
export function withGloss(label, gloss) {
  return gloss && gloss !== label ? `${label} (${gloss})` : label;
}

/** A text with its glosses in ordinary parentheses, for tooltips and screen readers. @param {string} text */
export function plainText(text) {
  return text.replace(new RegExp(IN_TEXT, "g"), "($1)");
}

/** A text as nodes, with an element for each gloss. @param {string} text */
export function glossedNodes(text) {
  // Every second piece is a gloss.
  return text.split(IN_TEXT).map((piece, place) => (place % 2 ? element("span", "gloss", `(${piece})`) : piece)).filter(Boolean);
}

/**
 * An element with a text that may contain glosses.
 * @template {keyof HTMLElementTagNameMap} K @param {K} tag @param {string} className @param {string} text
 */
export function glossedElement(tag, className, text) {
  const made = element(tag, className);
  made.append(...glossedNodes(text));
  return made;
}

/**
 * The nodes of a label: its name and, if there is one, its gloss, which is told in full where it is cut.
 * @param {string} name @param {string | undefined} gloss
 */
export function labelNodes(name, gloss) {
  return gloss ? [name, " ", Object.assign(element("span", "gloss", gloss), { title: gloss })] : [name];
}

/** The size of a gloss on a canvas, and the gap between it and its token. */
export const GLOSS_SIZE = 11, GLOSS_GAP = 5;
/** The least width in which a shortened gloss still says something, and the least of its letters. */
const LEAST = 24, LEAST_LETTERS = 4;

/** A text, shortened to a width. @param {string} font @param {string} text @param {number} room */
export function fittedText(font, text, room) {
  if (textWidth(font, text) <= room) return text;
  const letters = [...text];
  while (letters.length > 1 && textWidth(font, `${letters.join("")}…`) > room) letters.pop();
  return `${letters.join("")}…`;
}

/**
 * A gloss, shortened to a width; nothing if too little of it would be left to tell what it means.
 * @param {string} font @param {string} gloss @param {number} room
 */
export function fittedGloss(font, gloss, room) {
  const short = fittedText(font, gloss, room);
  return short === gloss || [...short].length > LEAST_LETTERS ? short : "";
}

/**
 * What of a token and its gloss fits a width in one line: the token first.
 * @returns {{name: string, gloss: string, nameWidth: number, glossWidth: number, width: number}}
 * @param {Picture.Fonts} fonts @param {string} name @param {string | undefined} gloss @param {number} room
 */
export function fittedLabel({ nameFont, glossFont }, name, gloss, room) {
  const shown = fittedText(nameFont, name, room), nameWidth = textWidth(nameFont, shown);
  const rest = room - nameWidth - GLOSS_GAP, isShown = Boolean(gloss) && (rest >= LEAST || textWidth(glossFont, gloss ?? "") <= rest);
  const short = isShown ? fittedGloss(glossFont, gloss ?? "", rest) : "", glossWidth = short ? textWidth(glossFont, short) : 0;
  return { name: shown, gloss: short, nameWidth, glossWidth, width: nameWidth + (short ? GLOSS_GAP + glossWidth : 0) };
}
