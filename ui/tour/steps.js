// The steps of the tour, each with what tells that the visitor has done it. It is no file of a lesson: those are checked
// by the server, on settings and numbers alone, and here are playback, zoom, a pin and the open page.

/** How far in the map shows numbers: from there it counts as zoomed. */
const NEAR = 0.35;
/** So long a part of the playback shows how it goes on: all of it takes minutes. */
const ENOUGH_MS = 20_000;

/** @typedef {{page: string, sentence: string, isPlaying: boolean, hasPlayed: boolean, playedMs: number, zoom: number, pin: string}} Seen what there is to see of what the visitor does; `hasPlayed` and for how long, since the step began */
/** @typedef {{name: string, isDone(now: Seen, before: Seen): boolean}} Step `before` is what was seen when the step began */

/** @type {Step[]} */
export const STEPS = [
  { name: "sentence", isDone: (now, before) => now.sentence !== before.sentence },
  { name: "play", isDone: (now) => now.hasPlayed && (!now.isPlaying || now.playedMs >= ENOUGH_MS) },
  { name: "zoom", isDone: (now, before) => now.zoom >= NEAR && now.zoom > before.zoom || before.zoom >= NEAR },
  { name: "pin", isDone: (now, before) => Boolean(now.pin) && now.pin !== before.pin },
  { name: "follow", isDone: (now, before) => Boolean(now.pin) && now.pin !== before.pin },
  { name: "page", isDone: (now, before) => Boolean(now.page) && now.page !== before.page },
  { name: "last", isDone: () => false },
];

/** How far the map is zoomed in, from its text in the URL. @param {string | undefined} view */
export function zoomOf(view) {
  const zoom = parseFloat(view ?? "");
  return Number.isFinite(zoom) ? zoom : 0;
}

/** Whether the tour may be offered: to a person, on the first page as it opens, in its own window. @param {{path: string, search: string, isEmbedded: boolean, isAutomated: boolean, isKnown: boolean}} visit */
export function isOffered({ path, search, isEmbedded, isAutomated, isKnown }) {
  const asked = [...new URLSearchParams(search).keys()].filter((name) => name !== "lang");
  return path.endsWith("/") && !asked.length && !isEmbedded && !isAutomated && !isKnown;
}
