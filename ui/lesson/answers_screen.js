// "My answers": what a learner answered, as files and as a page to print. Nothing of it is sent.

import { element } from "../picture/element.js";
import { saveFile } from "../share/save.js";
import { countsOf, csvOf, jsonOf, resultOf, rowsOf } from "./answers.js";
import { button, filled, rowOf, statusLine } from "./fields.js";
import { answersDocument } from "./paper/answers_document.js";
import { showDocument } from "./paper/print_view.js";
import { DROPPED, forget, keep, keptOfAll } from "./place.js";

/** What was asked and answered, step by step. @param {Lessons.Row[]} rows @param {Lessons.Words} words */
function rowList(rows, words) {
  const list = element("ol", "answers-rows");
  list.append(...rows.map((row) => {
    const entry = element("li"), result = element("span", row.isRight === null ? "meta" : row.isRight ? "right" : "wrong", resultOf(row, words));
    entry.append(element("span", "meta", `${words.step} ${row.step} · ${words[row.kind] ?? row.kind}`), element("span", "", row.asked), element("span", "given", row.given || "–"), result);
    return entry;
  }));
  return list;
}

/** @param {{panel: Lessons.ForTools, words: Lessons.Words, lesson?: Lessons.Lesson, again(): void}} options @returns {Lessons.Extra} */
export function answersScreen({ panel, words, lesson, again }) {
  const node = element("div", "lesson-answers"), message = statusLine("editor-message"), list = element("div", "answers-list");
  const titles = new Map((panel.state.lessons ?? []).map(({ name, title }) => [name, title]));
  if (lesson) titles.set(lesson.name, lesson.title);
  const titleFor = (/** @type {string} */ name) => titles.get(name) ?? (name === DROPPED ? words.file : name);
  const shown = () => Object.entries(keptOfAll()).filter(([name]) => !lesson || name === lesson.name)
    .map(([name, kept]) => ({ name, kept, rows: rowsOf(titleFor(name), kept) })).filter(({ rows }) => rows.length);

  const draw = () => {
    const all = shown(), rows = all.flatMap((one) => one.rows), { language } = panel.sent();
    const print = () => showDocument(answersDocument(rows, words, language), words.title, { print: words.print, close: words.close });
    list.replaceChildren(...all.map(({ name, rows: own }) => {
      const entry = element("section", "answers-of");
      entry.append(element("strong", "", titleFor(name)), element("span", "meta", filled(words.of_lesson, countsOf(own))), rowList(own, words));
      return entry;
    }), ...(rows.length ? [rowOf("chips",
      button(words.print, print), button(words.csv, () => saveFile("answers.csv", csvOf(rows, words), "text/csv;charset=utf-8")),
      button(words.json, () => saveFile("answers.json", jsonOf(rows, language), "application/json")), button(words.forget, forgetAll, "chip quiet")),
    ] : [element("p", "meta", words.none)]));
  };
  const forgetAll = () => {
    const before = keptOfAll(), names = lesson ? [lesson.name] : Object.keys(before);
    forget(names);
    draw();
    const undo = button(words.undo, () => {
      for (const name of names) keep(name, before[name]);
      message.replaceChildren();
      draw();
    }, "chip small");
    message.replaceChildren(element("span", "", words.forgotten), undo);
    undo.focus();
  };
  draw();
  node.append(element("p", "meta", words.stays), list, message);
  return { title: words.title, nodes: [node], back: () => panel.list(), again };
}
