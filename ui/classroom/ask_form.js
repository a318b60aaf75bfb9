// What a teacher fills in before a class is asked: the words, the time, and for a question of one's own its options.

import { button, choiceField, filled, textField } from "../lesson/fields.js";
import { element } from "../picture/element.js";
import { openDialog } from "./bar.js";
import { linkHere } from "./leading.js";

const TIMES = [0, 20, 30, 60, 90, 120, 180, 300];
/** The most options of a question of one's own, and how many fields there are at first. */
const MOST_OPTIONS = 8, FIRST_OPTIONS = 4;

/** @param {Classes.Words} words @param {string} label */
function checkOf(words, label) {
  const node = element("label", "class-check"), box = Object.assign(element("input"), { type: "checkbox" });
  node.append(box, element("span", "", words[label]));
  return { node, box };
}

/** Fields for options, each with a box for those that are right. @param {Classes.Words} words */
function optionFields(words) {
  const node = element("div", "class-option-fields");
  /** @type {{field: HTMLInputElement, box: HTMLInputElement}[]} */
  const rows = [];
  const add = () => {
    const row = element("div", "class-row"), number = rows.length + 1, field = Object.assign(element("input"), { type: "text", maxLength: 300, className: "class-text" });
    const { node: check, box } = checkOf(words, "is_right");
    field.setAttribute("aria-label", filled(words.option, { number }));
    field.placeholder = filled(words.option, { number });
    row.append(field, check);
    rows.push({ field, box });
    node.insertBefore(row, more);
    more.hidden = rows.length >= MOST_OPTIONS;
  };
  const more = button(words.more_options, add, "class-button quiet");
  node.append(more);
  for (let at = 0; at < FIRST_OPTIONS; at++) add();
  return { node, given: () => rows.map(({ field, box }) => ({ text: field.value.trim(), isRight: box.checked })).filter(({ text }) => text) };
}

/** @param {ReturnType<ReturnType<typeof optionFields>["given"]>} given */
function ownPick(given) {
  const right = given.flatMap(({ isRight }, at) => (isRight ? [at] : []));
  return { kind: /** @type {const} */ ("pick"), subject: {}, options: given.map(({ text }) => text), right: right.length ? right : null };
}

/**
 * @param {Classes.Room} room @param {Element} host @param {Prediction.Asking | null} asking what a picture asks, or a lesson; null: a question of one's own
 */
export function openAskForm(room, host, asking) {
  const words = room.words(), link = linkHere(), form = element("form", "class-form"), message = element("p", "class-wrong");
  message.setAttribute("role", "status");
  const asked = textField(words.question, asking?.text ?? "", () => {}, { rows: 2 });
  asked.field.maxLength = 300;
  const time = choiceField(words.time, TIMES.map((seconds) => [String(seconds), seconds ? filled(words.seconds, { count: seconds }) : words.no_time]));
  time.field.value = "60";
  const isPick = !asking || asking.kind === "pick", several = checkOf(words, "several"), none = checkOf(words, "none"), options = asking ? null : optionFields(words);
  const send = button(words.ask_now, () => form.requestSubmit(), "class-button primary");
  form.onsubmit = async (event) => {
    event.preventDefault();
    const own = options ? ownPick(options.given()) : { kind: asking?.kind, subject: asking?.subject, options: asking?.options, right: asking?.right, size: asking?.size, columns: asking?.columns, tolerance: asking?.tolerance };
    if (!asked.field.value.trim()) return void (message.textContent = words.no_question);
    if (options && options.given().length < 2) return void (message.textContent = words.no_options);
    send.disabled = true;
    const isPicked = isPick && !asking?.subject.request;
    const { status, body } = await room.post("ask", { ...own, text: asked.field.value.trim(), link, seconds: Number(time.field.value), several: isPicked && several.box.checked, none: none.box.checked });
    send.disabled = false;
    if (status !== 200) return void (message.textContent = body.refused === "long" ? words.too_many : words.not_asked);
    if (room.seen?.is_code_shown) await room.post("screens", { is_code_shown: false });
    dialog.close();
  };
  const about = asking ? [] : [element("p", "class-quiet", words.ask_about_picture)];
  form.append(...about, asked.node, ...(options ? [options.node] : []), time.node, ...(isPick && !asking?.subject.request ? [several.node] : []), ...(isPick ? [none.node] : []), message, send);
  const dialog = openDialog(words.ask_title, [form], { host, close: words.close, className: "class-ask" });
  asked.field.focus();
}
