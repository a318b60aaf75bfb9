// The answers of a class as bars, one next to the other for each round; rows, curves and masks over each other.

import { element } from "../picture/element.js";
import { filled } from "../lesson/fields.js";
import { rangeOf } from "../picture/prediction/draw_crowd.js";
import { rowsOf } from "./answers.js";

const SVG = "http://www.w3.org/2000/svg", WIDTH = 320, HEIGHT = 110, ROOM = 8;

/** @param {string} tag @param {Record<string, string | number>} attributes */
function drawn(tag, attributes) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  return node;
}

/** @param {Classes.Asked} asked @param {Classes.Distribution[]} results @param {Classes.Words} words */
function barsOf(asked, results, words) {
  const table = element("div", "class-bars"), rows = rowsOf(asked, results, words.none_of_these);
  table.style.setProperty("--rounds", String(results.length));
  for (const { text, counts, isRight } of rows) {
    const label = element("span", `class-answer${isRight ? " right" : ""}`, text);
    table.append(label, ...counts.map((count, round) => {
      const cell = element("span", "class-bar-cell"), bar = element("span", "class-bar-fill");
      bar.style.width = `${(100 * count) / Math.max(1, results[round].answered)}%`;
      cell.append(bar, element("span", "class-count", String(count)));
      return cell;
    }));
  }
  return table;
}

/** Every answer as a line. @param {Classes.Asked} asked @param {Classes.Distribution} result */
function linesOf(asked, { drawn: rows = [] }) {
  const right = asked.right?.length ? asked.right : null, [low, high] = rangeOf([...rows, ...(right ? [right] : [])]);
  const picture = drawn("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "class-lines", "aria-hidden": "true" });
  const pointsOf = (/** @type {number[]} */ row) => row.map((value, at) => {
    const x = ROOM + ((WIDTH - 2 * ROOM) * (row.length > 1 ? at / (row.length - 1) : 0.5)), y = ROOM + (HEIGHT - 2 * ROOM) * (1 - (value - low) / (high - low));
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  }).join(" ");
  const opacity = Math.max(0.12, Math.min(0.6, 6 / Math.max(1, rows.length)));
  picture.append(...rows.map((row) => drawn("polyline", { points: pointsOf(row), class: "theirs", opacity })), ...(right ? [drawn("polyline", { points: pointsOf(right), class: "right" })] : []));
  return picture;
}

/** How many hide each cell. @param {Classes.Asked} asked @param {Classes.Distribution} result */
function gridOf({ columns, right }, { cells = [], answered }) {
  const grid = element("div", "class-grid");
  grid.style.setProperty("--columns", String(columns));
  grid.append(...cells.map((count, at) => {
    const cell = element("span", right?.includes(at) ? "right" : "", String(count || ""));
    cell.style.setProperty("--share", String(count / Math.max(1, answered)));
    return cell;
  }));
  return grid;
}

/** @param {Classes.Asked} asked @param {Classes.Distribution} result */
function pictureOf(asked, result) {
  return asked.kind === "mask" ? gridOf(asked, result) : linesOf(asked, result);
}

/** Whether answers to a question are drawn over each other. @param {Classes.Question} asked */
export const isDrawn = ({ kind }) => kind === "mask" || kind === "row" || kind === "curve";

/** One answer alone. @param {Classes.Asked} asked @param {Classes.Answer} answer */
export function oneAnswer(asked, answer) {
  const cells = Array.from({ length: asked.size }, (_, at) => Number(answer.includes(at)));
  return pictureOf(asked, { answered: 1, cells, drawn: [answer] });
}

/** The answers that a teacher has put next to each other, without names. @param {Classes.Asked} asked @param {Classes.Words} words */
export function chosenOf(asked, words) {
  const row = element("div", "class-rounds class-chosen");
  asked.chosen.forEach((answer, at) => {
    const one = element("figure", "class-round");
    one.append(oneAnswer(asked, answer), element("figcaption", "class-quiet", filled(words.chosen, { letter: String.fromCharCode(65 + at) })));
    row.append(one);
  });
  return row;
}

/** @param {Classes.Asked} asked @param {Classes.Distribution[]} results @param {Classes.Words} words */
export function distributionOf(asked, results, words) {
  const node = element("div", "class-results");
  const heads = results.map(({ answered, right }, round) => {
    const title = results.length > 1 ? `${filled(words.vote, { number: round + 1 })}: ` : "", known = typeof right === "number" ? ` · ${filled(words.count_right, { count: right, all: answered })}` : "";
    return element("span", "class-quiet", `${title}${filled(words.answers, { count: answered })}${known}`);
  });
  if (!isDrawn(asked)) {
    const table = barsOf(asked, results, words);
    table.prepend(element("span"), ...heads);
    node.append(table);
    return node;
  }
  const row = element("div", "class-rounds");
  results.forEach((result, round) => {
    const one = element("div", "class-round");
    one.append(heads[round], pictureOf(asked, result));
    row.append(one);
  });
  node.append(row);
  return node;
}
