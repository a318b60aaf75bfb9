// Linked matrices, or one of them, as a figure: what the page shows, with the texts beside it included.

import { ramp } from "../picture/matrix_view/colour.js";
import { drawMatrix } from "../picture/matrix_view/draw.js";
import { drawLit } from "../picture/matrix_view/draw_selection.js";
import { fitted, measureAll } from "../picture/matrix_view/fit.js";
import { axesText, endsOf, stripOf, widthsOf } from "../picture/matrix_view/legend.js";
import { CAPTION, NOTE_LINE, isNoteBelow } from "../picture/matrix_view/lines.js";
import { matricesOf, selectionOf } from "../picture/matrix_view/selection.js";
import { textWidth } from "../picture/text_width.js";
import { boardLayout } from "./board_layout.js";

const STEPS = 32, GAP = 6;

/**
 * @param {Picture.Context} context @param {Matrices.Matrix} item @param {Matrices.Geometry} at @param {Picture.Theme} theme
 * @param {number} y
 */
function drawBar(context, item, at, theme, y) {
  const ends = endsOf(item);
  if (!ends) return;
  const [low, high] = ends, { css } = ramp(theme, item.scale), font = `11px ${item.font}`, strip = stripOf(item, at);
  Object.assign(context, { font, textAlign: "left", textBaseline: "middle", fillStyle: theme.secondary });
  context.fillText(low, at.left, y + 9);
  const left = at.left + textWidth(font, low) + GAP;
  for (let step = 0; step < STEPS; step++) {
    // Fill up to the end: the background would show between two steps that only touch.
    context.fillStyle = css[Math.round((step * 255) / (STEPS - 1))];
    context.fillRect(left + (step * strip) / STEPS, y + 6, strip * (1 - step / STEPS), 6);
  }
  context.fillStyle = theme.secondary;
  context.fillText(high, left + strip + GAP, y + 9);
}

/** @param {Picture.Context} context @param {Matrices.Matrix} item @param {Matrices.Geometry} at @param {Picture.Theme} theme */
function drawNames(context, item, at, theme) {
  const bold = `700 14.5px ${item.font}`, plain = `12px ${item.font}`, left = textWidth(bold, item.name) + 8;
  Object.assign(context, { font: bold, textAlign: "left", textBaseline: "alphabetic", fillStyle: item.role ? theme.roles[item.role] : theme.ink });
  context.fillText(item.name, at.left, 15);
  // The note of tiles says what a click does.
  if (!item.note || item.kind === "tiles") return;
  Object.assign(context, { font: plain, fillStyle: theme.secondary });
  const [x, y] = isNoteBelow(item, at) ? [0, 15 + NOTE_LINE] : [left, 15];
  context.fillText(item.note, at.left + x, y);
}

/** @param {Picture.Context} context @param {Share.PlacedPanel} panel @param {Picture.Theme} theme @param {Matrices.Selection | null | undefined} pinned */
function drawPanel(context, { item, at, x, y }, theme, pinned) {
  context.save();
  context.translate(x, y);
  drawNames(context, item, at, theme);
  context.translate(0, at.caption ?? CAPTION);
  drawMatrix(context, item, at, theme);
  if (pinned) drawLit(context, item, at, theme, pinned, null);
  const bottom = at.height;
  drawBar(context, item, at, theme, bottom);
  Object.assign(context, { font: `11px ${item.font}`, textAlign: "left", textBaseline: "middle", fillStyle: theme.secondary });
  context.fillText(axesText(item), at.left, bottom + (item.scale === "mask" ? 3 : 19) + 8);
  context.restore();
}

/**
 * Returns copies of the matrices with separate positions, in the font of the figure.
 * @param {Matrices.Item[]} items @param {Picture.Theme} theme @returns {Matrices.Item[]}
 */
function copyOf(items, theme) {
  return items.map((item) => (item.shape ? {
    ...item, font: theme.font, ownRowLabels: item.ownRowLabels ?? item.rowLabels, ownColLabels: item.ownColLabels ?? item.colLabels,
    widths: widthsOf({ ...item, font: theme.font }),
  } : item));
}

/**
 * Lays out a board, or its one matrix with an id: returns the size and a draw function.
 * @param {Share.BoardSource} source @param {Picture.Theme} theme @param {Share.Room} room @returns {Share.Drawing}
 */
export function boardFigure({ board, id }, theme, room) {
  const matrices = matricesOf(board.items), { pin } = board;
  const chosen = id ? matrices.filter((item) => item.id === id).map((item) => ({ ...item, below: false, ownRowLabels: true, ownColLabels: true })) : board.items;
  // `measureAll` finds where each of them is.
  const items = copyOf(chosen, theme), panels = matricesOf(items).map((item) => /** @type {Pick<Matrices.Panel, "item" | "at">} */ ({ item }));
  const laid = { items, panels, width: room.width, isNarrow: room.isNarrow, room: () => room };
  measureAll(laid, fitted(laid));
  const places = new Map(panels.map(({ item, at }) => [item, at]));
  const all = boardLayout(items, (item) => /** @type {Matrices.Geometry} */ (places.get(item)), room.width);
  const own = matrices.find((item) => item.id === pin?.id), pinned = own && pin && selectionOf(own, pin.cell);
  const draw = (/** @type {Picture.Context} */ context) => {
    for (const panel of all.panels) drawPanel(context, panel, theme, pinned);
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = theme.secondary;
    context.font = `18px ${theme.font}`;
    for (const { text, x, y } of all.operators) if (text.trim()) context.fillText(text.trim(), x, y);
    context.textAlign = "left";
    context.fillStyle = theme.ink;
    context.font = `600 15px ${theme.font}`;
    for (const { text, y } of all.headings) context.fillText(text, 0, y + 16);
  };
  return { width: all.width, height: all.height, draw };
}
