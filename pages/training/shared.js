// What the parts of the training page share: the runs that are followed, and what is done with them.

import { ask } from "../../ui/answer/store.js";
import { createRecords } from "./records.js";
import { GONE, started } from "./route.js";
import { command, follow } from "./runs.js";

const ofStore = new WeakMap();
export const NEWEST = -1;
/** Between two looks at whether an answer has come. */
const ANSWERED_MS = 10;

/** The runs of a page, by their ids, and who wants to hear of them. */
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

/** The runs that a part names are followed from now on, and no others. */
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

/** How the page's own run is; with "refusal", where it was asked for what it cannot have now. */
export function stateOf({ sides, isStarting, error }) {
  if (isStarting) return { status: "starting" };
  const state = sides[0]?.run.state ?? { status: "none" };
  if (!error) return state;
  return state.status === "paused" ? { ...state, refusal: error } : { status: "refused", error };
}

/** The page is left: nothing is followed any more. */
export function leave(shared) {
  for (const run of shared.runs.values()) run.stop();
  shared.runs.clear();
}

/** Fields of the setting, whatever of it is still on its way; what is looked at stays. */
export function set(shared, fields) {
  if (shared.store.state) ask(shared.store, { with: fields });
}

/** Until what was done before has been answered. */
async function settled({ store }) {
  while (store.busy || store.queue.length) await new Promise((done) => setTimeout(done, ANSWERED_MS));
}

/** What one of the buttons does. */
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

/** Of a run that is gone, what is asked for does not matter any more: that it is gone is said anyway. */
function refusalOf(error) {
  return !error || error === GONE ? "" : error;
}

/** A run of what is chosen; it pauses at the step `until`. */
async function start(shared, until = undefined) {
  if (shared.isStarting) return;
  shared.isStarting = true;
  tell(shared);
  // What is trained is what was chosen last.
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
