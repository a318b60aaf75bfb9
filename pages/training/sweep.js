// A sweep: its runs are started in order, a few at a time, as long as the page is open, and stopped together.

import { started } from "./route.js";
import { command } from "./runs.js";
import { isUnfinished, keyOf, set, take, tell } from "./shared.js";

/** Why a run may begin later; after another error the sweep ends. */
const LATER = ["person", "address", "everybody", "no_answer"];
const AGAIN_MS = 3000;

/** @param {Training.SweepState["runs"][number]} run */
function isUnderWay(run) {
  return run !== null && isUnfinished(run);
}

/** Whether a run has to be trained again, or for the first time. @param {Training.SweepState["runs"][number]} run */
function isOpen(run) {
  return run === null || run.state.status === "gone";
}

/** The place of the run to begin next; -1 if there is none, or as many are under way as may be. @param {Training.SweepState["runs"]} runs @param {number} most */
export function nextOf(runs, most) {
  return runs.filter(isUnderWay).length < most ? runs.findIndex(isOpen) : -1;
}

/**
 * How far all runs together are: how many have ended, and the share of all steps that is done.
 * @param {Training.SweepState["runs"]} runs @param {number[]} steps of each of them
 */
export function progressOf(runs, steps) {
  const all = steps.reduce((sum, one) => sum + one, 0);
  const left = runs.reduce((sum, run, place) => sum + (isOpen(run) || isUnderWay(run) ? steps[place] - (run && !isOpen(run) ? run.state.step ?? 0 : 0) : 0), 0);
  return { done: runs.filter((run) => !isOpen(run) && !isUnderWay(run)).length, share: all ? 1 - left / all : 0, isUnderWay: runs.some(isUnderWay), isOpen: runs.some(isOpen) };
}

/** Begins what has not begun yet. @param {Training.Shared} shared */
export function beginSweep(shared) {
  Object.assign(shared.sweep, { isGoing: true, error: "" });
  pursue(shared);
}

/** Ends all of its runs; those that ended by themselves stay as they are. @param {Training.Shared} shared */
export async function stopSweep(shared) {
  const { part, sweep } = shared;
  Object.assign(sweep, { isGoing: false, error: "" });
  await Promise.all(sweep.runs.map((run) => (part && run && isUnderWay(run) ? command(part.routes, run, "stop") : null)));
  tell(shared);
}

/** Begins the next run, if one may begin now. @param {Training.Shared} shared */
export async function pursue(shared) {
  const { sweep, part } = shared, place = part?.sweep ? nextOf(sweep.runs, part.sweep.mostAtOnce) : -1;
  if (!part?.sweep || !sweep.isGoing || sweep.isStarting) return;
  if (place < 0) {
    sweep.isGoing = sweep.runs.some(isOpen);
    return;
  }
  const { config } = part.sweep.runs[place];
  sweep.isStarting = true;
  const { run, error = "" } = await started(part.routes, config);
  Object.assign(sweep, { isStarting: false, error });
  if (run) sweep.begun.set(keyOf(config), run);
  else if (LATER.includes(error)) setTimeout(() => pursue(shared), AGAIN_MS);
  else sweep.isGoing = false;
  if (shared.part) take(shared, shared.part);
  if (run) set(shared, { sweep_runs: sweep.runs.map((one) => one?.id ?? "").join(".") });
  tell(shared);
}
