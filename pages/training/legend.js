// The legend: runs by colour, training and held-out by line style; or layers by colour and runs by line style.

import { element } from "../../ui/picture/element.js";
import { NEUTRAL } from "./figures.js";

/** @param {string} className @param {string} text */
function entry(className, text, colour = "") {
  const made = element("span", "entry"), swatch = element("span", `swatch ${className}`);
  if (colour) swatch.style.borderColor = colour;
  made.append(swatch, element("span", "", text));
  return made;
}

/** @param {Training.PicturePart} part */
function linesOf({ figures, chart }) {
  if (chart === "rate") return [];
  if (chart === "learning") {
    const { names, floors, floorColour } = figures.learning;
    const below = floors.map(({ name, dash }) => entry(`thin ${dash === "dot" ? "dotted" : "dashed"}`, name, floorColour));
    return [entry("solid", names.held_out), entry("dotted", names.training), ...below];
  }
  const { names, colours } = figures[chart];
  return Object.values(names).map((name, place) => entry("solid", name, colours[place % colours.length]));
}

/**
 * How each of two runs looks in a chart: by its colour, or by line style if colours stand for layers.
 * @param {Training.Chart} chart @param {Training.Side[]} sides
 */
export function runLooks(chart, sides) {
  const isByLayer = ["gradients", "updates", "heads"].includes(chart);
  return sides.map(({ colour, name }, place) => (isByLayer ? [place ? "dashed" : "solid", name, NEUTRAL] : ["solid", name, colour]));
}

/** The legend below the curves, with a button that removes the other run. @param {() => void} remove */
export function createLegend(remove) {
  const node = element("div", "legend run-legend");
  let shown = "";
  return { node, show(/** @type {Training.PicturePart} */ part, /** @type {Training.Side[]} */ sides) {
    const text = JSON.stringify([part.strings.remove, part.labels, part.chart, part.figures[part.chart].names, part.figures.learning.floors, sides.length, Boolean(sides[0].run.id)]);
    if (text === shown) return;
    shown = text;
    const runs = sides.length < 2 ? [] : runLooks(part.chart, sides).map(([line, name, colour]) => entry(line, name, colour));
    if (runs[0] && !sides[0].run.id) runs[0].append(element("span", "", part.strings.no_curve));
    if (runs[1]) {
      const button = element("button", "chip small", part.strings.remove);
      Object.assign(button, { type: "button", onclick: remove });
      runs[1].append(button);
    }
    node.replaceChildren(...runs, ...linesOf(part));
  } };
}
