// The runs of a page: which are followed, how they are, and what is asked of them.

import { addRecords, createRecords } from "./records.js";
import { answered, sent } from "./route.js";

/** Between two questions: while there is more to come, when all is there, while nobody looks, when nobody answers. */
export const ASK_MS = 30, REST_MS = 10_000, HIDDEN_MS = 15_000, LOST_MS = 2000;
const UNDER_WAY = ["running", "waiting", "starting", "paused"];

/** How long to wait before a run is asked for again; null where it will not change any more. */
export function pauseOf(status, isHidden) {
  if (status === "gone") return null;
  if (isHidden) return HIDDEN_MS;
  return UNDER_WAY.includes(status) ? ASK_MS : REST_MS;
}

/** One run that is followed: its records, and how it is. `changed` is called when either has become another. */
export function follow(routes, id, changed) {
  const run = { id, records: createRecords(), layers: [], config: null, known: "", state: { status: "starting" }, stop: () => {}, look: () => {} };
  let timer = 0, isStopped = false, isAsking = false, isAgain = false;

  async function look() {
    clearTimeout(timer);
    if (isAsking) {
      isAgain = true;
      return;
    }
    isAsking = true;
    const since = run.records.steps.at(-1) ?? -1, isPatient = run.known !== "" && !document.hidden;
    const answer = await answered(routes, id, { since, known: run.known, isPatient });
    isAsking = false;
    if (isStopped) return;
    if (answer === "gone") run.state = { ...run.state, status: "gone" };
    else if (answer) {
      addRecords(run.records, answer.records);
      Object.assign(run, { state: answer.standing, layers: answer.layers, config: answer.config, known: answer.known });
    }
    changed(run);
    const pause = isAgain ? 0 : answer ? pauseOf(run.state.status, document.hidden) : LOST_MS;
    isAgain = false;
    if (pause !== null) timer = setTimeout(look, pause);
  }

  const onSight = () => document.hidden || look();
  document.addEventListener("visibilitychange", onSight);
  run.look = look;
  run.stop = () => {
    isStopped = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", onSight);
  };
  look();
  return run;
}

/** Asks something of a run, and looks at once what became of it. */
export async function command(routes, run, name) {
  await sent(routes, run.id, name);
  await run.look();
}
