// What a teacher does with the answers: chooses some to be next to each other, and reads all questions so far.

import { button } from "../lesson/fields.js";
import { element } from "../picture/element.js";
import { openDialog } from "./bar.js";
import { chosenOf, distributionOf, oneAnswer } from "./distribution.js";
import { addressIn } from "./requests.js";
import { joinLink } from "./seat.js";

/** The most answers next to each other, as in teacher_requests.py. */
const MOST_CHOSEN = 6;

/** @param {Classes.Room} room @param {Element} host @param {Classes.Asked} asked */
export function openChoice(room, host, asked) {
  const words = room.words(), answers = room.seen?.results?.at(-1)?.drawn ?? [], grid = element("div", "class-choice");
  /** @type {Set<number>} */
  const chosen = new Set(asked.chosen.map((one) => answers.findIndex((other) => other.join() === one.join())).filter((at) => at >= 0));
  answers.forEach((answer, at) => {
    const one = button("", () => {
      if (!chosen.delete(at) && chosen.size < MOST_CHOSEN) chosen.add(at);
      one.setAttribute("aria-pressed", String(chosen.has(at)));
    }, "class-button class-thumbnail");
    one.append(oneAnswer(asked, answer));
    one.setAttribute("aria-pressed", String(chosen.has(at)));
    one.setAttribute("aria-label", answer.join(" "));
    grid.append(one);
  });
  const show = button(words.show_chosen, async () => {
    await room.post("choose", { answers: [...chosen].sort((one, other) => one - other).map((at) => answers[at]) });
    if (chosen.size && !asked.is_shown) await room.post("show", { solved: asked.is_solved });
    dialog.close();
  }, "class-button primary");
  const dialog = openDialog(words.choose, [element("p", "class-quiet", words.choose_about), grid, show], { host, close: words.close, className: "class-wide" });
}

/** All questions so far, each with its answers and the page that it is about. @param {Classes.Room} room @param {Element} host */
export async function openHistory(room, host) {
  const words = room.words(), list = element("div", "class-history"), join = joinLink(location.origin, room.root, room.seat.code);
  const link = Object.assign(element("a", "class-link", join), { href: join });
  const response = await fetch(`${room.url}/history`).catch(() => null), found = response?.ok ? await response.json() : { asked: [] };
  for (const one of /** @type {(Classes.Asked & {results: Classes.Distribution[]})[]} */ (found.asked)) {
    const item = element("section", "class-asked"), place = one.place, address = place && new URL(`${room.root}/${addressIn(place.address, room.language(), "")}`, location.origin);
    address?.searchParams.delete("class");
    item.append(element("h3", "", `${one.number}. ${one.text}`), distributionOf(one, one.results, words));
    if (one.chosen.length) item.append(chosenOf(one, words));
    if (address) item.append(Object.assign(element("a", "class-link", words.page_of), { href: address.href, target: "_blank", rel: "noopener" }));
    list.append(item);
  }
  if (!found.asked.length) list.append(element("p", "class-quiet", words.nothing_asked));
  openDialog(words.history, [element("p", "class-quiet", words.link_of), link, list], { host, close: words.close, className: "class-wide" });
}
