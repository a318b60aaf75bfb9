// What Streamlit mounts in the sidebar for classes: the button that starts one, and, in a class, the bar of this window.

import { button } from "../lesson/fields.js";
import { element } from "../picture/element.js";
import { setAsker } from "../picture/prediction/asking.js";
import { onAnswer } from "../shell/workbench.js";
import { keepInAddress, keptInAddress } from "../store/address.js";
import { decodeFrame } from "../store/bytes.js";
import { createAnswering } from "./answering.js";
import { openAskForm } from "./ask_form.js";
import { createBar, openDialog } from "./bar.js";
import { createFollowing } from "./following.js";
import { createLeading } from "./leading.js";
import { createMapFollowing } from "./map_following.js";
import { createProjector } from "./projector.js";
import { createQuestionPanel } from "./question_panel.js";
import { codeIn, post } from "./requests.js";
import { createRoom } from "./room.js";
import { keepKey, PARAMETER, readSeat, START, writeSeat } from "./seat.js";
import { createStudent } from "./student.js";
import { createTeacher, questionActions } from "./teacher.js";

/** Made once: Streamlit makes the sidebar anew with some pages, and the class goes on. @param {Classes.Sent} sent */
function createClass(sent) {
  const host = element("div", "class-own"), opener = button("", () => startDialog(), "class-open");
  host.append(opener);
  const bar = createBar(() => host);
  /** @type {{seat: Classes.Seat, draw(): void, stop(): void} | null} */
  let inside = null;
  let isBegun = false;

  /** @param {Classes.Seat} seat */
  const enter = (seat) => {
    inside?.stop();
    keepInAddress(PARAMETER, writeSeat(seat));
    inside = (seat.role === "teacher" ? asTeacher : asFollower)(seat);
    write();
  };
  const left = () => {
    inside?.stop();
    inside = null;
    bar.hide();
    keepInAddress(PARAMETER, "");
    write();
  };

  /** @param {Classes.Seat} seat */
  const asFollower = (seat) => {
    const following = createFollowing({ seat: writeSeat(seat), language: () => sent.language, changed: () => {
      say();
      draw();
    } });
    const { room, end, say } = createRoom(seat, () => sent, { left, refused: () => enter({ code: seat.code, role: "student" }), follows: following.follows, changed: () => {
      if (room.seen && room.standing === "on") {
        following.take(room.seen);
        map.take(room.seen);
      }
      answering.update();
      draw();
    } });
    const answering = createAnswering(room, { changed: () => draw(), isArriving: following.isArriving });
    const map = createMapFollowing(following);
    const go = () => {
      following.back(room.seen?.question?.place);
      answering.begin();
    };
    const panel = createQuestionPanel(room, { answering, go, actions: () => [] });
    const view = seat.role === "student" ? createStudent(room, bar, following, panel.node) : createProjector(room, bar, { host: () => host, panel: panel.node, following });
    const draw = () => {
      view.draw();
      panel.draw();
    };
    const stopListening = onAnswer(() => {
      following.answered();
      map.look();
      answering.update();
    });
    draw();
    return { seat, draw, stop: () => {
      end();
      answering.stop();
      panel.stop();
      stopListening();
      map.stop();
      following.stop();
      view.stop();
    } };
  };

  /** @param {Classes.Seat} seat */
  const asTeacher = (seat) => {
    const { room, end } = createRoom(seat, () => sent, { left, refused: () => enter({ code: seat.code, role: "student" }), follows: () => true, changed: () => {
      answering.update();
      draw();
    } });
    const answering = createAnswering(room, { changed: () => draw(), isArriving: () => false });
    const panel = createQuestionPanel(room, { answering, go: () => {}, actions: (asked) => questionActions(room, host, asked) });
    const leading = createLeading(room), view = createTeacher(room, bar, { lead: leading.soon, host: () => host, panel: panel.node });
    const draw = () => {
      view.draw();
      panel.draw();
    };
    const stopListening = onAnswer(() => {
      leading.soon();
      answering.update();
    });
    setAsker((asking) => openAskForm(room, host, asking));
    draw();
    return { seat, draw, stop: () => {
      end();
      setAsker(null);
      answering.stop();
      panel.stop();
      stopListening();
      leading.stop();
      view.stop();
    } };
  };

  const startDialog = () => {
    const words = sent.strings, message = element("p", "class-wrong"), row = element("div", "class-row");
    message.setAttribute("role", "status");
    const start = button(words.start, async () => {
      start.disabled = true;
      const { status, body } = await post(`${sent.root}/class/start`);
      start.disabled = false;
      if (status !== 200) {
        message.textContent = words[status === 429 ? "start_many" : status === 503 ? "state_interrupted" : "start_failed"];
        return;
      }
      dialog.close();
      keepKey(body.code, body.key);
      enter({ code: body.code, role: "teacher" });
    }, "class-button primary");
    const field = Object.assign(element("input", "class-field"), { maxLength: 9, autocomplete: "off", placeholder: "K7QF3M" });
    field.setAttribute("aria-label", words.join_code);
    const join = button(words.join, () => {
      const code = codeIn(field.value);
      if (!code) return void (message.textContent = words.no_code);
      dialog.close();
      enter({ code, role: "student" });
    }, "class-button");
    field.onkeydown = ({ key, isComposing }) => {
      if (key === "Enter" && !isComposing) join.click();
    };
    row.append(field, join);
    const content = [element("p", "", words.start_about), start, element("h3", "", words.join_title), row, message];
    const dialog = openDialog(words.start_title, content, { host, close: words.close, className: "class-start" });
  };

  const write = () => {
    opener.textContent = sent.strings.open;
    opener.title = sent.strings.open_help;
    opener.hidden = Boolean(inside);
  };
  return {
    begin() {
      if (isBegun) return;
      isBegun = true;
      const kept = keptInAddress(PARAMETER), seat = readSeat(kept);
      if (seat) return enter(seat);
      if (kept) keepInAddress(PARAMETER, "");
      if (kept === START) startDialog();
    },
    attach(/** @type {Element} */ place) {
      if (host.parentElement !== place) place.replaceChildren(host);
    },
    take(/** @type {Classes.Sent} */ now) {
      sent = now;
      write();
      inside?.draw();
    },
  };
}

/** @type {ReturnType<typeof createClass> | null} */
let made = null;

/** @param {{data: Uint8Array, parentElement: Element}} component */
export function mount({ data, parentElement }) {
  const host = parentElement.querySelector(".classroom");
  const sent = /** @type {Classes.Sent} */ (/** @type {unknown} */ (decodeFrame(data).header));
  if (!host) return () => {};
  const own = (made ??= createClass(sent));
  own.attach(host);
  own.take(sent);
  own.begin();
  return () => {};
}
