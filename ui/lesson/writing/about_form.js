// What is said of a lesson as a whole: its title, its first block, its introduction, and the name of its file.

import { element } from "../../picture/element.js";
import { textField } from "../fields.js";
import { emptyAbout, nameOf } from "./draft.js";

/**
 * @param {Lessons.KeptDraft} kept which is changed in place; without a name the file is called as the title
 * @param {Lessons.Words} words @param {() => void} changed @returns {HTMLElement[]}
 */
export function aboutForm(kept, words, changed) {
  const { draft } = kept, fields = draft.about ??= emptyAbout(), more = element("details", "editor-about");
  const file = textField(words.file_name, kept.name, (value) => {
    kept.name = value.trim() ? nameOf(value) : "";
    changed();
  }, { longest: 60 });
  const title = textField(words.lesson_title, draft.title, (value) => {
    draft.title = value;
    suggest();
    changed();
  });
  const suggest = () => file.field.setAttribute("placeholder", nameOf(draft.title));
  const of = (/** @type {"goal" | "makes" | "before"} */ key) => textField(words[key], fields[key], (value) => {
    fields[key] = value;
    changed();
  }).node;
  const minutes = textField(words.minutes, String(fields.minutes ?? ""), (value) => {
    fields.minutes = /^\d+$/.test(value.trim()) ? Number(value) : null;
    changed();
  }, { longest: 3 });
  minutes.field.inputMode = "numeric";
  const intro = textField(words.intro, draft.intro, (value) => {
    draft.intro = value;
    changed();
  }, { rows: 4 });
  suggest();
  more.append(element("summary", "", words.about), minutes.node, of("goal"), of("makes"), of("before"), intro.node, file.node);
  more.open = !fields.goal;
  return [title.node, more];
}
