// A path of SVG, drawn with the calls of a canvas: its lines and curves, in the coordinates that transforms set.

import { short } from "./svg_attributes.js";

/** @typedef {[number, number]} Point */
/** @typedef {[number, number, number, number, number, number]} Matrix as a canvas has it: a, b, c, d, e, f */

export class SvgPath {
  /** @type {Matrix} */ matrix = [1, 0, 0, 1, 0, 0];
  /** @type {Point} */ corner = [0, 0];
  /** @type {string[]} */ path = [];

  /** Relative to the corner, which is where a whole drawing begins. @param {Matrix} matrix */
  setTransform(...[a, b, c, d, e, f]) {
    const [x, y] = this.corner;
    this.matrix = [a, b, c, d, e + x, f + y];
  }

  /** @param {Matrix} more */
  transform(...more) {
    const [a, b, c, d, e, f] = this.matrix, [ma, mb, mc, md, me, mf] = more;
    this.matrix = [a * ma + c * mb, b * ma + d * mb, a * mc + c * md, b * mc + d * md, a * me + c * mf + e, b * me + d * mf + f];
  }

  /** @param {number} x @param {number} y */
  translate(x, y) {
    this.transform(1, 0, 0, 1, x, y);
  }

  /** @param {number} across @param {number} down */
  scale(across, down) {
    this.transform(across, 0, 0, down, 0, 0);
  }

  /** @param {number} angle */
  rotate(angle) {
    this.transform(Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 0, 0);
  }

  /** @param {number} x @param {number} y @returns {Point} */
  point(x, y) {
    const [a, b, c, d, e, f] = this.matrix;
    return [a * x + c * y + e, b * x + d * y + f];
  }

  get isUpright() {
    const [a, b, c, d] = this.matrix;
    return b === 0 && c === 0 && a > 0 && d > 0;
  }

  beginPath() {
    this.path = [];
  }

  /** @param {"M" | "L" | "C" | "Q"} letter @param {number[]} points */
  step(letter, ...points) {
    /** @type {string[]} */
    const all = [];
    for (let at = 0; at < points.length; at += 2) all.push(...this.point(points[at], points[at + 1]).map(short));
    this.path.push(`${letter}${all.join(" ")}`);
  }

  /** @param {number} x @param {number} y */
  moveTo(x, y) {
    this.step("M", x, y);
  }

  /** @param {number} x @param {number} y */
  lineTo(x, y) {
    this.step(this.path.length ? "L" : "M", x, y);
  }

  /** @param {number[]} points */
  bezierCurveTo(...points) {
    this.step("C", ...points);
  }

  /** @param {number[]} points */
  quadraticCurveTo(...points) {
    this.step("Q", ...points);
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  rect(x, y, width, height) {
    this.step("M", x, y);
    this.step("L", x + width, y);
    this.step("L", x + width, y + height);
    this.step("L", x, y + height);
    this.closePath();
  }

  /** With all four corners of one radius. @param {number} x @param {number} y @param {number} width @param {number} height @param {number} radius */
  roundRect(x, y, width, height, radius) {
    const [right, bottom] = [x + width, y + height];
    this.step("M", x + radius, y);
    this.step("L", right - radius, y);
    this.step("Q", right, y, right, y + radius);
    this.step("L", right, bottom - radius);
    this.step("Q", right, bottom, right - radius, bottom);
    this.step("L", x + radius, bottom);
    this.step("Q", x, bottom, x, bottom - radius);
    this.step("L", x, y + radius);
    this.step("Q", x, y, x + radius, y);
    this.closePath();
  }

  closePath() {
    this.path.push("Z");
  }

  /** Whole circles, and shorter arcs. @param {number} x @param {number} y @param {number} radius @param {number} from @param {number} to */
  arc(x, y, radius, from, to) {
    const isWhole = Math.abs(to - from) >= 2 * Math.PI - 1e-6, middle = isWhole ? from + Math.PI : to;
    const at = (/** @type {number} */ angle) => /** @type {Point} */ ([x + radius * Math.cos(angle), y + radius * Math.sin(angle)]);
    this.step(this.path.length ? "L" : "M", ...at(from));
    const scale = Math.hypot(this.matrix[0], this.matrix[1]), size = short(radius * scale);
    const bow = (/** @type {number} */ angle, /** @type {number} */ isLarge) => this.path.push(`A${size} ${size} 0 ${isLarge} 1 ${this.point(...at(angle)).map(short).join(" ")}`);
    bow(middle, Number(!isWhole && to - from > Math.PI));
    if (isWhole) bow(to, 0);
  }
}
