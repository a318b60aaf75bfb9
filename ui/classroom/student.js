// A student's window: a bar that says whether it follows, and brings it back in one press.

import { button } from "../lesson/fields.js";
import { element } from "../picture/element.js";
import { spacedCode } from "./seat.js";

/** What the bar says, by how things stand. @param {Classes.Room} room @param {boolean} follows */
export function stateOf({ standing }, follows) {
  if (standing === "on") return follows ? "follows" : "wanders";
  return standing;
}

/**
 * @param {Classes.Room} room @param {ReturnType<typeof import("./bar.js").createBar>} bar
 * @param {{follows(): boolean, back(): void}} following @param {HTMLElement} panel
 * @returns {Classes.View}
 */
export function createStudent(room, bar, following, panel) {
  const state = element("span", "class-state"), code = element("span", "class-code-small"), actions = element("span", "class-actions");
  const cover = element("div", "class-cover");
  state.setAttribute("role", "status");
  cover.setAttribute("role", "alert");
  bar.node.replaceChildren(code, state, actions, panel);
  let shown = "";
  const draw = () => {
    const words = room.words(), now = stateOf(room, following.follows()), isOver = now === "ended" || now === "full";
    bar.show(words.class);
    bar.node.dataset.state = now;
    cover.textContent = words.paused;
    const isPaused = Boolean(room.seen?.is_paused) && !isOver;
    if (isPaused !== cover.isConnected) isPaused ? document.body.append(cover) : cover.remove();
    const key = `${now} ${room.language()}`;
    if (key === shown) return;
    shown = key;
    code.textContent = spacedCode(room.seat.code);
    state.textContent = words[`state_${now}`];
    const had = actions.contains(document.activeElement);
    actions.replaceChildren(
      ...(now === "wanders" ? [button(words.back, () => following.back(), "class-button primary")] : []),
      button(isOver ? words.close : words.leave, room.leave, "class-button quiet"),
    );
    if (had) actions.querySelector("button")?.focus({ preventScroll: true });
  };
  return { draw, stop: () => cover.remove() };
}
