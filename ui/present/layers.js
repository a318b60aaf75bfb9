// What can lie over the page: a blank screen, a spotlight, ink, the frozen picture, the list of keys.

import { element, penOf } from "../picture/element.js";
import { pageZoom } from "../picture/zoom.js";
import { appElement } from "../streamlit/streamlit.js";

/** The colours of the ink, which the keys 1 to 4 choose. */
export const INKS = ["#e8590c", "#1971c2", "#2f9e44", "#f2c800"];

/** @param {string} className @param {string} [text] */
function layer(className, text = "") {
  const node = element("div", `present-layer ${className}`, text);
  appElement().append(node);
  return node;
}

/** @returns {Present.Layer} */
export function blank() {
  const node = layer("present-blank");
  return { stop: () => node.remove() };
}

/** Everything is dim but a circle at the pointer. @param {{x: number, y: number}} start @returns {Present.Layer} */
export function spotlight(start) {
  const node = layer("present-spotlight");
  const at = (/** @type {number} */ x, /** @type {number} */ y) => {
    node.style.setProperty("--x", `${x}px`);
    node.style.setProperty("--y", `${y}px`);
  };
  const move = (/** @type {PointerEvent} */ event) => at(event.clientX, event.clientY);
  at(start.x, start.y);
  document.addEventListener("pointermove", move, { passive: true });
  return { stop() {
    document.removeEventListener("pointermove", move);
    node.remove();
  } };
}

/** Draws with the pointer until it is stopped. @param {string} words */
export function ink(words) {
  const node = layer("present-ink"), canvas = element("canvas"), bar = element("div", "present-note", words);
  const ratio = window.devicePixelRatio || 1;
  Object.assign(canvas, { width: innerWidth * ratio, height: innerHeight * ratio });
  const pen = penOf(canvas), swatches = INKS.map((colour) => {
    const swatch = element("button", "swatch");
    swatch.type = "button";
    swatch.style.background = colour;
    swatch.setAttribute("aria-label", colour);
    return swatch;
  });
  const choose = (/** @type {number} */ place) => {
    pen.strokeStyle = INKS[place];
    swatches.forEach((swatch, index) => swatch.setAttribute("aria-pressed", String(index === place)));
  };
  swatches.forEach((swatch, place) => { swatch.onclick = () => choose(place); });
  bar.prepend(...swatches);
  node.append(canvas, bar);
  pen.scale(ratio, ratio);
  Object.assign(pen, { lineWidth: 6, lineCap: "round", lineJoin: "round" });
  choose(0);
  canvas.onpointerdown = ({ clientX, clientY, pointerId }) => {
    canvas.setPointerCapture(pointerId);
    pen.beginPath();
    pen.moveTo(clientX, clientY);
  };
  canvas.onpointermove = ({ buttons, clientX, clientY }) => {
    if (!buttons) return;
    pen.lineTo(clientX, clientY);
    pen.stroke();
  };
  return { choose, stop: () => node.remove() };
}

/** A copy of what an element shows; canvases are copied as they are drawn. @param {HTMLElement} original */
function stillOf(original) {
  const copy = /** @type {HTMLElement} */ (original.cloneNode(true)), from = original.querySelectorAll("canvas");
  copy.querySelectorAll("canvas").forEach((canvas, place) => {
    if (from[place].width && from[place].height) penOf(canvas).drawImage(from[place], 0, 0);
  });
  for (const one of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of ["id", "data-workbench", "data-id", "data-drawn", "tabindex", "role", "aria-live"]) if (!(name === "id" && one.closest("svg"))) one.removeAttribute(name);
  }
  return copy;
}

/** What is drawn stays in its place, whatever the page becomes. @param {HTMLElement} picture @param {string} words @returns {Present.Layer} */
export function freeze(picture, words) {
  const node = layer("present-frozen"), note = layer("present-note", words), style = getComputedStyle(picture);
  const { left, top } = picture.getBoundingClientRect(), zoom = pageZoom();
  node.inert = true;
  for (const name of style) if (name.startsWith("--")) node.style.setProperty(name, style.getPropertyValue(name));
  for (const name of ["--st-text-color", "--st-background-color", "--st-secondary-background-color", "--st-border-color", "--st-primary-color", "--st-font", "--st-link-color"]) node.style.setProperty(name, style.getPropertyValue(name));
  Object.assign(node.style, { left: `${left / zoom}px`, top: `${top / zoom}px`, width: `${picture.offsetWidth}px`, height: `${innerHeight / zoom - top / zoom}px` });
  node.append(stillOf(picture));
  return { stop() {
    node.remove();
    note.remove();
  } };
}

/** The keys, each with what it does. @param {string} title @param {string[]} lines @returns {Present.Layer} */
export function help(title, lines) {
  const node = layer("present-help"), list = element("dl");
  node.setAttribute("role", "dialog");
  node.setAttribute("aria-label", title);
  for (const line of lines) {
    const [keys, words] = line.split(" | ");
    list.append(element("dt", "", keys), element("dd", "", words));
  }
  node.append(element("h2", "", title), list);
  return { stop: () => node.remove() };
}
