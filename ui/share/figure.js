// A whole figure as SVG: title, picture, and the line with its settings.

import { penOf } from "../picture/element.js";
import { textWidth } from "../picture/text_width.js";
import { THEMES } from "../picture/matrix_view/colour.js";
import { boardFigure } from "./board_figure.js";
import { curvesFigure } from "./curves_figure.js";
import { linesFigure } from "./lines_figure.js";
import { mapFigure } from "./map_figure.js";
import { escaped } from "./svg_attributes.js";
import { SvgContext } from "./svg_context.js";

/** Common font families, including Korean ones: every reader of the file has one of them. */
const FONTS = "Arial, Helvetica, 'Apple SD Gothic Neo', 'Malgun Gothic', 'Noto Sans KR', 'Noto Sans CJK KR', sans-serif";
const MARGIN = 20, TITLE = 36, TITLE_LINE = 23, LINE = 17;

/**
 * For a slide, or for one column of a paper: the width of the layout, and the width as set.
 * @type {Record<string, {layout: number, height: number, width: string}>}
 */
export const SIZES = {
  slide: { layout: 1280, height: 560, width: "1280" },
  column: { layout: 520, height: Infinity, width: "86mm" },
};

/** @param {string} name "light", "dark" or "transparent" @returns {Share.Theme} */
export function themeCalled(name) {
  const base = name === "dark" ? "dark" : "light";
  return { ...THEMES[base], name: base, font: FONTS, isClear: name === "transparent" };
}

/** Breaks a text into lines of at most a width. @param {string} text @param {string} font @param {number} room */
export function broken(text, font, room) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = lines.at(-1) ? `${lines.at(-1)} ${word}` : word;
    if (lines.at(-1) && textWidth(font, longer) > room) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

/** @param {CanvasImageSource} source @param {number[]} part */
function imageOf(source, [x, y, width, height]) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  penOf(canvas).drawImage(source, x, y, width, height, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/png");
}

/** The same drawing for the context that writes SVG. @param {Share.Drawing} drawing @returns {Share.SvgDrawing} */
const asSvg = ({ draw, ...size }) => ({ ...size, draw: (context) => draw(context.asCanvas) });

/** @param {Share.Picture} picture @param {Share.Theme} theme @param {Share.Room} room @param {Share.Texts} words */
function drawingOf(picture, theme, room, words) {
  switch (picture.kind) {
    case "board": return asSvg(boardFigure(picture, theme, room));
    case "lines": return asSvg(linesFigure(picture, theme, room, words));
    case "curves": return curvesFigure(picture, theme, room);
    case "map": return mapFigure(picture, theme);
  }
}

/**
 * Returns the figure of a picture.
 * @param {Share.Picture} picture @param {Share.Options} options @returns {Promise<Share.Figure>}
 */
export async function figureOf(picture, { title, caption, theme: themeName, size, words }) {
  const theme = themeCalled(themeName), { layout, height: most, width: set } = SIZES[size];
  const made = await drawingOf(picture, theme, { width: layout - 2 * MARGIN, height: most, isNarrow: size === "column" }, words);
  const context = new SvgContext({ measure: textWidth, imageOf, family: FONTS });
  const width = Math.ceil(Math.max(made.width + 2 * MARGIN, picture.kind === "map" ? 0 : Math.min(layout, 480)));
  const small = `12px ${FONTS}`, lines = broken(caption, small, width - 2 * MARGIN);
  const large = `700 18px ${FONTS}`, head = broken(title, large, width - 2 * MARGIN), top = MARGIN + TITLE + (head.length - 1) * TITLE_LINE;
  const height = Math.ceil(top + made.height + 14 + lines.length * LINE + MARGIN - 6);
  if (themeName !== "transparent") {
    context.fillStyle = theme.surface;
    context.fillRect(0, 0, width, height);
  }
  context.font = large;
  context.fillStyle = theme.ink;
  head.forEach((line, place) => context.fillText(line, MARGIN, MARGIN + 14 + place * TITLE_LINE));
  context.save();
  context.translate(MARGIN, top);
  made.draw(context);
  context.restore();
  Object.assign(context, { font: small, fillStyle: theme.secondary, textAlign: "left", textBaseline: "alphabetic", globalAlpha: 1 });
  lines.forEach((line, place) => context.fillText(line, MARGIN, top + made.height + 26 + place * LINE));
  return { svg: wrapped(context.body, { width, height, set, title, caption }), width, height };
}

/**
 * A figure is never set wider than it was laid out for, and never larger than its own size.
 * @param {string} body @param {{width: number, height: number, set: string, title: string, caption: string}} options
 */
function wrapped(body, { width, height, set, title, caption }) {
  const isPrint = set.endsWith("mm"), tall = isPrint ? `${Math.round((parseFloat(set) * height * 10) / width) / 10}mm` : String(height);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${isPrint ? set : width}" height="${tall}"`
    + ` font-family="${escaped(FONTS)}" role="img"><title>${escaped(title)}</title><desc>${escaped(caption)}</desc>${body}</svg>`;
}
