// A learner's answers as a page to print. Pure.

import { countsOf, resultOf } from "../answers.js";
import { filled } from "../fields.js";
import { div, documentOf, escaped } from "./document.js";

/** @param {Lessons.Row[]} rows @param {Lessons.Words} words */
function tableOf(rows, words) {
  const head = ["step", "kind", "asked", "given", "result"].map((name) => `<th>${escaped(words[name])}</th>`).join("");
  const lines = rows.map((row) => [row.step, words[row.kind] ?? row.kind, row.asked, row.given, resultOf(row, words)]
    .map((cell) => `<td>${escaped(String(cell))}</td>`).join(""));
  return `<table class="answers"><thead><tr>${head}</tr></thead><tbody>${lines.map((one) => `<tr>${one}</tr>`).join("")}</tbody></table>`;
}

/** @param {Lessons.Row[]} rows @param {Lessons.Words} words @param {string} language */
export function answersDocument(rows, words, language) {
  const titles = [...new Set(rows.map(({ lesson }) => lesson))];
  const parts = titles.map((title) => {
    const own = rows.filter(({ lesson }) => lesson === title);
    return `<h2>${escaped(title)}</h2><p class="meta">${escaped(filled(words.of_lesson, countsOf(own)))}</p>${tableOf(own, words)}`;
  });
  return documentOf(words.title, language, `<h1>${escaped(words.title)}</h1>${div("person", `<span>${escaped(words.name)}</span>`)}${parts.join("")}`);
}
