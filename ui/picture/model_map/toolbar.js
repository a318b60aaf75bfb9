// The tools of the whole map: playback, zoom, overlays.

import { element } from "../element.js";
import { iconOf } from "../icon.js";
import { flyBy, flyOut } from "./interaction.js";
import { filled } from "./narration.js";
import { fillWindow, frontOf } from "./overlay.js";
import { lastStep } from "./play.js";
import { goTo, pause, play, step } from "./player.js";
import { SEEN } from "./tensors.js";

/** @type {Record<string, string>} */
const ICONS = {
  play: "M6 4l10 6-10 6z", pause: "M6 4h3v12H6z M11 4h3v12h-3z", back: "M13 5l-6 5 6 5z M5 5v10", on: "M7 5l6 5-6 5z M15 5v10",
  whole: "M3 8V3h5 M17 8V3h-5 M3 12v5h5 M17 12v5h-5", nearer: "M10 4v12 M4 10h12", farther: "M4 10h12",
  fill: "M12 3h5v5 M17 3l-6 6 M8 17H3v-5 M3 17l6-6", unfill: "M11 4v5h5 M11 9l6-6 M9 16v-5H4 M9 11l-6 6",
};
const SPEEDS = [0.5, 1, 2, 4];
const NEARER = 0.16;

/** @param {string} name */
function icon(name) {
  const svg = iconOf(ICONS[name]);
  svg.classList.toggle("filled", name === "play" || name === "pause");
  return svg;
}

/** @param {string} name @param {() => void} onclick */
function iconButton(name, onclick) {
  const button = element("button", `chip icon ${name}`);
  Object.assign(button, { type: "button", onclick });
  button.append(icon(name));
  return button;
}

/** @param {string} className @param {() => void} onclick */
function toggle(className, onclick) {
  return Object.assign(element("button", `chip ${className}`), { type: "button", onclick });
}

/** @param {...HTMLElement} children */
function group(...children) {
  const made = element("div", "group");
  made.append(...children);
  return made;
}

/** Create the tools of a map; `refresh` updates them to the current state. @param {ModelMap.View} view */
export function createToolbar(view) {
  const node = element("div", "tools");
  const main = iconButton("play", () => (view.isPlaying ? pause(view) : play(view)));
  const back = iconButton("back", () => step(view, -1)), on = iconButton("on", () => step(view, 1));
  const scrubber = Object.assign(element("input", "scrubber"), { type: "range", min: "0", step: "any" });
  scrubber.oninput = () => goTo(view, Number(scrubber.value));
  const speed = element("select", "speed");
  speed.append(...SPEEDS.map((one) => Object.assign(element("option", "", `${one}×`), { value: String(one) })));
  speed.onchange = () => { view.speed = Number(speed.value); };
  const zoom = { farther: iconButton("farther", () => flyBy(view, -NEARER)), nearer: iconButton("nearer", () => flyBy(view, NEARER)), whole: iconButton("whole", () => flyOut(view)) };
  const parameters = toggle("parameters", () => view.setParameters(!view.hasParameters));
  const total = element("span", "total");
  const origins = toggle("origins", () => view.setOrigins(!view.hasOrigins));
  const cache = toggle("cache", () => view.setCache(!view.hasCache));
  const fill = iconButton("fill", () => fillWindow(view));
  const seen = SEEN.map((one) => toggle("seen", () => view.setSeen(one)));
  // In the line of the decoded text, so that the map does not move when these appear after a change.
  const compared = element("div", "compared");
  compared.append(...seen);
  node.append(group(main, back, on, scrubber, speed), group(zoom.farther, zoom.nearer, zoom.whole), group(parameters, total, origins, cache), group(fill));
  const refresh = () => {
    const { part: { strings: { tools } }, part } = view, isEnd = view.time === null;
    const named = { [view.isPlaying ? "pause" : "play"]: main, back, on, ...zoom };
    for (const [name, button] of Object.entries(named)) {
      button.title = tools[name];
      button.setAttribute("aria-label", tools[name]);
    }
    main.replaceChildren(icon(view.isPlaying ? "pause" : "play"));
    main.setAttribute("aria-pressed", String(view.isPlaying));
    setOff(back, view.time === 0);
    setOff(on, isEnd);
    const host = frontOf(view), isFilled = Boolean(host?.classList.contains("fills")), filling = tools[isFilled ? "unfill" : "fill"];
    fill.hidden = !host;
    fill.title = filling;
    fill.setAttribute("aria-label", filling);
    fill.setAttribute("aria-pressed", String(isFilled));
    fill.replaceChildren(icon(isFilled ? "unfill" : "fill"));
    setOff(zoom.farther, view.camera.t <= 0);
    setOff(zoom.whole, view.camera.t <= 0);
    scrubber.max = String(lastStep(part));
    scrubber.value = String(view.time ?? lastStep(part));
    scrubber.setAttribute("aria-label", tools.scrubber);
    speed.setAttribute("aria-label", tools.speed);
    speed.value = String(view.speed);
    setPressed(parameters, tools.parameters, view.hasParameters);
    total.textContent = view.hasParameters ? filled(part.strings.parameter.total, { count: part.parameterCount.toLocaleString("en") }) : "";
    setPressed(origins, tools.origins, view.hasOrigins);
    cache.hidden = !part.cache;
    setPressed(cache, tools.cache, view.hasCache);
    cache.title = part.strings.cache?.title ?? "";
    compared.hidden = !part.isCompared;
    seen.forEach((button, place) => setPressed(button, tools[`seen_${SEEN[place]}`], view.seen === SEEN[place]));
  };
  return { node, compared, refresh };
}

/** @param {HTMLElement} button @param {boolean} isOff */
function setOff(button, isOff) {
  button.setAttribute("aria-disabled", String(isOff));
}

/** @param {HTMLElement} button @param {string} words @param {boolean} isOn */
function setPressed(button, words, isOn) {
  button.textContent = words;
  button.setAttribute("aria-pressed", String(isOn));
}
