// Keyboard control of the map: moves along the computation, zoom, playback.

import { flyBy, flyOut, flyToCell } from "./interaction.js";
import { fillWindow } from "./overlay.js";
import { forgetEnding, pause, play, step } from "./player.js";
import { MOVES } from "./places.js";

/** @type {Record<string, [way: keyof typeof MOVES, by: number] | undefined>} */
const WAYS = {
  ArrowRight: ["step", 1], ArrowLeft: ["step", -1], ArrowDown: ["row", 1], ArrowUp: ["row", -1], "]": ["head", 1], "[": ["head", -1],
  ".": ["number", 1], ",": ["number", -1], PageDown: ["layer", 1], PageUp: ["layer", -1],
};
const IN = 0.22;

/** @param {ModelMap.View} view @param {[way: keyof typeof MOVES, by: number]} way */
function move(view, [way, by]) {
  const from = view.selection.pinned ?? view.first();
  const to = view.selection.pinned ? MOVES[way](view.part, from, by) : from;
  if (to) view.pin(to);
}

/** @param {ModelMap.View} view */
function out(view) {
  if (view.camera.t > 0) flyBy(view, -IN);
  else if (view.selection.pinned) view.pin(null);
  else return fillWindow(view, false);
  return true;
}

/** What other keys do; false if that is nothing. @type {Record<string, ((view: ModelMap.View) => unknown) | undefined>} */
const ACTIONS = {
  Enter: (view) => (view.selection.pinned ? flyToCell(view, view.selection.pinned, view.camera.t + IN) : flyBy(view, IN)),
  Escape: out,
  "+": (view) => flyBy(view, IN),
  "=": (view) => flyBy(view, IN),
  "-": (view) => flyBy(view, -IN),
  f: (view) => fillWindow(view),
  0: flyOut,
  Home: flyOut,
  " ": (view) => (view.isPlaying ? pause(view) : play(view)),
  ">": (view) => step(view, 1),
  "<": (view) => step(view, -1),
};

/** @param {ModelMap.View} view */
export function connectKeys(view) {
  view.stage.addEventListener("keydown", (event) => {
    if (event.target !== view.stage || event.ctrlKey || event.metaKey || event.altKey) return;
    const way = WAYS[event.key], action = ACTIONS[event.key];
    if (way || action) forgetEnding(view);
    if (way) move(view, way);
    else if (!action || action(view) === false) return;
    event.preventDefault();
    event.stopPropagation();
  });
}
