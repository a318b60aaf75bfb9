// Buttons with a drawn icon, as in media players.

import { element } from "../../ui/picture/element.js";

const SVG = "http://www.w3.org/2000/svg";
const PATHS = {
  play: "M6 4l10 6-10 6z", pause: "M6 4h3v12H6z M11 4h3v12h-3z", step: "M5 5l6 5-6 5z M14 5v10", stop: "M5 5h10v10H5z",
  save: "M10 3v9 M6 9l4 4 4-4 M4 16h12", load: "M10 13V4 M6 8l4-4 4 4 M4 16h12", folder: "M3 5h5l2 2h7v9H3z",
  reset: "M5 10a5 5 0 1 0 2-4 M4 3v4h4", film: "M6 4l10 6-10 6z",
  time: "M10 5a6 6 0 1 0 .01 0z M10 8v3l2 2 M8 2h4",
};
const FILLED = ["play", "pause", "stop", "film"];

/** @typedef {keyof typeof PATHS} IconName */

/** @param {IconName} name */
function icon(name) {
  const svg = document.createElementNS(SVG, "svg"), path = document.createElementNS(SVG, "path");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.toggle("filled", FILLED.includes(name));
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

/** A button with only an icon; `setIcon` sets its accessible name. @param {IconName} name @param {() => void} onclick */
export function iconButton(name, onclick) {
  const button = element("button", "chip icon");
  Object.assign(button, { type: "button", onclick });
  setIcon(button, name, "");
  return button;
}

/**
 * Sets another icon and accessible name, with an optional text next to the icon.
 * @param {HTMLElement} button @param {IconName} name @param {string} spoken
 */
export function setIcon(button, name, spoken, text = "") {
  const key = `${name}|${text}`;
  if (button.dataset.icon !== key) button.replaceChildren(icon(name), ...(text ? [element("span", "", text)] : []));
  button.dataset.icon = key;
  button.setAttribute("aria-label", spoken);
  button.title = spoken;
}
