// Rows of tokens on a canvas, each after its title; right and wrong differ by more than their colour.

import { GLOSS_GAP, GLOSS_SIZE } from "../picture/glossed.js";
import { textWidth } from "../picture/text_width.js";

const ROW = 25, BOX = 20, PADDING = 4, LEAST = 21, APART = 4, BEHIND = 14;
const RIGHT = "#1f8a4c", WRONG = "#d1495b", TINT = 0.2;

/** @param {Share.TokenRow[]} rows */
export function rowsHeight(rows) {
  return rows.length * ROW;
}

/** @param {Picture.Theme} theme */
const titleFont = ({ font }) => `12.5px ${font}`;
/** @param {Picture.Theme} theme */
const tokenFont = ({ font }) => `14px ${font}`;
/** @param {Picture.Theme} theme */
const glossFont = ({ font }) => `${GLOSS_SIZE}px ${font}`;

/** Returns the width of the column of titles. @param {Share.TokenRow[]} rows @param {Picture.Theme} theme */
export function titlesWidth(rows, theme) {
  return Math.max(0, ...rows.map(({ title }) => textWidth(titleFont(theme), title))) + BEHIND;
}

/**
 * Returns a box for each token, from left to right; tokens that do not fit are cut off, and the last box says so.
 * @param {Share.Token[]} tokens @param {(text: string) => number} widthOf @param {number} left @param {number} room
 * @param {(gloss: string) => number} glossWidthOf the width that a token's gloss takes after its box
 */
export function boxesOf(tokens, widthOf, left, room, glossWidthOf = () => 0) {
  /** @type {Share.Box[]} */
  const boxes = [];
  let x = left;
  for (const token of tokens) {
    const width = Math.max(LEAST, widthOf(token.text) + 2 * PADDING), behind = token.gloss ? glossWidthOf(token.gloss) : 0;
    const isLast = token === tokens.at(-1), isFull = x + width + behind + (isLast ? 0 : APART + LEAST) > room;
    boxes.push(isFull ? { text: "…", x, width: LEAST } : { ...token, x, width });
    if (isFull) break;
    x += width + behind + APART;
  }
  return boxes;
}

/** @param {Picture.Context} context @param {Share.Box} box @param {Picture.Theme} theme @param {number} y */
function drawGloss(context, { gloss, x, width }, theme, y) {
  if (!gloss) return;
  Object.assign(context, { font: glossFont(theme), fillStyle: theme.secondary, textAlign: "left" });
  context.fillText(gloss, x + width, y + BOX / 2 + 0.5);
}

/** @param {Picture.Context} context @param {Share.Box} box @param {Picture.Theme} theme @param {number} y */
function drawBox(context, { text, isRight, x, width }, theme, y) {
  if (isRight !== undefined) {
    Object.assign(context, { globalAlpha: TINT, fillStyle: isRight ? RIGHT : WRONG });
    context.beginPath();
    context.roundRect(x, y, width, BOX, 4);
    context.fill();
    context.globalAlpha = 1;
  }
  context.fillStyle = theme.ink;
  context.fillText(text, x + width / 2, y + BOX / 2 + 0.5);
  if (isRight !== false) return;
  context.fillStyle = WRONG;
  context.fillRect(x + PADDING, y + BOX / 2, width - 2 * PADDING, 1.2);
}

/**
 * Draws rows of tokens, starting at the origin.
 * @param {Picture.Context} context @param {Share.TokenRow[]} rows @param {Picture.Theme} theme @param {number} left @param {number} room
 */
export function drawRows(context, rows, theme, left, room) {
  rows.forEach(({ title, colour, tokens, isWhole }, place) => {
    const y = place * ROW, glossWidth = (/** @type {string} */ gloss) => textWidth(glossFont(theme), gloss) + GLOSS_GAP;
    const boxes = boxesOf(tokens, (text) => textWidth(tokenFont(theme), text), left, room, glossWidth);
    Object.assign(context, { font: titleFont(theme), fillStyle: colour || theme.secondary, textAlign: "left", textBaseline: "middle" });
    context.fillText(title, 0, y + BOX / 2 + 0.5);
    Object.assign(context, { font: tokenFont(theme), textAlign: "center" });
    for (const box of boxes) drawBox(context, box, theme, y);
    for (const box of boxes) drawGloss(context, box, theme, y);
    const last = boxes.at(-1);
    if (!isWhole || !last) return;
    const { x, width, gloss } = last;
    Object.assign(context, { fillStyle: RIGHT, textAlign: "left" });
    context.font = tokenFont(theme);
    context.fillText("✓", x + width + (gloss ? glossWidth(gloss) : 0) + APART, y + BOX / 2 + 0.5);
  });
}
