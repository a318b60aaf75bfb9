// "Make a lesson": the pages that a teacher opens become steps; what is written is the same file that the reader of lessons reads.

import { element } from "../../picture/element.js";
import { openPage } from "../../shell/workbench.js";
import { saveFile } from "../../share/save.js";
import { button, fileButton, filled, rowOf, statusLine } from "../fields.js";
import { fetchDraft, fetchWritten, readFile } from "../requests.js";
import { aboutForm } from "./about_form.js";
import { duplicated, emptyDraft, inserted, isEmpty, keepDraft, moved, nameIn, nameOf, removed } from "./draft.js";
import { openLink, titleFor } from "./step_form.js";
import { stepList } from "./step_list.js";

/** How long after the last key the lesson is checked, and the most characters of one, as in reading.py. */
const CHECK_MS = 700, LONGEST = 100_000;

/**
 * @param {{panel: Lessons.ForTools, words: Lessons.Words, kept: Lessons.KeptDraft, step?: number, replaced?: Lessons.KeptDraft | null, again(): void}} options
 * @returns {Lessons.Extra}
 */
export function createEditor({ panel, words, kept, step = 0, replaced = null, again }) {
  const sent = panel.sent, body = element("div", "lesson-editor"), top = element("div", "editor-top"), place = element("div", "editor-steps");
  const message = statusLine("editor-message"), problems = statusLine("editor-problems");
  let own = structuredClone(kept), opened = step - 1, timer = 0, checks = 0;
  /** @type {{text: string, back(): void}[]} */
  const undone = [];

  const say = (/** @type {string} */ text, hasUndo = false) => {
    message.replaceChildren(...(text ? [element("span", "", text)] : []));
    if (hasUndo && undone.length) message.append(button(words.undo, undo, "chip small"));
  };
  const fileName = () => `${own.name || nameOf(own.draft.title)}.${sent().language}.md`;
  const changed = () => {
    if (!keepDraft(own)) say(words.not_stored);
    clearTimeout(timer);
    timer = window.setTimeout(check, CHECK_MS);
  };

  /** The file as it is now, and the lesson that is read from it; says why if there is none. */
  const made = async () => {
    if (JSON.stringify(own.draft).length > 2 * LONGEST) return void say(filled(words.too_long, { most: LONGEST.toLocaleString() }));
    const source = await fetchWritten(sent(), own.draft);
    const lesson = source === undefined ? undefined : await readFile(sent(), openPage(), { file: fileName(), source });
    if (source === undefined || !lesson) return void say(words.no_answer);
    return { source, lesson };
  };
  const check = async () => {
    clearTimeout(timer);
    const number = ++checks, found = isEmpty(own.draft) ? null : await made();
    if (number !== checks || !body.isConnected || found === undefined) return found;
    const list = element("ul");
    list.append(...(found?.lesson.problems ?? []).map((text) => element("li", "", text)));
    problems.classList.toggle("lesson-wrong", list.children.length > 0);
    problems.replaceChildren(...(list.children.length ? [list] : found ? [element("p", "meta", words.check_ok)] : []));
    return found;
  };

  const undo = () => {
    undone.pop()?.back();
    say("");
    drawAll();
    changed();
    place.querySelector("button")?.focus();
  };
  const setSteps = (/** @type {Lessons.DraftStep[]} */ steps, /** @type {number} */ at) => {
    own.draft.steps = steps;
    opened = at;
    drawSteps();
    changed();
  };
  const focusOn = (/** @type {number} */ at, selector = ".step-name") => {
    const found = place.querySelectorAll(".draft-steps > li")[at]?.querySelector(selector);
    /** @type {HTMLElement | null | undefined} */ (found)?.focus();
  };
  /** @type {import("./step_list.js").Moves} */
  const moves = {
    open(at) {
      const before = opened;
      opened = at;
      drawSteps();
      focusOn(at < 0 ? before : at);
    },
    move(from, to) {
      if (to < 0 || to >= own.draft.steps.length) return;
      const way = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.move : undefined, step = own.draft.steps[from];
      setSteps(moved(own.draft.steps, from, to), way ? to : opened === from ? to : opened < 0 ? -1 : own.draft.steps.indexOf(step));
      say(filled(words.moved, { title: step.title || words.untitled, step: to + 1 }));
      focusOn(to, way ? `[data-move="${way}"]:not(:disabled), [data-move]:not(:disabled)` : ".step-name");
    },
    duplicate(at) {
      setSteps(duplicated(own.draft.steps, at), at + 1);
      focusOn(at + 1);
    },
    remove(at) {
      const step = own.draft.steps[at], text = filled(words.removed, { title: step.title || words.untitled });
      undone.push({ text, back: () => { own.draft.steps = inserted(own.draft.steps, Math.min(at, own.draft.steps.length), step); } });
      setSteps(removed(own.draft.steps, at), -1);
      say(text, true);
      /** @type {HTMLElement | null} */ (message.querySelector("button"))?.focus();
    },
  };
  const drawSteps = () => place.replaceChildren(stepList(own.draft.steps, opened, { sent, words, changed, say }, moves));

  const add = async () => {
    const link = openLink();
    if (!link) return say(words.no_page);
    const title = await titleFor(link, words, sent());
    setSteps(inserted(own.draft.steps, own.draft.steps.length, { title, link, text: "" }), own.draft.steps.length);
    say("");
    focusOn(opened, ".step-form input");
  };
  /** Edits another lesson; the one before comes back with "Undo". @param {Lessons.KeptDraft} next */
  const replace = (next) => {
    const before = own;
    if (!isEmpty(before.draft)) undone.push({ text: words.replaced, back: () => { own = before; } });
    own = structuredClone(next);
    opened = -1;
    drawAll();
    changed();
    say(words.replaced, !isEmpty(before.draft));
  };
  const take = async (/** @type {Lessons.File} */ file) => {
    if (file.source.length > LONGEST) return say(filled(words.too_long, { most: LONGEST.toLocaleString() }));
    const found = await fetchDraft(sent(), file);
    if (found) replace({ draft: found, name: nameIn(file.file) });
    else say(words.no_answer);
  };
  const preview = async () => {
    const found = await made();
    if (found) await panel.drop({ file: fileName(), source: found.source });
    if (found) panel.state.isPreview = true;
  };
  const save = async () => {
    const found = await made();
    if (!found) return;
    saveFile(fileName(), found.source, "text/markdown;charset=utf-8");
    say(filled(words.saved, { file: fileName() }));
  };

  const drawTop = () => top.replaceChildren(...aboutForm(own, words, changed));
  const drawAll = () => {
    drawTop();
    drawSteps();
  };

  const { opener, file } = fileButton(words.open, take);
  const foot = rowOf("chips editor-foot", opener, file, button(words.new, () => replace({ draft: emptyDraft(), name: "" }), "chip small quiet"));
  body.append(top, place, button(words.add, add, "chip primary"), message, problems,
    rowOf("editor-ends", button(words.preview, preview), button(words.save, save)), foot);
  drawAll();
  if (replaced && !isEmpty(replaced.draft)) {
    undone.push({ text: words.replaced, back: () => { own = structuredClone(replaced); } });
    say(words.replaced, true);
  }
  setTimeout(check);
  return { title: words.title, nodes: [body], back: () => panel.list(), take, again, stop: () => clearTimeout(timer) };
}
