// State shared by the parts of the training page: the runs that are followed, and actions on them.

import { ask } from "../../ui/store/store.js";
import { createRecords } from "./records.js";
import { GONE, started } from "./route.js";
import { command, follow } from "./runs.js";

const ofStore = new WeakMap();
export const NEWEST = -1;
/** The interval for checking whether a response has arrived. */
const ANSWERED_MS = 10;

/** The runs of a page by id, and the listeners for their changes. */
export function sharedOf(store) {
  if (!ofStore.has(store)) ofStore.set(store, { store, runs: new Map(), part: null, sides: [], listeners: new Set(), isStarting: false, error: "" });
  return ofStore.get(store);
}

function tell(shared) {
  for (const listener of shared.listeners) listener();
}

function followed(shared, id) {
  if (!shared.runs.has(id)) shared.runs.set(id, follow(shared.part.routes, id, () => tell(shared)));
  return shared.runs.get(id);
}

/** Follows the runs that a part names, and no others. */
export function take(shared, part) {
  shared.part = part;
  const ids = [part.run, part.beside];
  for (const [id, run] of shared.runs) {
    if (ids.includes(id)) continue;
    run.stop();
    shared.runs.delete(id);
  }
  const none = { records: createRecords(), layers: [] };
  const side = (id, place) => ({
    run: id ? followed(shared, id) : none, colour: part.colours[place], name: part.labels[place] ?? "", isAlike: place === 0 || part.isAlike,
  });
  shared.sides = [side(part.run, 0), ...(part.beside ? [side(part.beside, 1)] : [])];
}

/** The status of the page's own run; with "refusal" if a command cannot be carried out now. */
export function stateOf({ sides, isStarting, error }) {
  if (isStarting) return { status: "starting" };
  const state = sides[0]?.run.state ?? { status: "none" };
  if (!error) return state;
  return state.status === "paused" ? { ...state, refusal: error } : { status: "refused", error };
}

/** Stops following all runs when the page is left. */
export function leave(shared) {
  for (const run of shared.runs.values()) run.stop();
  shared.runs.clear();
}

/** Sets fields of the setting on top of changes that are still being sent. */
export function set(shared, fields) {
  if (shared.store.state) ask(shared.store, { with: fields });
}

/** Waits until earlier requests have been answered. */
async function settled({ store }) {
  while (store.busy || store.queue.length) await new Promise((done) => setTimeout(done, ANSWERED_MS));
}

/** Carries out the action of a button. */
export async function act(shared, name) {
  const { part, sides } = shared, run = part.run ? sides[0].run : null;
  shared.error = "";
  if (name === "start") await start(shared);
  else if (name === "one_step" && !run) await start(shared, 1);
  else if (name === "reset") {
    if (run) command(part.routes, run, "stop");
    set(shared, { run: "", step: String(NEWEST), map: false });
  } else if (run) shared.error = refusalOf(await command(part.routes, run, name));
  tell(shared);
}

/** The error to show; none for a run that is gone, because its status shows that anyway. */
function refusalOf(error) {
  return !error || error === GONE ? "" : error;
}

/** Starts a run of the current settings; it pauses at the step `until`. @param {number} [until] */
async function start(shared, until = undefined) {
  if (shared.isStarting) return;
  shared.isStarting = true;
  tell(shared);
  // Wait for the latest settings, which determine the run.
  await settled(shared);
  const { run, error } = await started(shared.part.routes, shared.part.config, until);
  shared.isStarting = false;
  shared.error = error ?? "";
  if (run) set(shared, { run, step: String(NEWEST) });
}

/** Shows an error until the next attempt. */
export function refuse(shared, text) {
  shared.error = text;
  tell(shared);
}
