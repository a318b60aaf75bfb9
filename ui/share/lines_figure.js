// Lines between words as a figure: the words, the lines, and the colour of each head.

import { GLOSS_GAP, GLOSS_SIZE, fittedLabel } from "../picture/glossed.js";
import { textWidth } from "../picture/text_width.js";
import { drawLines } from "../picture/word_lines/draw_lines.js";

const COLOURS = {
  light: { strong: "#5b3f9b", plain: "#98a2b3", aligned: "#0f766e" },
  dark: { strong: "#b9a3ee", plain: "#667085", aligned: "#4fc9bd" },
};
const ROW = 28, HEAD = 26, LEGEND = 30, UNDER = 30, MOST = 640, GAP = 10;

/** @param {Picture.Context} context @param {WordLines.Part} data @param {Picture.Theme} theme */
function drawLegend(context, { heads, strings }, theme) {
  const shown = heads.filter(({ on }) => on);
  context.font = `12px ${theme.font}`;
  context.textAlign = "left";
  context.textBaseline = "middle";
  let x = 0;
  context.fillStyle = theme.secondary;
  context.fillText(strings.heads, x, 10);
  x += textWidth(context.font, strings.heads) + 10;
  for (const { colour } of shown) {
    const name = String(heads.findIndex((head) => head.colour === colour) + 1);
    context.fillStyle = colour;
    context.fillRect(x, 7, 14, 6);
    context.fillStyle = theme.ink;
    context.fillText(name, x + 18, 10);
    x += 18 + textWidth(context.font, name) + 12;
  }
}

/** Returns whether each head has separate lines, with its own colour. @param {WordLines.Part} data */
function isByHead({ heads, shown }) {
  return heads.length > 1 && shown.length > 0;
}

/**
 * @param {Share.LinesSource} source @param {Share.Theme} theme @param {Share.Room} room @param {Share.Texts} words
 * @returns {Share.Drawing}
 */
export function linesFigure({ view }, theme, room, words) {
  const { data } = view, width = Math.min(room.width, MOST), font = `14px ${theme.font}`, top = isByHead(data) ? LEGEND : 0;
  const glossFont = `${GLOSS_SIZE}px ${theme.font}`, most = width * 0.38;
  const lengthOf = (/** @type {string} */ word, /** @type {string} */ gloss) => textWidth(font, word) + (gloss ? GLOSS_GAP + textWidth(glossFont, gloss) : 0);
  const widest = (/** @type {string} */ title, /** @type {string[]} */ all, /** @type {string[]} */ glosses) => (
    Math.min(most, Math.max(textWidth(`12px ${theme.font}`, title), ...all.map((word, place) => lengthOf(word, glosses[place]))))
  );
  const left = widest(data.strings.keys, data.keys, data.keyGlosses) + GAP, right = width - widest(data.strings.queries, data.queries, data.queryGlosses) - GAP;
  const places = (/** @type {string[]} */ words, /** @type {number} */ x) => words.map((_, place) => ({ x, y: top + HEAD + (place + 0.5) * ROW }));
  const at = { keys: places(data.keys, left), queries: places(data.queries, right) };
  const height = top + HEAD + Math.max(data.keys.length, data.queries.length) * ROW + UNDER;

  /**
   * @param {Picture.Context} context @param {string} title @param {string[]} all @param {string[]} glosses @param {Picture.Point[]} ends
   * @param {"left" | "right"} align @param {"k" | "q"} side
   */
  function column(context, title, all, glosses, ends, align, side) {
    const x = ends[0].x + (align === "right" ? -GAP : GAP);
    context.textAlign = align;
    context.textBaseline = "middle";
    context.font = `12px ${theme.font}`;
    context.fillStyle = theme.secondary;
    context.fillText(title, x, top + 10);
    all.forEach((word, place) => {
      const nameFont = view.pins.has(`${side}${place}`) ? `700 14px ${theme.font}` : font, { y } = ends[place];
      const label = fittedLabel({ nameFont, glossFont }, word, glosses[place] ?? "", most);
      Object.assign(context, { font: nameFont, fillStyle: theme.ink });
      context.fillText(label.name, x, y);
      Object.assign(context, { font: glossFont, fillStyle: theme.secondary });
      const after = label.nameWidth + GLOSS_GAP;
      if (label.gloss) context.fillText(label.gloss, align === "right" ? x - after : x + after, y);
    });
  }

  return { width, height, draw(context) {
    if (isByHead(data)) drawLegend(context, data, theme);
    drawLines(context, data, at, { hovered: null, pins: view.pins }, COLOURS[theme.name]);
    column(context, data.strings.keys, data.keys, data.keyGlosses, at.keys, "right", "k");
    column(context, data.strings.queries, data.queries, data.queryGlosses, at.queries, "left", "q");
    context.font = `12px ${theme.font}`;
    context.textAlign = "left";
    context.fillStyle = theme.secondary;
    context.fillText(words.lines_mean, 0, height - 8);
  } };
}
