// A canvas context that writes SVG: just the calls that our drawings use. Text stays text.

import { attributes, colourOf, escaped, fontOf, short } from "./svg_attributes.js";
import { SvgPath } from "./svg_path.js";

/** What `save` stores, besides transform, dashes and clipping. */
const STYLES = /** @type {const} */ ([
  "fillStyle", "strokeStyle", "lineWidth", "globalAlpha", "font", "textAlign", "textBaseline", "lineCap", "lineJoin", "imageSmoothingEnabled",
]);
/**
 * How far below the given line the baseline of a text is, for text aligned in the middle or at the top, in font sizes.
 * @type {Record<string, number>}
 */
const BASELINES = { middle: 0.35, top: 0.8, alphabetic: 0 };
/** @type {Record<string, string>} */
const ANCHORS = { center: "middle", right: "end", end: "end" };

/** @typedef {import("./svg_attributes.js").Attributes} Attributes */
/** @typedef {string | {pattern: string}} Paint a colour, or the id of a pattern */
/** @typedef {import("./svg_path.js").Point} Point */
/** @typedef {import("./svg_path.js").Matrix} Matrix */

export class SvgContext extends SvgPath {
  /** @type {Paint} */ fillStyle = "#000000";
  /** @type {Paint} */ strokeStyle = "#000000";
  lineWidth = 1;
  globalAlpha = 1;
  font = "12px sans-serif";
  textAlign = "left";
  textBaseline = "alphabetic";
  lineCap = "butt";
  lineJoin = "miter";
  imageSmoothingEnabled = true;
  tools;
  /** @type {{text: string, clipping: string}[]} */ elements = [];
  /** @type {string[]} */ definitions = [];
  /** @type {number[]} */ dash = [];
  clipping = "";
  /** @type {{state: object, matrix: Matrix, dash: number[], clipping: string}[]} */ kept = [];

  /**
   * @param {{measure: (font: string, text: string) => number, imageOf: (source: HTMLCanvasElement, part: number[]) => string, family?: string, prefix?: string}} tools
   *   the width of a text, and a URL for a part of a canvas; the family of all texts that do not name another one
   */
  constructor(tools) {
    super();
    this.tools = tools;
  }

  /**
   * This context, as a drawing takes it: it lacks the calls of a canvas that no drawing makes, and a test finds a
   * drawing that makes another one.
   * @returns {Picture.Context}
   */
  get asCanvas() {
    return /** @type {any} */ (this);
  }

  save() {
    const state = Object.fromEntries(STYLES.map((name) => [name, this[name]]));
    this.kept.push({ state, matrix: [...this.matrix], dash: this.dash, clipping: this.clipping });
  }

  restore() {
    const last = this.kept.pop();
    if (!last) return;
    const { state, ...rest } = last;
    Object.assign(this, state, rest);
  }

  /** @param {number[]} dash */
  setLineDash(dash) {
    this.dash = dash;
  }

  clearRect() {}

  /** @param {string} text */
  add(text) {
    this.elements.push({ text, clipping: this.clipping });
  }

  /** @param {"fill" | "stroke"} name @param {Paint} css @returns {Attributes} */
  paint(name, css) {
    if (typeof css !== "string") return { [name]: `url(#${css.pattern})`, [`${name}-opacity`]: this.globalAlpha < 1 ? short(this.globalAlpha) : "" };
    const [colour, alpha] = colourOf(css), opacity = Number(alpha) * this.globalAlpha;
    return { [name]: colour, [`${name}-opacity`]: opacity < 1 ? String(Math.round(opacity * 1000) / 1000) : "" };
  }

  /** @returns {Attributes} */
  pen() {
    const { lineWidth, lineCap, lineJoin, dash } = this;
    return {
      fill: "none", ...this.paint("stroke", this.strokeStyle), "stroke-width": lineWidth === 1 ? "" : short(lineWidth),
      "stroke-linecap": lineCap === "butt" ? "" : lineCap, "stroke-linejoin": lineJoin === "miter" ? "" : lineJoin,
      "stroke-dasharray": dash.map(short).join(" "),
    };
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height @param {Attributes} looks */
  box(x, y, width, height, looks) {
    if (!this.isUpright) {
      const ends = /** @type {Point[]} */ ([[x, y], [x + width, y], [x + width, y + height], [x, y + height]]);
      const corners = ends.map((end) => this.point(...end).map(short).join(" "));
      this.add(`<path d="M${corners.join("L")}Z"${attributes(looks)}/>`);
      return;
    }
    const [left, top] = this.point(x, y), [a, , , d] = this.matrix;
    this.add(`<rect${attributes({ x: short(left), y: short(top), width: short(width * a), height: short(height * d), ...looks })}/>`);
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  fillRect(x, y, width, height) {
    const looks = this.paint("fill", this.fillStyle);
    if (looks.fill !== "none" && width > 0 && height > 0) this.box(x, y, width, height, looks);
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  strokeRect(x, y, width, height) {
    this.box(x, y, width, height, this.pen());
  }

  stroke() {
    if (this.path.length) this.add(`<path d="${this.path.join("")}"${attributes(this.pen())}/>`);
  }

  fill() {
    if (this.path.length) this.add(`<path d="${this.path.join("")}"${attributes(this.paint("fill", this.fillStyle))}/>`);
  }

  clip() {
    const outer = this.clipping, id = this.define((name) => `<clipPath id="${name}"${outer ? ` clip-path="url(#${outer})"` : ""}><path d="${this.path.join("")}"/></clipPath>`);
    this.clipping = id;
  }

  /** @param {(id: string) => string} make */
  define(make) {
    const id = `${this.tools.prefix ?? "d"}${this.definitions.length}`;
    this.definitions.push(make(id));
    return id;
  }

  /**
   * Returns a tile, repeated to fill an area, with a separate context for drawing it.
   * @param {number} width @param {number} height @param {(pen: Picture.Context) => void} draw @returns {Paint}
   */
  patternOf(width, height, draw) {
    const pen = new SvgContext(this.tools);
    draw(pen.asCanvas);
    const inside = pen.elements.map(({ text }) => text).join(""), known = this.definitions.findIndex((one) => one.endsWith(`>${inside}</pattern>`));
    if (known >= 0) return { pattern: `${this.tools.prefix ?? "d"}${known}` };
    return { pattern: this.define((id) => `<pattern id="${id}" width="${width}" height="${height}" patternUnits="userSpaceOnUse">${inside}</pattern>`) };
  }

  /** @param {string} text @param {number} x @param {number} y @param {Attributes} looks */
  words(text, x, y, looks) {
    if (text === "") return;
    const { weight, size, family } = fontOf(this.font), down = (BASELINES[this.textBaseline] ?? 0) * size;
    const [left, top] = this.isUpright ? this.point(x, y + down) : [x, y + down];
    const transform = this.isUpright ? "" : `matrix(${this.matrix.map((one) => String(Math.round(one * 1e4) / 1e4)).join(" ")})`;
    this.add(`<text${attributes({
      x: short(left), y: short(top), transform, "font-size": short(size), "font-weight": weight,
      "font-family": family === this.tools.family ? "" : family, "text-anchor": ANCHORS[this.textAlign] ?? "", ...looks,
    })}>${escaped(text)}</text>`);
  }

  /** @param {string} text @param {number} x @param {number} y */
  fillText(text, x, y) {
    this.words(text, x, y, this.paint("fill", this.fillStyle));
  }

  /** @param {string} text @param {number} x @param {number} y */
  strokeText(text, x, y) {
    this.words(text, x, y, this.pen());
  }

  /** @param {string} text */
  measureText(text) {
    return { width: this.tools.measure(this.font, text) };
  }

  /**
   * Draws a canvas, or a part of one, as it is: (source, x, y, width, height), or with the part's position first.
   * @param {HTMLCanvasElement} source @param {number[]} places
   */
  drawImage(source, ...places) {
    const part = places.length > 4 ? places.slice(0, 4) : [0, 0, source.width, source.height];
    const [x, y, width, height] = places.slice(-4), [left, top] = this.point(x, y), [a, , , d] = this.matrix;
    this.add(`<image${attributes({
      x: short(left), y: short(top), width: short(width * a), height: short(height * d), preserveAspectRatio: "none",
      style: this.imageSmoothingEnabled ? "" : "image-rendering:pixelated", href: this.tools.imageOf(source, part),
    })}/>`);
  }

  /** Places a whole SVG that another library has drawn. @param {string} svg @param {number} x @param {number} y */
  nested(svg, x, y) {
    this.add(svg.replace(/^[\s\S]*?<svg/, `<svg x="${short(x)}" y="${short(y)}"`));
  }

  /** Everything that was drawn, as SVG elements. */
  get body() {
    let body = "", open = "";
    for (const { text, clipping } of this.elements) {
      if (clipping !== open) {
        body += (open ? "</g>" : "") + (clipping ? `<g clip-path="url(#${clipping})">` : "");
        open = clipping;
      }
      body += text;
    }
    return (this.definitions.length ? `<defs>${this.definitions.join("")}</defs>` : "") + body + (open ? "</g>" : "");
  }
}
