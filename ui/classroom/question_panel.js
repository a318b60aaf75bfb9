// The question under a class's bar: its words, the time that is left, what a student answers with, and the answers.

import { button, filled } from "../lesson/fields.js";
import { element } from "../picture/element.js";
import { clockText, isOpenAt, ownAnswer, ownText, secondsLeft } from "./answers.js";
import { chosenOf, distributionOf } from "./distribution.js";

/**
 * @param {Classes.Room} room
 * @param {{answering: Classes.Answering, go(): void, actions(asked: Classes.Asked): HTMLElement[]}} window
 */
export function createQuestionPanel(room, { answering, go, actions }) {
  const node = element("div", "class-question"), text = element("p", "class-question-text"), time = element("span", "class-time");
  const body = element("div", "class-question-body"), message = element("p", "class-message"), own = element("p", "class-quiet"), results = element("div"), row = element("div", "class-row");
  const head = element("div", "class-question-head");
  message.setAttribute("role", "status");
  time.setAttribute("role", "timer");
  head.append(text, time);
  node.append(head, body, message, own, row, results);
  node.hidden = true;
  let shown = "", drawn = "", timer = 0, wasOpen = false;
  /** @type {Classes.Answer} */
  let chosen = [];

  const send = async (/** @type {Classes.Answer} */ answer) => {
    message.textContent = await answering.send(answer);
  };

  /** @param {Classes.Asked} asked */
  const optionsOf = ({ options, several, none }) => {
    const words = room.words(), list = element("div", "class-options");
    const mark = () => list.querySelectorAll("button.class-option").forEach((one, at) => one.setAttribute("aria-pressed", String(chosen.includes(at))));
    options.forEach((option, place) => list.append(button(option, () => {
      chosen = several ? (chosen.includes(place) ? chosen.filter((one) => one !== place) : [...chosen, place].sort((one, other) => one - other)) : [place];
      mark();
      if (!several) send(chosen);
    }, "class-button class-option")));
    mark();
    if (several) list.append(button(words.send, () => chosen.length && send(chosen), "class-button primary"));
    if (none) list.append(noneButton());
    return list;
  };
  const noneButton = () => button(room.words().none_of_these, () => {
    chosen = [];
    node.querySelectorAll(".class-option").forEach((one) => one.setAttribute("aria-pressed", "false"));
    send([]);
  }, "class-button quiet");

  const numberField = () => {
    const words = room.words(), line = element("div", "class-row"), field = Object.assign(element("input"), { type: "text", inputMode: "decimal", maxLength: 24, className: "class-number" });
    field.setAttribute("aria-label", words.number);
    const give = () => {
      const value = Number(field.value.replace(",", ".").replace("−", "-"));
      if (field.value.trim() && Number.isFinite(value)) send([value]);
      else message.textContent = words.no_number;
    };
    field.onkeydown = ({ key, isComposing }) => {
      if (key === "Enter" && !isComposing) give();
    };
    line.append(field, button(words.send, give, "class-button primary"));
    return line;
  };

  /** What a student answers with. @param {Classes.Asked} asked */
  const inputsOf = (asked) => {
    const words = room.words();
    if (room.seat.role !== "student") return [];
    if (!asked.subject.request) return [asked.kind === "number" ? numberField() : optionsOf(asked)];
    const hint = answering.isOn() ? [element("p", "class-quiet", words.answer_on_picture)] : [button(words.go_to_question, go, "class-button primary")];
    return [...hint, ...(asked.none ? [noneButton()] : [])];
  };

  const tick = () => {
    clearTimeout(timer);
    const asked = room.seen?.question;
    if (!asked || node.hidden) return;
    const left = secondsLeft(asked, room.clock());
    time.textContent = left ? clockText(left) : "";
    time.classList.toggle("soon", left !== null && left <= 5);
    if (left !== null && isOpenAt(asked, room.clock())) timer = window.setTimeout(tick, 250);
    else if (wasOpen && left !== null) {
      wasOpen = false;
      // The time is over, of which the server tells nobody.
      answering.update();
      draw();
    }
  };

  const draw = () => {
    const asked = room.seen?.question ?? null, words = room.words();
    node.hidden = !asked || room.standing === "ended";
    if (!asked || node.hidden) return void (shown = drawn = "");
    const isOpen = isOpenAt(asked, room.clock()), key = JSON.stringify([asked.number, asked.round, isOpen, asked.is_shown, asked.is_solved, answering.isOn(), room.language(), room.standing]);
    if (key !== shown) {
      if (!shown.startsWith(`[${asked.number},${asked.round},`)) {
        chosen = ownAnswer(room, asked) ?? [];
        message.textContent = isOpen && ownAnswer(room, asked) ? words.own_change : "";
      }
      const wasAnswered = body.childElementCount > 0;
      shown = key;
      wasOpen = isOpen;
      text.textContent = asked.round > 1 ? `${filled(words.vote, { number: asked.round })}: ${asked.text}` : asked.text;
      body.replaceChildren(...(isOpen ? inputsOf(asked) : []));
      if (!isOpen && room.seat.role === "student") message.textContent = asked.is_shown ? "" : words.closed_wait;
      else if (wasAnswered && !isOpen) message.textContent = "";
      row.replaceChildren(...actions(asked));
    }
    own.textContent = ownText(room, asked);
    own.hidden = !own.textContent;
    const found = room.seen?.results ?? null, next = JSON.stringify([found, asked.chosen, asked.is_solved, room.language()]);
    if (next !== drawn) {
      drawn = next;
      results.replaceChildren(...(found?.length ? [distributionOf(asked, found, words)] : []), ...(asked.chosen.length ? [chosenOf(asked, words)] : []));
    }
    tick();
  };
  return { node, draw, stop: () => clearTimeout(timer) };
}
