// The buttons of a run (start, pause, one step, stop, reset), and its status line.

import { element } from "../../ui/picture/element.js";
import { iconButton, setIcon } from "./icons.js";
import { FIVE_MINUTES, act, sharedOf, stateOf, stepsIn, take } from "./shared.js";

/** The action of the first button, by the status of the run. @type {Partial<Record<Training.Status, string>>} */
const MAIN = { waiting: "pause", running: "pause", starting: "pause", paused: "resume" };
const UNDER_WAY = ["waiting", "running", "paused"];
/** @type {Record<"one_step" | "stop" | "reset", import("./icons.js").IconName>} */
const ICONS = { one_step: "step", stop: "stop", reset: "reset" };
const FEW_SECONDS = 90;

/** The actions available in a status. @param {Training.Status} status */
export function possible(status) {
  return {
    main: MAIN[status] ?? "start", isBusy: status === "starting", one_step: ["none", "paused"].includes(status),
    stop: UNDER_WAY.includes(status), reset: !["none", "starting", "refused"].includes(status),
  };
}

/** @param {number | null | undefined} seconds @param {Training.Texts} strings */
function left(seconds, strings) {
  if (seconds === null || seconds === undefined) return "…";
  const [words, count] = seconds < FEW_SECONDS ? [strings.seconds, Math.ceil(seconds)] : [strings.minutes, Math.round(seconds / 60)];
  return words.replace("{count}", count.toLocaleString("en"));
}

/** The status line of a run, with the reason if it ended on its own. @param {Training.RunState} state @param {Training.Texts} strings @param {string} before */
export function statusText(state, strings, before) {
  const number = (/** @type {number | undefined} */ value) => (value ?? 0).toLocaleString("en"), speed = state.steps_a_second;
  /** @type {Record<string, string>} */
  const values = {
    step: number(state.step), steps: number(state.steps), place: number(state.queue_place), left: left(state.seconds_left, strings),
    speed: speed ? number(speed < 10 ? Number(speed.toFixed(1)) : Math.round(speed)) : "…", error: strings[`error_${state.error}`] ?? state.error ?? "",
  };
  const status = state.status === "waiting" && state.is_starting ? "worker" : state.status;
  const text = status === "none" ? before : strings[status] ?? "";
  const refusal = strings[`error_${state.refusal}`] ?? state.refusal;
  const why = refusal ? ` · ${refusal}` : status === "stopped" && values.error ? ` · ${values.error}` : "";
  return text.replace(/\{(\w+)\}/g, (found, name) => values[name] ?? found) + why;
}

/**
 * The caption of an exported picture besides its setting: the shown step, and whether the model of the page's own run is
 * `untrained` because this run has not begun.
 * @param {{run: {records: {steps: number[]}}}[]} sides @param {number} step @param {Training.Texts} strings @param {string} untrained
 */
export function captionOf([own, ...others], step, strings, untrained) {
  const at = (/** @type {string} */ words) => words.replace("{step}", step.toLocaleString("en"));
  if (own?.run.records.steps.length) return at(strings.of_step);
  return others.some(({ run }) => run.records.steps.length) ? `${untrained} · ${at(strings.of_other_step)}` : untrained;
}

/** The buttons, as a part of an answer. @param {{store: Page.Store}} context */
export function transportPart({ store }) {
  const shared = sharedOf(store), node = element("div", "transport");
  const main = iconButton("play", () => act(shared, main.dataset.act ?? "start"));
  const others = /** @type {(keyof typeof ICONS)[]} */ (Object.keys(ICONS)).map((name) => ({ name, button: iconButton(ICONS[name], () => act(shared, name)) }));
  /** @type {Training.TransportPart | null} */
  let part = null;
  main.classList.add("primary");
  const time = iconButton("time", () => act(shared, "ten_steps")), fit = element("button", "chip small");
  Object.assign(fit, { type: "button", onclick: () => act(shared, "five_minutes") });
  node.append(main, ...others.map(({ button }) => button), time, fit);
  node.setAttribute("role", "group");
  function refresh() {
    if (!part) return;
    const { strings } = part, { status } = stateOf(shared), can = possible(status);
    main.dataset.act = can.main;
    main.setAttribute("aria-disabled", String(can.isBusy));
    setIcon(main, can.main === "pause" ? "pause" : "play", strings[can.main], strings[can.main]);
    for (const { name, button } of others) {
      setIcon(button, ICONS[name], strings[name]);
      button.disabled = !can[name];
    }
    const state = stateOf(shared), steps = stepsIn(FIVE_MINUTES, state).toLocaleString("en");
    setIcon(time, "time", strings.ten_steps);
    time.hidden = !["none", "refused"].includes(status);
    Object.assign(fit, { textContent: strings.five_minutes.replace("{steps}", steps), hidden: status !== "paused" || (state.seconds_left ?? 0) <= FIVE_MINUTES });
    node.dataset.status = status;
  }
  shared.listeners.add(refresh);
  return {
    node, refresh,
    show(/** @type {Training.TransportPart} */ next) {
      part = next;
      node.setAttribute("aria-label", next.title);
      if (!shared.part) take(shared, next);
      refresh();
    },
    close: () => shared.listeners.delete(refresh),
  };
}
