// The teacher's window: a bar with who is there, and what a teacher does with the class.

import { button, filled } from "../lesson/fields.js";
import { copyField } from "../share/save.js";
import { element } from "../picture/element.js";
import { codeCard } from "./code_card.js";
import { openDialog } from "./bar.js";
import { openChoice, openHistory } from "./after.js";
import { openAskForm } from "./ask_form.js";
import { isDrawn } from "./distribution.js";
import { adviceOf, isOpenAt } from "./answers.js";
import { linkHere } from "./leading.js";
import { mapHere } from "./map_following.js";
import { addressIn } from "./requests.js";
import { keptKey, leadLink, spacedCode, writeSeat } from "./seat.js";

/** The address of another window of the class, on this page. @param {Classes.Room} room @param {Classes.Role} role */
export function windowAddress({ root, seat, language }, role) {
  const address = addressIn(linkHere().slice(1), language(), writeSeat({ code: seat.code, role }));
  return `${root}/${address}${role === "projector" ? "&present=true" : ""}`;
}

/** The numbers of a class in words. @param {Classes.Words} words @param {Classes.People | null} people @param {boolean} isAsked */
export function peopleText(words, people, isAsked) {
  if (!people) return "";
  const { present, follow, answered } = people, wander = present - follow;
  const texts = [filled(words.count_here, { count: present }), filled(words.count_follow, { count: follow }), filled(words.count_wander, { count: wander })];
  return [...texts, ...(isAsked ? [filled(words.count_answered, { count: answered })] : [])].join(" · ");
}

/** What a teacher does with a question. @param {Classes.Room} room @param {Element} host @param {Classes.Asked} asked @returns {HTMLElement[]} */
export function questionActions(room, host, asked) {
  const words = room.words(), isOpen = isOpenAt(asked, room.clock()), show = (/** @type {boolean} */ solved) => room.post("show", { solved });
  const advice = adviceOf(room.seen?.results?.at(-1));
  return [
    ...(isOpen ? [button(words.close_question, () => room.post("close"), "class-button")] : []),
    ...(asked.is_shown ? [] : [button(words.show_answers, () => show(false), "class-button")]),
    ...(asked.is_solved || !asked.right ? [] : [button(words.show_right, () => show(true), "class-button")]),
    ...(!isOpen && isDrawn(asked) ? [button(words.choose, () => openChoice(room, host, asked), "class-button")] : []),
    ...(isOpen || asked.is_last ? [] : [button(words.vote_again, () => room.post("again"), "class-button")]),
    button(words.put_away, () => room.post("put_away"), "class-button quiet"),
    ...(!isOpen && advice ? [element("span", "class-quiet", words[advice])] : []),
  ];
}

/**
 * @param {Classes.Room} room @param {ReturnType<typeof import("./bar.js").createBar>} bar
 * @param {{lead(): void, host(): Element, panel: HTMLElement}} window
 * @returns {Classes.View}
 */
export function createTeacher(room, bar, { lead, host, panel }) {
  const code = button("", () => showCode(), "class-button class-code-small"), people = element("span", "class-people"), actions = element("span", "class-actions");
  people.setAttribute("role", "status");
  bar.node.replaceChildren(code, people, actions, panel);
  let shown = "";

  const showCode = () => openDialog(room.words().join_title, [codeCard(room)], { host: host(), close: room.words().close });
  const set = async (/** @type {object} */ content) => {
    await room.post("screens", content);
  };
  const gather = () => room.post("gather", { link: linkHere(), map: mapHere() });
  const open = (/** @type {Classes.Role} */ role) => window.open(windowAddress(room, role), `workbench-${role}`, "popup,width=1280,height=760");

  const endDialog = () => {
    const words = room.words(), counts = element("a", "class-button", words.counts);
    Object.assign(counts, { href: `${room.url}/counts`, download: `class-${room.seat.code}.csv` });
    const end = button(words.end_now, async () => {
      await room.post("end");
      dialog.close();
    }, "class-button danger");
    const row = element("div", "class-row");
    row.append(counts, end);
    const dialog = openDialog(words.end, [element("p", "", words.end_about), row], { host: host(), close: words.close });
  };

  /** Links for the computer at the projector and for another one of the teacher's; only the tab that started the class has the key. */
  const links = () => {
    const words = room.words(), key = keptKey(room.seat.code), node = element("div", "class-list");
    if (!key) return [];
    for (const role of /** @type {const} */ (["projector", "teacher"])) {
      const row = element("div", "class-row"), field = Object.assign(element("input"), { readOnly: true, className: "class-text", value: leadLink(location.origin, room.root, { code: room.seat.code, role }, key) });
      field.setAttribute("aria-label", words[`link_${role}`]);
      row.append(field, button(words.copy, async () => {
        if (await copyField(field)) said.textContent = words.copied;
      }, "class-button"));
      node.append(element("p", "", words[`link_${role}`]), row);
    }
    const said = element("p", "class-quiet", words.copy_about);
    said.setAttribute("role", "status");
    node.append(said);
    return [node];
  };

  const moreDialog = () => {
    const words = room.words(), seats = element("div", "class-list");
    const counts = Object.assign(element("a", "class-button", words.counts), { href: `${room.url}/counts`, download: `class-${room.seat.code}.csv` });
    seats.append(
      button(words.rehearse_student, () => open("student"), "class-button"), element("p", "class-quiet", words.rehearse_student_about),
      button(words.open_projector, () => open("projector"), "class-button"), element("p", "class-quiet", words.open_projector_about),
      button(words.history, () => {
        dialog.close();
        openHistory(room, host());
      }, "class-button"), element("p", "class-quiet", words.history_about),
      counts, element("p", "class-quiet", words.counts_about),
    );
    const dialog = openDialog(words.more, [seats, ...links()], { host: host(), close: words.close });
  };

  const drawActions = () => {
    const words = room.words(), { is_paused: isPaused, is_frozen: isFrozen, is_code_shown: isCodeShown } = room.seen ?? {};
    const toggle = (/** @type {string} */ name, /** @type {boolean} */ isOn, /** @type {string} */ key, help = "") => {
      const made = button(words[isOn ? `${key}_off` : key], () => set({ [name]: !isOn }), "class-button");
      made.setAttribute("aria-pressed", String(isOn));
      made.title = help;
      return made;
    };
    const take = button(words.gather, gather, "class-button");
    take.title = words.gather_help;
    const projector = button(words.projector, () => open("projector"), "class-button");
    actions.replaceChildren(
      button(words.ask, () => openAskForm(room, host(), null), "class-button primary"), take, toggle("is_paused", Boolean(isPaused), "pause", words.pause_help), toggle("is_frozen", Boolean(isFrozen), "freeze", words.freeze_help),
      toggle("is_code_shown", Boolean(isCodeShown), "show_code", words.show_code_help), projector, button(words.more, moreDialog, "class-button quiet"), button(words.end, endDialog, "class-button quiet"),
    );
  };

  const draw = () => {
    const words = room.words(), { seen, standing } = room;
    bar.show(words.class);
    bar.node.dataset.state = standing;
    const text = standing === "on" ? peopleText(words, room.people, Boolean(seen?.question)) : words[`state_${standing}`];
    if (people.textContent !== text) people.textContent = text;
    const key = JSON.stringify([room.language(), standing, seen?.is_paused, seen?.is_frozen, seen?.is_code_shown]);
    if (key === shown) return;
    shown = key;
    code.textContent = spacedCode(room.seat.code);
    code.title = words.join_title;
    if (standing === "ended") actions.replaceChildren(button(words.close, room.leave, "class-button"));
    else drawActions();
    lead();
  };
  return { draw, stop: () => {} };
}
