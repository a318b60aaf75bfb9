// The question that the setting answers, with its answer, in the head of the page, until the setting is another one or
// the reader puts it away.

import { element } from "../picture/element.js";
import { rowOf } from "../streamlit/streamlit.js";
import { keptInAddress } from "../store/address.js";
import { reveal } from "./reveal.js";
import { refreshNotes } from "./watched.js";

/** @typedef {{key: string, question: string, answer: string, area: string, shows: string[], is_silent: boolean}} Question */

/** The parameter of a link to an answer. */
const PARAMETER = "ask";
/** The question that the reader has asked: by a link, or in the field. */
let asked = new URLSearchParams(globalThis.location?.search).get(PARAMETER) ?? "";
/** The one that the reader has put away. */
let putAway = "";
/** Whether the one that was asked still has to be brought into sight. */
let isNew = Boolean(asked);

/** From now on this question is the one that was asked. @param {string} key */
export function askFor(key) {
  asked = key;
  putAway = "";
  isNew = true;
}

/** Whether a lesson is open: it asks its own questions, and the answers are not given away. */
const isInLesson = () => Boolean(keptInAddress("lesson"));

/**
 * Returns the question to show: the one that was asked, else the first that the reader can have come to without asking;
 * in a lesson only the one that was asked.
 * @param {Question[]} questions @param {string} key @param {boolean} [isAskedOnly]
 */
export function questionToShow(questions, key, isAskedOnly = false) {
  return questions.find((one) => one.key === key) ?? (isAskedOnly ? null : questions.find((one) => !one.is_silent) ?? null);
}

/** Whether nothing else has the focus: it may go to the answer. */
function isFocusFree() {
  const focused = document.activeElement;
  return !focused || focused === document.body || Boolean(focused.closest(".ask-field"));
}

/** Text that is the same is not spoken again. @param {HTMLElement} node @param {string} text */
function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Tells the style sheets how much of the window the head covers, and how far down in it the line is. @param {HTMLElement} node */
function placeHead(node) {
  const row = rowOf(node);
  if (!row || node.hidden) return;
  const { top, height } = row.getBoundingClientRect(), { style } = document.documentElement;
  const above = node.getBoundingClientRect().top - top;
  style.setProperty("--head-height", `${Math.ceil(height)}px`);
  style.setProperty("--above-line", `${Math.floor(above)}px`);
}

function createLine() {
  const node = element("section", "asked-line"), text = element("p"), question = element("strong", "asked-question"), answer = element("span", "asked-answer");
  const close = element("button", "chip quiet asked-close", "×");
  question.id = "asked-question";
  node.tabIndex = -1;
  node.setAttribute("aria-labelledby", question.id);
  close.type = "button";
  text.append(question, " ", answer);
  node.append(text, close);
  return { node, text, close, write: (/** @type {Question | null} */ one, /** @type {string} */ closing) => {
    const { documentElement: root } = document;
    root.toggleAttribute("data-asked", Boolean(one));
    node.hidden = !one;
    close.title = closing;
    close.setAttribute("aria-label", closing);
    write(question, one?.question ?? "");
    write(answer, one?.answer ?? "");
  } };
}

/** @param {{store: Page.Store}} context */
export function askedPart({ store }) {
  const line = createLine();
  const observer = new ResizeObserver(() => placeHead(line.node));
  /** @type {Question[]} */
  let questions = [];
  const shown = () => questionToShow(questions, asked, isInLesson());
  const draw = () => {
    const found = shown(), one = found?.key === putAway ? null : found;
    // The focus reads the answer out where it goes there; elsewhere the line does it.
    const isOpened = Boolean(one && isNew && one.key === asked), hasFocus = isOpened && isFocusFree();
    line.text.setAttribute("aria-live", hasFocus ? "off" : "polite");
    line.write(one, store.shared.strings.asked_close);
    store.answerShown = one?.answer ?? "";
    refreshNotes(store);
    if (!isOpened) return;
    isNew = false;
    if (hasFocus) setTimeout(() => line.node.focus({ preventScroll: true }));
    reveal(one?.area ?? "", one?.shows ?? []);
  };
  line.close.onclick = () => {
    putAway = shown()?.key ?? "";
    draw();
    /** @type {HTMLElement | null} */ (document.querySelector(".ask-open"))?.focus({ preventScroll: true });
  };
  return { node: line.node, show(/** @type {{questions: Question[]}} */ part) {
    questions = part.questions;
    const row = rowOf(line.node);
    if (row) observer.observe(row);
    if (!questions.some(({ key }) => key === putAway)) putAway = "";
    draw();
  }, close() {
    observer.disconnect();
    document.documentElement.removeAttribute("data-asked");
    store.answerShown = putAway = "";
    // What was asked of another page is still to be shown there.
    if (questions.some(({ key }) => key === asked)) asked = "";
  } };
}
