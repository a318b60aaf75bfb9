// The teacher's page leads: every change of it is sent to the class, at most a few times a second.

import { openStore } from "../shell/workbench.js";

/** The shortest time between two moves of the class: a slider that is dragged is one move. */
const APART_MS = 200;

/** The open page with its setting, from its path on; "" where none is open yet. */
export function linkHere() {
  const store = openStore();
  return store?.state ? `/${store.name}${store.address ?? ""}` : "";
}

/** @param {Classes.Room} room */
export function createLeading(room) {
  let timer = 0, sentAt = 0, sent = "", isWaiting = false;
  const send = async () => {
    timer = 0;
    const link = linkHere();
    if (!link || room.standing !== "on" || room.seen?.is_frozen || isWaiting || link === (sent || room.seen?.link)) return;
    sentAt = performance.now();
    isWaiting = true;
    sent = link;
    const { status } = await room.post("lead", { link });
    isWaiting = false;
    if (status !== 200) sent = "";
    if (linkHere() !== link) soon();
  };
  const soon = () => {
    if (!timer) timer = window.setTimeout(send, Math.max(0, sentAt + APART_MS - performance.now()));
  };
  return { soon, stop: () => clearTimeout(timer) };
}
