// State shared by the parts of the training page: the runs that are followed, and actions on them.

import { ask } from "../../ui/store/store.js";
import { createRecords } from "./records.js";
import { GONE, started } from "./route.js";
import { command, follow } from "./runs.js";

/** @type {WeakMap<Page.Store, Training.Shared>} */
const ofStore = new WeakMap();
export const NEWEST = -1;
/** In place of a run's id: a run of the settings is begun as soon as the page is open, and its control run beside it. */
const BEGIN = "begin";
/** The steps by which a run's time is measured before it is started, and the time that it should fit. */
const MEASURED_STEPS = 10;
export const FIVE_MINUTES = 300, MOST_STEPS = 4000;
/** The interval for checking whether a response has arrived. */
const ANSWERED_MS = 10;

/** The runs of a page by id, and the listeners for their changes. @param {Page.Store} store */
export function sharedOf(store) {
  const known = ofStore.get(store);
  if (known) return known;
  /** @type {Training.Shared} */
  const shared = { store, runs: new Map(), part: null, sides: [], listeners: new Set(), isStarting: false, begun: "", error: "", sweep: { runs: [], begun: new Map(), isGoing: false, isStarting: false, error: "" } };
  ofStore.set(store, shared);
  return shared;
}

/** Tells the listeners that something has changed. @param {Training.Shared} shared */
export function tell(shared) {
  for (const listener of shared.listeners) listener();
}

/** @param {Training.Shared} shared @param {Training.Routes} routes @param {string} id */
function followed(shared, routes, id) {
  const run = shared.runs.get(id) ?? follow(routes, id, () => tell(shared));
  shared.runs.set(id, run);
  return run;
}

/** Follows the runs that a part names, and no others. @param {Training.Shared} shared @param {Training.RunsPart} part */
export function take(shared, part) {
  shared.part = part;
  const swept = sweptIds(shared, part), ids = [part.run, part.beside, ...swept];
  for (const [id, run] of shared.runs) {
    if (ids.includes(id)) continue;
    // Nobody sees the run of a sweep that was changed; any other one may be found again by undo.
    if (shared.sweep.runs.includes(run) && isUnfinished(run)) command(part.routes, run, "stop");
    run.stop();
    shared.runs.delete(id);
  }
  shared.sweep.runs = swept.map((id) => (id ? followed(shared, part.routes, id) : null));
  /** @type {Training.NoRun} */
  const none = { records: createRecords(), layers: [] };
  const side = (/** @type {string} */ id, /** @type {number} */ place) => ({
    run: id ? followed(shared, part.routes, id) : none, colour: part.colours[place], name: part.labels[place] ?? "", isAlike: place === 0 || part.isAlike,
  });
  shared.sides = [side(part.run === BEGIN ? "" : part.run, 0), ...(part.beside ? [side(part.beside, 1)] : [])];
}

/** The ids of the runs of a sweep, "" where there is none: those of the link, and those that were begun since. @param {Training.Shared} shared @param {Training.RunsPart} part */
function sweptIds({ sweep }, part) {
  return (part.sweep?.runs ?? []).map(({ config, run }) => sweep.begun.get(keyOf(config)) ?? run);
}

/** The key of a config, by which a run that was begun is known again. @param {object} config */
export function keyOf(config) {
  return JSON.stringify(config);
}

/** @param {Training.FollowedRun} run */
export function isUnfinished({ state }) {
  return ["starting", "waiting", "running", "paused"].includes(state.status);
}

/** Begins the run that a link asks for; once, so that going back to the link does not begin it again. @param {Training.Shared} shared */
export function begin(shared) {
  const config = JSON.stringify(shared.part?.config);
  if (shared.part?.run !== BEGIN || shared.begun === config) return;
  shared.begun = config;
  start(shared, { withControl: true });
}

/**
 * The status of the page's own run; with "refusal" if a command cannot be carried out now.
 * @param {Pick<Training.Shared, "sides" | "isStarting" | "error">} shared @returns {Training.RunState}
 */
export function stateOf({ sides, isStarting, error }) {
  if (isStarting) return { status: "starting" };
  const state = sides[0]?.run.state ?? { status: "none" };
  if (!error) return state;
  return state.status === "paused" ? { ...state, refusal: error } : { status: "refused", error };
}

/** Stops following all runs when the page is left. @param {Training.Shared} shared */
export function leave(shared) {
  for (const run of shared.runs.values()) run.stop();
  shared.runs.clear();
}

/** Sets fields of the setting on top of changes that are still being sent. @param {Training.Shared} shared @param {Record<string, Page.Value>} fields */
export function set(shared, fields) {
  if (shared.store.state) ask(shared.store, { with: fields });
}

/** Waits until earlier requests have been answered. @param {Training.Shared} shared */
async function settled({ store }) {
  while (store.busy || store.queue.length) await new Promise((done) => setTimeout(done, ANSWERED_MS));
}

/** Carries out the action of a button. @param {Training.Shared} shared @param {string} name */
export async function act(shared, name) {
  const { part } = shared, run = part && shared.runs.get(part.run);
  if (!part) return;
  shared.error = "";
  if (name === "start") await start(shared);
  else if (name === "ten_steps") await start(shared, { until: MEASURED_STEPS });
  else if (name === "five_minutes") {
    const steps = stepsIn(FIVE_MINUTES, stateOf(shared));
    if (run) command(part.routes, run, "stop");
    set(shared, { steps, run: "", beside: "", step: String(NEWEST) });
  } else if (name === "one_step" && !run) await start(shared, { until: 1 });
  else if (name === "reset") {
    if (run) command(part.routes, run, "stop");
    set(shared, { run: "", step: String(NEWEST), map: false });
  } else if (run) shared.error = refusalOf(await command(part.routes, run, name));
  tell(shared);
}

/** The steps that a run of this speed makes in so many seconds, in whole tens. @param {number} seconds @param {Training.RunState} state */
export function stepsIn(seconds, { steps_a_second: speed = 0 }) {
  return Math.max(10, Math.min(MOST_STEPS, Math.floor(seconds * speed / 10) * 10));
}

/** The error to show; none for a run that is gone, because its status shows that anyway. @param {string | undefined} error */
function refusalOf(error) {
  return !error || error === GONE ? "" : error;
}

/**
 * Starts a run of the current settings; it pauses at the step `until`. With it starts the control run, if a link asks for it.
 * @param {Training.Shared} shared @param {{until?: number, withControl?: boolean}} [how]
 */
async function start(shared, { until = undefined, withControl = false } = {}) {
  if (shared.isStarting) return;
  shared.isStarting = true;
  tell(shared);
  // Wait for the latest settings, which determine the run.
  await settled(shared);
  const { part } = shared, { run, error } = part ? await started(part.routes, part.config, until) : {};
  const other = run && part?.control && withControl ? (await started(part.routes, part.control)).run ?? "" : null;
  shared.isStarting = false;
  shared.error = error ?? "";
  if (run) set(shared, { run, step: String(NEWEST), ...(other === null ? {} : { beside: other }) });
}

/** Shows an error until the next attempt. @param {Training.Shared} shared @param {string} text */
export function refuse(shared, text) {
  shared.error = text;
  tell(shared);
}
