// The scrubber over all recorded steps, and its playback button.

import { element } from "../../ui/picture/element.js";
import { iconButton, setIcon } from "./icons.js";
import { placeOf } from "./records.js";

/**
 * `seek` is called with the step to show, `film` to start or stop playback.
 * @param {{seek: (step: number, isAtRest: boolean) => void, film: () => void, newest: () => void, map: () => void}} actions
 * @param {HTMLElement[]} [extra]
 */
export function createScrubber({ seek, film, newest, map }, extra = []) {
  const node = element("div", "scrub"), range = element("input", "range"), readout = element("output", "readout");
  const play = iconButton("play", film), last = element("button", "chip small newest");
  const toMap = element("button", "chip small to-map");
  /** @type {number[]} */
  let steps = [];
  Object.assign(toMap, { type: "button", onclick: map });
  Object.assign(range, { type: "range", min: "0", step: "1" });
  Object.assign(last, { type: "button", onclick: newest });
  range.oninput = () => seek(steps[Number(range.value)], false);
  range.onchange = () => seek(steps[Number(range.value)], true);
  node.append(play, range, readout, last, toMap, ...extra);
  /**
   * `isOther`: the steps are of the other run only; `isNewest`: the newest step is shown.
   * @param {{steps: number[], step: number, strings: Training.Texts, isMap: boolean, isOther: boolean, isPlaying: boolean, isNewest: boolean}} part
   */
  function show(part) {
    steps = part.steps;
    const { strings } = part, place = Math.max(0, placeOf(steps, part.step));
    range.max = String(Math.max(0, steps.length - 1));
    range.value = String(place);
    range.disabled = play.disabled = steps.length < 2;
    range.setAttribute("aria-label", strings.scrubber);
    // If only the compared run has started, the steps are that run's.
    const text = (part.isOther ? strings.of_other_step : strings.of_step).replace("{step}", part.step.toLocaleString("en"));
    range.setAttribute("aria-valuetext", text);
    readout.textContent = text;
    setIcon(play, part.isPlaying ? "pause" : "play", part.isPlaying ? strings.halt : strings.play);
    last.textContent = strings.newest;
    last.hidden = part.isNewest;
    toMap.textContent = part.isMap ? strings.back : strings.model_map;
    toMap.setAttribute("aria-pressed", String(part.isMap));
  }

  return { node, show };
}
