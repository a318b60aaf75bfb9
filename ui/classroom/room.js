// A class as one window has it: joins, listens, keeps what it was told last, and says that it is there.

import { joinClass, post } from "./requests.js";
import { listenTo } from "./stream.js";
import { writeSeat } from "./seat.js";

/** How often a student's window says that it is there; the server forgets it after 25 s. */
const HERE_MS = 9000;
/** What the answers of the server mean for a window. @type {Record<number, Classes.Standing>} */
const STANDINGS = { 404: "ended", 429: "full" };

/**
 * @param {Classes.Seat} seat @param {() => Classes.Sent} sent
 * @param {{changed(): void, left(): void, follows(): boolean, refused?(): void}} window `changed` is called after every message, `refused` where this browser leads no such class
 */
export function createRoom(seat, sent, { changed, left, follows, refused = () => {} }) {
  const { root } = sent(), url = `${root}/class/${seat.code}`;
  let offset = 0, timer = 0, isLeft = false;
  let stop = () => {};
  /** @type {Classes.Room} */
  const room = {
    seat, standing: "joining", seen: null, people: null, own: null, root, url,
    words: () => sent().strings, language: () => sent().language,
    clock: () => Date.now() / 1000 + offset,
    post: (what, content) => post(`${url}/${what}`, content),
    leave: () => {
      end();
      left();
    },
  };
  const stand = (/** @type {Classes.Standing} */ standing) => {
    room.standing = standing;
    changed();
  };
  const end = () => {
    isLeft = true;
    clearTimeout(timer);
    stop();
  };
  const heard = (/** @type {any} */ message) => {
    if (message.ended) return over("ended");
    if (message.interrupted) return stand("interrupted");
    if (message.people) room.people = message.people;
    else room.seen = message;
    stand("on");
  };
  const over = (/** @type {Classes.Standing} */ standing) => {
    end();
    stand(standing);
  };
  /** A broken stream is that of a class that has ended, or of a server that is away. */
  const lost = async () => {
    if (room.standing !== "interrupted") stand("interrupted");
    const { status } = await joinClass(root, seat.code);
    if (!isLeft && status === 404) over("ended");
  };
  const say = async () => {
    clearTimeout(timer);
    if (isLeft || seat.role !== "student") return;
    timer = window.setTimeout(say, HERE_MS * (0.9 + 0.2 * Math.random()));
    const { status } = await room.post("here", { follows: follows() });
    if (!isLeft && (status === 404 || status === 429)) over(STANDINGS[status]);
  };
  const join = async () => {
    const before = Date.now(), { status, body } = await joinClass(root, seat.code);
    if (isLeft) return;
    if (status !== 200) {
      if (status === 404) return over("ended");
      stand("interrupted");
      timer = window.setTimeout(join, 1500 + 1500 * Math.random());
      return;
    }
    if (seat.role !== "student" && !body.leads) {
      end();
      return refused();
    }
    room.own = body.own;
    offset = body.now - (before + Date.now()) / 2000;
    stop = listenTo(`${url}/events?role=${seat.role}`, heard, lost);
    await say();
  };
  join();
  return { room, end, say, seatText: writeSeat(seat) };
}
