// Two rows of the same names, the order that somebody gave above the true one, with a line from each place to the other.

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 76, HEIGHT = 74, LONGEST = 9;

/** @param {string} tag @param {Record<string, string | number>} attributes @param {string} [text] */
function made(tag, attributes, text) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  if (text !== undefined) node.textContent = text;
  return node;
}

/** @param {string} name */
const short = (name) => (name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name);

/**
 * @param {string[]} names @param {number[]} given the place of each from 1 @param {number[]} truth @param {Matrices.Strings} strings
 * @returns {SVGElement}
 */
export function placesDrawing(names, given, truth, strings) {
  const left = 64, width = left + names.length * WIDTH, xOf = (/** @type {number} */ place) => left + (place - 0.5) * WIDTH;
  const node = /** @type {SVGElement} */ (made("svg", { class: "places", viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, role: "img", "aria-label": names.map((name, at) => `${name}: ${given[at]} → ${truth[at]}`).join(", ") }));
  node.append(made("text", { x: 0, y: 14, class: "whose" }, strings.predict_yours), made("text", { x: 0, y: HEIGHT - 6, class: "whose" }, strings.predict_true));
  names.forEach((name, at) => {
    const isRight = given[at] === truth[at], [from, to] = [xOf(given[at]), xOf(truth[at])];
    node.append(
      made("text", { x: from, y: 14, "text-anchor": "middle" }, short(name)), made("text", { x: to, y: HEIGHT - 6, "text-anchor": "middle" }, short(name)),
      made("line", { x1: from, y1: 20, x2: to, y2: HEIGHT - 20, class: isRight ? "right" : "off" }),
    );
  });
  return node;
}
