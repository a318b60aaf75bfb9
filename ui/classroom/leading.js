// The teacher's page leads: every change of it is sent to the class, at most a few times a second.

import { openStore } from "../shell/workbench.js";
import { mapHere } from "./map_following.js";

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
  /** The page with its setting, and the part of its map. */
  const here = () => ({ link: linkHere(), map: mapHere() }), keyOf = (/** @type {{link: string, map: string}} */ { link, map }) => `${link} ${map}`;
  const send = async () => {
    timer = 0;
    const now = here(), { seen } = room, key = keyOf(now);
    if (!now.link || room.standing !== "on" || seen?.is_frozen || isWaiting || key === (sent || (seen && keyOf(seen)))) return;
    sentAt = performance.now();
    isWaiting = true;
    sent = key;
    const { status } = await room.post("lead", now);
    isWaiting = false;
    if (status !== 200) sent = "";
    if (keyOf(here()) !== key) soon();
  };
  const soon = () => {
    if (!timer) timer = window.setTimeout(send, Math.max(0, sentAt + APART_MS - performance.now()));
  };
  // No answer follows when a map is moved.
  let looked = mapHere();
  const look = window.setInterval(() => {
    if (looked === mapHere()) return;
    looked = mapHere();
    soon();
  }, APART_MS);
  return { soon, stop: () => {
    clearTimeout(timer);
    clearInterval(look);
  } };
}
