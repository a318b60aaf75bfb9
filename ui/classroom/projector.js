// The projector's window: how to join, the teacher's page, and how many have answered. Never who is right.

import { button, filled } from "../lesson/fields.js";
import { element } from "../picture/element.js";
import { codeCard } from "./code_card.js";
import { joinAddress, spacedCode } from "./seat.js";
import { colourLike } from "./bar.js";

/**
 * @param {Classes.Room} room @param {ReturnType<typeof import("./bar.js").createBar>} bar
 * @param {{host(): Element, panel: HTMLElement, following: {follows(): boolean, back(): void}}} window
 * @returns {Classes.View}
 */
export function createProjector(room, bar, { host, panel, following }) {
  const join = element("span", "class-join"), counts = element("span", "class-people"), actions = element("span", "class-actions"), cover = element("div", "class-welcome");
  bar.node.classList.add("projector");
  bar.node.replaceChildren(join, counts, actions, panel);
  let shown = "";
  const drawJoin = () => {
    join.replaceChildren(element("span", "", joinAddress(location.origin, room.root)), element("strong", "class-code-small", spacedCode(room.seat.code)));
    cover.replaceChildren(element("h2", "", room.words().welcome), codeCard(room));
  };
  const draw = () => {
    const words = room.words(), { seen, people, standing } = room, isCodeShown = Boolean(seen?.is_code_shown) && standing !== "ended";
    bar.show(words.class);
    bar.node.dataset.state = standing;
    const here = people ? filled(words.count_here, { count: people.present }) : "";
    const answered = people && seen?.question && !seen.question.is_shown ? filled(words.count_answered_of, { count: people.answered, all: Math.max(people.present, people.answered) }) : "";
    counts.textContent = standing === "on" ? [here, answered].filter(Boolean).join(" · ") : words[`state_${standing}`];
    const key = `${room.language()} ${following.follows()} ${standing}`;
    if (key !== shown) {
      shown = key;
      drawJoin();
      actions.replaceChildren(
        ...(!following.follows() && standing === "on" ? [button(words.back, () => following.back(), "class-button primary")] : []),
        ...(standing === "ended" ? [button(words.close, room.leave, "class-button")] : []),
      );
    }
    colourLike(cover, host());
    if (isCodeShown !== cover.isConnected) isCodeShown ? document.body.append(cover) : cover.remove();
  };
  return { draw, stop: () => {
    cover.remove();
    bar.node.classList.remove("projector");
  } };
}
