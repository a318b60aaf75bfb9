// A lesson on paper, and its key: steps with their text and pictures, blanks for what learners predict and answer. Pure.

import { exactText } from "../../picture/matrix_view/numbers.js";
import { filled } from "../fields.js";
import { div, documentOf, escaped, htmlOf } from "./document.js";

/** The most blanks in a row that can be written into, and the lines for an answer in words. */
const MOST_BLANKS = 10, LINES = 3;

/** @typedef {{words: Lessons.Words, isKey: boolean}} Paper */

const line = (/** @type {string} */ label = "") => div("line", escaped(label));

/** @param {string} name @param {string} inside @param {string} [className] */
const block = (name, inside, className = "") => div(`block ${className}`.trim(), `<p class="kind">${escaped(name)}</p>${inside}`);

const asked = (/** @type {Lessons.Tree} */ tree) => `<p class="ask">${htmlOf(tree)}</p>`;

/** What only the key has. @param {string} label @param {string} html */
const answer = (label, html) => div("answer", `<p><strong>${escaped(label)}</strong> ${html}</p>`);

/** @param {Lessons.Tree[]} hints @param {Paper} paper */
const hintsOf = (hints, { words, isKey }) => (
  isKey && hints.length ? `<p class="meta">${escaped(words.hints)} ${hints.map((one) => htmlOf(one)).join(" · ")}</p>` : "");

/** @param {Lessons.Do & {reached?: [string, string][]}} item @param {Paper} paper */
function doBlock({ say, hints, reached = [] }, paper) {
  const { words, isKey } = paper, settings = reached.map(([label, value]) => `${label} ${value}`).join(", ");
  const done = `<ul class="options"><li><span class="box"></span><span>${escaped(words.done)}</span></li></ul>`;
  const inside = isKey ? (settings ? answer(filled(words.reached_with, { settings }), "") : "") : `${line(words.changed)}${done}`;
  return block(words.do, `${asked(say)}${inside}${hintsOf(hints, paper)}`);
}

/** A number as the pages show it. @param {[string, number | null]} one @param {Lessons.Words} words */
const numberText = ([label, value], words) => `${label} (${value === null ? words.hidden : exactText(value)})`;

/** Where a prediction is written. @param {Lessons.Predict & {expected?: [string, number | null][]}} item @param {Lessons.Words} words */
function blanksOf({ kind_of: kind, expected = [] }, words) {
  if (kind === "curve") return `<p>${escaped(words.draw_here)}</p>`;
  if (kind !== "row" || !expected.length || expected.length > MOST_BLANKS) return line(words.my_prediction);
  const labels = expected.map(([label]) => `<th>${escaped(label)}</th>`).join("");
  return `<p>${escaped(words.my_prediction)}</p><table class="blanks"><tr>${labels}</tr><tr>${"<td></td>".repeat(expected.length)}</tr></table>`;
}

/** A mask to paint, and in the key a painted one. @param {Lessons.Grid} grid @param {boolean} isPainted */
function gridOf({ cols, rows }, isPainted) {
  const head = cols.map((label) => `<th>${escaped(label)}</th>`).join("");
  const cell = (/** @type {boolean} */ isHidden) => `<td${isPainted && isHidden ? ' class="painted"' : ""}></td>`;
  const body = rows.map(([label, hidden]) => `<tr><th>${escaped(label)}</th>${hidden.map(cell).join("")}</tr>`).join("");
  return `<table class="grid"><tr><td class="corner"></td>${head}</tr>${body}</table>`;
}

/** A mask to predict. @param {Lessons.Predict & {grid: Lessons.Grid}} item @param {Paper} paper */
function maskBlock({ ask, hints, grid }, paper) {
  const { words, isKey } = paper, told = isKey ? answer(words.hides, gridOf(grid, true)) : `<p>${escaped(words.paint)}</p>${gridOf(grid, false)}`;
  return block(words.predict, `${asked(ask)}${told}${hintsOf(hints, paper)}`);
}

/** @param {Lessons.Predict & {expected?: [string, number | null][], grid?: Lessons.Grid}} item @param {Paper} paper */
function predictBlock(item, paper) {
  const { words, isKey } = paper, { ask, hints, expected = [], grid, kind_of: kind } = item;
  if (grid?.rows.length) return maskBlock({ ...item, grid }, paper);
  const numbers = expected.map((one) => (kind === "order" ? one[0] : numberText(one, words))).join(kind === "order" ? " > " : ", ");
  const inside = isKey ? answer(words.computed, escaped(numbers || words.see_picture)) : `${blanksOf(item, words)}${line(words.revealed)}`;
  return block(words.predict, `${asked(ask)}${inside}${hintsOf(hints, paper)}`);
}

/** @param {Lessons.Question} item @param {Paper} paper */
function questionBlock({ ask, options, answer: expected, hints }, paper) {
  const { words, isKey } = paper;
  const option = (/** @type {Lessons.Option} */ { text, why, right }) => {
    const explained = isKey ? ` <span class="${right ? "answer" : "meta"}">${right ? `<strong>${escaped(words.right)}.</strong> ` : ""}${htmlOf(why)}</span>` : "";
    return `<li><span class="box">${isKey && right ? "✓" : ""}</span><span>${htmlOf(text)}${explained}</span></li>`;
  };
  const open = isKey ? answer(words.expected, htmlOf(expected)) : line(words.my_answer) + line().repeat(LINES - 1);
  return block(words.question, `${asked(ask)}${options.length ? `<ul class="options">${options.map(option).join("")}</ul>` : open}${hintsOf(hints, paper)}`);
}

/** @type {Record<string, (item: any, paper: Paper) => string>} */
const BLOCKS = {
  prose: ({ tree }) => htmlOf(tree),
  do: doBlock,
  predict: predictBlock,
  question: questionBlock,
  note: ({ tree }, { words, isKey }) => (isKey ? block(words.note, htmlOf(tree), "note") : ""),
  wrong: ({ message }) => block("!", `<p>${escaped(message)}</p>`),
};

/** @param {Lessons.SheetPicture | null} picture @param {string[]} drawn @param {Lessons.Words} words */
function figuresOf(picture, drawn, words) {
  if (!picture) return "";
  const missing = `<p class="meta">${escaped(filled(words.open, { page: picture.target.title }))} ${escaped(words.no_picture)}</p>`;
  // As a picture of its own: the names in one SVG would be taken for those in another.
  const image = (/** @type {string} */ svg) => `<img alt="${escaped(picture.caption)}" src="data:image/svg+xml,${encodeURIComponent(svg)}">`;
  return drawn.map((svg) => (svg ? `<figure>${image(svg)}</figure>` : missing)).join("");
}

/** @param {Lessons.SheetStep} step @param {number} place @param {string[]} drawn @param {Paper} paper */
function stepOf({ title, items, picture }, place, drawn, paper) {
  const { words } = paper, inside = items.map((item) => (BLOCKS[item.kind] ?? (() => ""))(item, paper)).join("");
  const head = `<h2><span class="count">${escaped(filled(words.step, { step: place + 1 }))}</span>${escaped(title)}</h2>`;
  return `<section class="step">${head}${figuresOf(picture, drawn, words)}${inside}</section>`;
}

/**
 * @param {Lessons.Sheet} sheet @param {string[][]} pictures of each step, as SVG @param {Paper & {language: string}} paper
 * @returns {{title: string, html: string}}
 */
export function sheetDocument(sheet, pictures, paper) {
  const { words, isKey, language } = paper, title = isKey ? filled(words.key_title, { title: sheet.title }) : sheet.title;
  const person = isKey ? "" : div("person", `<span>${escaped(words.name)}</span><span>${escaped(words.date)}</span>`);
  const goal = sheet.about ? `<p><strong>${escaped(words.goal)}:</strong> ${escaped(sheet.about.goal)}</p>` : "";
  const steps = sheet.steps.map((step, place) => stepOf(step, place, pictures[place] ?? [], paper)).join("");
  return { title, html: documentOf(title, language, `<h1>${escaped(title)}</h1>${person}${goal}${htmlOf(sheet.intro)}${steps}`) };
}
