// The steps in the editor, in their order: opened one at a time, moved by dragging or with the keyboard.

import { element } from "../../picture/element.js";
import { button, filled, iconButton, rowOf } from "../fields.js";
import { placeUnder } from "./draft.js";
import { stepForm } from "./step_form.js";

/** @typedef {{move(from: number, to: number): void, duplicate(at: number): void, remove(at: number): void, open(at: number): void}} Moves */

/**
 * @param {Lessons.DraftStep[]} steps @param {number} opened the place of the step whose fields are shown, or -1
 * @param {import("./step_form.js").Editing} editing @param {Moves} moves
 */
export function stepList(steps, opened, editing, moves) {
  const list = element("ol", "draft-steps");
  list.append(...steps.map((step, at) => {
    const item = element("li", at === opened ? "opened" : ""), { head, name } = headOf(list, at, at === opened, editing, moves);
    const write = () => { name.textContent = step.title || editing.words.untitled; };
    write();
    item.append(head);
    if (at === opened) item.append(stepForm(step, { ...editing, renamed: write }), toolsOf(at, steps.length, editing, moves));
    return item;
  }));
  return list;
}

/** @param {HTMLElement} list @param {number} at @param {boolean} isOpen @param {import("./step_form.js").Editing} editing @param {Moves} moves */
function headOf(list, at, isOpen, { words }, moves) {
  const grip = element("span", "grip", "⠿"), name = element("span", "title"), toggle = button("", () => moves.open(isOpen ? -1 : at), "step-name");
  grip.title = words.drag;
  grip.setAttribute("aria-hidden", "true");
  toggle.append(element("span", "number", `${at + 1}`), name);
  toggle.setAttribute("aria-expanded", String(isOpen));
  toggle.onkeydown = (event) => {
    const way = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!way || !event.altKey) return;
    event.preventDefault();
    moves.move(at, at + way);
  };
  grip.onpointerdown = (event) => drag(event, list, at, moves);
  return { head: rowOf("step-head", grip, toggle), name };
}

/** Where the step would come to is shown while it is dragged. @param {PointerEvent} event @param {HTMLElement} list @param {number} from @param {Moves} moves */
function drag(event, list, from, moves) {
  const items = /** @type {HTMLElement[]} */ ([...list.children]), own = items[from], grip = /** @type {HTMLElement} */ (event.target);
  let to = from;
  event.preventDefault();
  grip.setPointerCapture(event.pointerId);
  own.classList.add("dragged");
  const mark = () => items.filter((one) => one !== own).forEach((one, place, others) => {
    one.classList.toggle("drop-before", to !== from && place === to);
    one.classList.toggle("drop-after", to !== from && to === others.length && place === to - 1);
  });
  grip.onpointermove = ({ clientY }) => {
    to = placeUnder(clientY, items.map((one) => one.getBoundingClientRect()), from);
    mark();
  };
  grip.onpointerup = grip.onpointercancel = ({ type }) => {
    grip.onpointermove = grip.onpointerup = grip.onpointercancel = null;
    own.classList.remove("dragged");
    const wanted = to;
    to = from;
    mark();
    if (type === "pointerup" && wanted !== from) moves.move(from, wanted);
  };
}

/** @param {number} at @param {number} count @param {import("./step_form.js").Editing} editing @param {Moves} moves */
function toolsOf(at, count, { words }, moves) {
  const named = (/** @type {string} */ name) => filled("{name}: {step}", { name: words[name], step: filled(words.step, { step: at + 1 }) });
  const up = iconButton("↑", named("up"), () => moves.move(at, at - 1)), down = iconButton("↓", named("down"), () => moves.move(at, at + 1));
  up.disabled = at === 0;
  down.disabled = at === count - 1;
  up.dataset.move = "up";
  down.dataset.move = "down";
  const space = element("span", "space");
  return rowOf("step-tools", up, down, space,
    button(words.duplicate, () => moves.duplicate(at), "chip small quiet"), button(words.remove, () => moves.remove(at), "chip small quiet"));
}
