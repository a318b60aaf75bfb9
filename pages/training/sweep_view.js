// A sweep as small charts, one for each run; a press opens that run.

import { element } from "../../ui/picture/element.js";
import { createSmallChart, sharedAxes } from "./small_chart.js";
import { NEWEST, set } from "./shared.js";
import { beginSweep, progressOf, pursue, stopSweep } from "./sweep.js";
import { createSweepFields } from "./sweep_fields.js";

const NO_RECORDS = { steps: [], all: [] };

/** @param {string} text @param {Record<string, string | number>} values */
function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (found, name) => String(values[name] ?? found));
}

/**
 * What a small chart says of its run: its step or its place in line, and at last what it has reached.
 * @param {Training.FollowedRun | null} run @param {Training.SweepPart} part @param {Training.Texts} player
 */
export function runText(run, { strings, exact }, player) {
  if (!run) return strings.none;
  const { status, step = 0, steps = 0, queue_place: place = 0, error = "" } = run.state, last = run.records.all.at(-1);
  const loss = last?.held_out_loss, share = last?.held_out_exact, count = (/** @type {number} */ one) => one.toLocaleString("en");
  const reached = typeof loss === "number" && typeof share === "number" ? filled(strings.reached, { exact, share: (100 * share).toFixed(0), loss: loss.toFixed(3) }) : "";
  if (status === "waiting" && place) return filled(strings.waiting, { place });
  if (status === "running" || status === "waiting" || status === "starting") return filled(strings.running, { step: count(step), steps: count(steps) });
  if (status === "failed") return filled(player.failed, { error: player[`error_${error}`] ?? error });
  if (status === "gone") return strings.gone;
  return status === "done" ? reached : `${filled(strings[status] ?? "", { step: count(step), steps: count(steps) })}${reached ? ` · ${reached}` : ""}`;
}

/** One run. @param {() => void} open */
function createRun(open) {
  const node = element("button", "swept"), title = element("span", "title"), chart = createSmallChart(), says = element("span", "says");
  node.type = "button";
  node.onclick = open;
  node.append(title, chart.node, says);
  return { node, title, says, chart };
}

/** @param {Training.Shared} shared */
export function createSweepView(shared) {
  const node = element("div", "sweep"), bar = element("div", "sweep-bar"), says = element("p", "says"), note = element("p", "note"), axes = element("p", "note axes");
  const fields = createSweepFields((text) => set(shared, { sweep: text, sweep_runs: "" }));
  const begin = element("button", "chip small primary"), stop = element("button", "chip small"), progress = element("progress"), grid = element("div", "sweep-grid");
  node.dataset.workbench = "sweep";
  Object.assign(begin, { type: "button", onclick: () => beginSweep(shared) });
  Object.assign(stop, { type: "button", onclick: () => stopSweep(shared) });
  says.setAttribute("role", "status");
  bar.append(begin, stop, progress, says);
  node.append(fields.node, bar, grid, axes, note);
  /** @type {ReturnType<typeof createRun>[]} */
  let runs = [];

  function open(/** @type {number} */ place) {
    const cell = shared.part?.sweep?.runs[place], run = shared.sweep.runs[place];
    if (cell) set(shared, { ...cell.values, run: run?.id ?? "", beside: "", step: String(NEWEST), expected: "", chart: "learning" });
  }
  return { node, show(/** @type {Training.PicturePart} */ { sweep: part, strings: player }) {
    pursue(shared);
    if (!part) return;
    const { strings } = part, { sweep } = shared, steps = part.runs.map(({ config }) => Number(config.steps)), made = progressOf(sweep.runs, steps);
    fields.show(part);
    if (runs.length !== part.runs.length) {
      runs = part.runs.map((_, place) => createRun(() => open(place)));
      grid.replaceChildren(...runs.map((one) => one.node));
    }
    grid.style.setProperty("--columns", String(part.columns));
    const shares = sharedAxes(part.runs.map((_, place) => ({ records: sweep.runs[place]?.records ?? NO_RECORDS, steps: steps[place] })));
    runs.forEach((one, place) => {
      const run = sweep.runs[place] ?? null;
      one.title.textContent = part.runs[place].title;
      one.says.textContent = runText(run, part, player);
      one.node.dataset.status = run?.state.status ?? "none";
      one.chart.show(run?.records ?? NO_RECORDS, shares);
    });
    begin.textContent = strings[sweep.runs.some(Boolean) ? "go_on" : "begin"];
    begin.hidden = sweep.isGoing || !made.isOpen;
    stop.textContent = strings.stop;
    stop.hidden = !sweep.isGoing && !made.isUnderWay;
    progress.value = made.share;
    progress.setAttribute("aria-label", strings.progress);
    const why = sweep.error ? ` · ${player[`error_${sweep.error}`] ?? sweep.error}` : "";
    const text = filled(strings.so_far, { done: made.done, count: part.runs.length, share: Math.floor(100 * made.share) }) + why;
    if (says.textContent !== text) says.textContent = text;
    axes.textContent = filled(strings.axes, { loss: shares.loss, exact: part.exact, steps: shares.steps.toLocaleString("en") });
    note.textContent = filled(strings.about, { most: part.mostAtOnce });
    node.dataset.drawn = String(performance.now());
  } };
}
