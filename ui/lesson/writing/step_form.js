// One step in the editor: its title, its page, its text, and blocks to insert.

import { element } from "../../picture/element.js";
import { openStore } from "../../shell/workbench.js";
import { button, choiceField, filled, rowOf, textField } from "../fields.js";
import { fetchSubjects, fetchTemplate } from "../requests.js";
import { linkOf, pageOf, withBlock } from "./draft.js";

const BLOCKS = ["look", "do", "predict", "question", "note"], ROWS = 9, LONGEST_VALUE = 24;
const COMPARED = ["is", "is_not", "above", "below", "near", "above_other"];

/** @typedef {{sent: () => Lessons.Sent, words: Lessons.Words, changed(): void, say(text: string): void}} Editing */

/** The link of the open page; empty if no page is open that has one. */
export function openLink() {
  const store = openStore();
  return store?.state ? linkOf(store.name, store.address ?? location.search) : "";
}

/** The page of a step, and what changes it. @param {Lessons.DraftStep} step @param {Editing} editing */
function pageRow(step, { words, changed, say }) {
  const node = element("div", "field page-of-step"), link = element("code", "link"), chips = element("div", "chips");
  const draw = () => {
    link.textContent = step.link || words.no_link;
    link.title = step.link;
    link.classList.toggle("none", !step.link);
    chips.replaceChildren(take, ...(step.link ? [drop] : []));
  };
  const set = (/** @type {string} */ to) => {
    step.link = to;
    draw();
    changed();
  };
  const take = button(words.take_page, () => (openLink() ? set(openLink()) : say(words.no_page)), "chip small");
  const drop = button(words.drop_page, () => {
    set("");
    take.focus();
  }, "chip small quiet");
  draw();
  node.append(element("span", "", words.page), link, chips);
  return node;
}

/** What of the page's state a task asks for. @param {Lessons.Words} words @param {Lessons.Subject[]} subjects @param {(subject: string, comparison: string) => void} insert @param {() => void} cancel */
function taskForm(words, subjects, insert, cancel) {
  const node = element("div", "task-form");
  const shown = (/** @type {Lessons.Subject} */ { name, label, value }) => (
    `${name ? label : filled(words.pinned, { label })} (${String(typeof value === "number" ? Number(value.toFixed(4)) : value).slice(0, LONGEST_VALUE)})`);
  const compare = choiceField(words.compare, COMPARED.map((one) => [one, words[one]]));
  const subject = choiceField(words.reach, subjects.map((one) => [one.name, shown(one)]), () => limit());
  const limit = () => {
    const value = subjects.find(({ name }) => name === subject.field.value)?.value, isNumber = typeof value === "number";
    // Another number is one of the same row as the pinned one.
    for (const option of compare.field.options) option.disabled = option.value === "above_other" ? Boolean(subject.field.value) || !isNumber : !isNumber && !option.value.startsWith("is");
    if (compare.field.selectedOptions[0]?.disabled) compare.field.value = "is";
  };
  limit();
  node.append(subject.node, compare.node, rowOf("chips",
    button(words.insert_task, () => insert(subject.field.value, compare.field.value), "chip small primary"), button(words.cancel, cancel, "chip small quiet")));
  return node;
}

/** @param {Lessons.DraftStep} step @param {Editing} editing */
function textWithBlocks(step, editing) {
  const { words, changed, say, sent } = editing, node = element("div", "text-of-step");
  const text = textField(words.text, step.text, (value) => {
    step.text = value;
    changed();
  }, { rows: ROWS });
  const field = /** @type {HTMLTextAreaElement} */ (text.field), place = element("div", "task-place");
  field.spellcheck = false;
  const insert = async (/** @type {string} */ kind, /** @type {{subject?: string, comparison?: string}} */ more = {}) => {
    const store = openStore();
    if (!store?.state) return say(words.no_page);
    const block = await fetchTemplate(sent(), store, { kind, ...more });
    if (!block) return say(words.no_answer);
    const made = withBlock(field.value, field.selectionStart, block);
    step.text = field.value = made.text;
    place.replaceChildren();
    changed();
    field.focus();
    field.setSelectionRange(made.end, made.end);
  };
  const ask = async () => {
    const store = openStore();
    if (!store?.state) return say(words.no_page);
    const found = await fetchSubjects(sent(), store);
    if (!found) return say(words.no_answer);
    place.replaceChildren(taskForm(words, found.subjects, (subject, comparison) => insert("do", { subject, comparison }), () => {
      place.replaceChildren();
      field.focus();
    }));
    place.querySelector("select")?.focus();
  };
  const chips = BLOCKS.map((kind) => button(words[kind], () => (kind === "do" ? ask() : insert(kind)), "chip small"));
  const row = rowOf("chips inserts", element("span", "meta", words.insert), ...chips);
  node.append(text.node, row, place);
  return node;
}

/** The fields of a step. @param {Lessons.DraftStep} step @param {Editing & {renamed(): void}} editing */
export function stepForm(step, editing) {
  const node = element("div", "step-form"), { words } = editing;
  const title = textField(words.step_title, step.title, (value) => {
    step.title = value;
    editing.renamed();
    editing.changed();
  });
  node.append(title.node, pageRow(step, editing), textWithBlocks(step, editing));
  return node;
}

/** What a new step is called: as its page. @param {string} link @param {Lessons.Words} words @param {Lessons.Sent} sent */
export async function titleFor(link, words, sent) {
  const store = openStore();
  const found = store?.state && link ? await fetchSubjects(sent, store) : undefined;
  return found?.title ?? (link ? pageOf(link) : words.fresh_step);
}
