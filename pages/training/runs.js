// The runs of a page: those that are followed, their status, and the commands sent to them.

import { addRecords, createRecords } from "./records.js";
import { answered, sent } from "./route.js";

/** The pause between two requests: while more is to come, when the run has ended, when the server does not answer. */
export const ASK_MS = 30, REST_MS = 10_000, LOST_MS = 2000;
const UNDER_WAY = ["running", "waiting", "starting", "paused"];

/**
 * How long to wait before a run is requested again; null if it will not change any more. In the background, a browser
 * delays timers by up to a minute, after which a run without viewers ends: there the request itself waits instead.
 * @param {Training.Status} status @param {boolean} isHidden
 */
export function pauseOf(status, isHidden) {
  if (status === "gone") return null;
  if (UNDER_WAY.includes(status)) return isHidden ? 0 : ASK_MS;
  return REST_MS;
}

/**
 * Follows one run, its records and its status. `changed` is called when either has changed.
 * @param {Training.Routes} routes @param {string} id @param {(run: Training.FollowedRun) => void} changed
 */
export function follow(routes, id, changed) {
  /** @type {Training.FollowedRun} */
  const run = { id, records: createRecords(), layers: [], config: null, known: "", state: { status: "starting" }, stop: () => {}, look };
  /** @type {AbortController | null} */
  let resting = null;
  let timer = 0, isStopped = false, isAsking = false, isAgain = false;

  async function look() {
    clearTimeout(timer);
    if (isAsking) {
      isAgain = true;
      return;
    }
    isAsking = true;
    const since = run.records.steps.at(-1) ?? -1, wait = run.known === "" ? "" : document.hidden ? "rest" : "1";
    resting = wait === "rest" ? new AbortController() : null;
    const answer = await answered(routes, id, { since, known: run.known, wait, signal: resting?.signal });
    isAsking = false;
    if (isStopped) return;
    if (answer === "gone") run.state = { ...run.state, status: "gone" };
    else if (answer) {
      addRecords(run.records, answer.records);
      Object.assign(run, { state: answer.status, layers: answer.layers, config: answer.config, known: answer.known });
    }
    changed(run);
    const pause = isAgain ? 0 : answer ? pauseOf(run.state.status, document.hidden) : LOST_MS;
    isAgain = false;
    if (pause === 0) look();
    else if (pause !== null) timer = setTimeout(look, pause);
  }

  const onSight = () => {
    if (document.hidden) return;
    look();
    resting?.abort();
  };
  document.addEventListener("visibilitychange", onSight);
  run.stop = () => {
    isStopped = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", onSight);
  };
  look();
  return run;
}

/**
 * Sends a command to a run and updates the run immediately; returns the reason if it was refused.
 * @param {Training.Routes} routes @param {Training.FollowedRun} run @param {string} name
 */
export async function command(routes, run, name) {
  const { error } = await sent(routes, run.id, name);
  await run.look();
  return error;
}
