// A question about a picture, in a window that is asked: the picture is covered and takes the answer; once the answers are
// shown they lie on the picture, and with what is right it is uncovered.

import { startPrediction } from "../picture/prediction/predictors.js";
import { openStore } from "../shell/workbench.js";
import { crowdOf, isOpenAt, ownAnswer } from "./answers.js";
import { isAt } from "./following.js";

/** Set while a question is on the picture: its own choices of what is asked are hidden. */
const ASKS = "data-class-asks";

/**
 * @param {Classes.Room} room
 * @param {{changed(): void, isArriving(): boolean}} window
 * @returns {Classes.Answering}
 */
export function createAnswering(room, { changed, isArriving }) {
  /** @type {Prediction.Control | null} */
  let control = null;
  let key = "", crowd = "", isPutAway = false;
  const { documentElement: root } = document;

  const stop = () => {
    const was = control;
    control = null;
    was?.stop();
    root.removeAttribute(ASKS);
  };
  const send = async (/** @type {Classes.Answer} */ answer) => {
    const asked = room.seen?.question, { status, body } = await room.post("answer", { answer }), words = room.words();
    if (status === 200 && asked) room.own = { number: asked.number, round: asked.round, answer };
    changed();
    if (status === 200) return words.sent;
    return { closed: words.closed, full: words.no_room }[/** @type {string} */ (body.refused)] ?? words.not_sent;
  };
  /** The teacher's own picture is covered by nothing; answers lie on it once all see them. @param {Classes.Asked} asked */
  const isWanted = (asked) => (room.seat.role === "teacher" ? asked.is_shown : !isPutAway);
  const begin = () => {
    const store = openStore(), asked = room.seen?.question, request = asked?.subject.request;
    if (control || !asked || !request || !store || isArriving() || !isWanted(asked) || !isAt(asked.place)) return;
    crowd = "";
    control = startPrediction(store, request, { send, given: ownAnswer(room, asked), ended: () => {
      if (control) isPutAway = true;
      control = null;
      root.removeAttribute(ASKS);
      changed();
    } });
  };
  const update = () => {
    const asked = room.seen?.question ?? null, now = asked ? `${asked.number}.${asked.round}` : "";
    if (now !== key) {
      key = now;
      isPutAway = false;
      stop();
    }
    if (!asked) return;
    if (control && !isAt(asked.place)) stop();
    const had = control;
    begin();
    if (control) root.setAttribute(ASKS, isOpenAt(asked, room.clock()) ? "open" : "closed");
    if (had !== control) changed();
    const results = room.seen?.results, next = asked.is_shown && results ? JSON.stringify([results.at(-1), asked.is_solved]) : "";
    if (!control || next === crowd) return;
    crowd = next;
    if (results && next) control.showCrowd?.(crowdOf(asked, results));
  };
  return {
    isOn: () => Boolean(control) && Boolean(room.seen?.question && isOpenAt(room.seen.question, room.clock())),
    begin: () => {
      isPutAway = false;
      update();
    },
    send, update, stop,
  };
}
