// Draws once through the context that writes SVG, and reads back what is then there: texts, places, colours. Canvases
// that a drawing paints itself keep their pixels; a letter is half as wide as its font.

import { THEMES, luminance } from "../../ui/picture/matrix_view/colour.js";
import { fontOf } from "../../ui/share/svg_attributes.js";
import { SvgContext } from "../../ui/share/svg_context.js";
import { SvgPath } from "../../ui/share/svg_path.js";

/** What JavaScript and tests ask of any object; everything else of a context has to exist. */
const OF_ANY_OBJECT = new Set(["constructor", "hasOwnProperty", "toString", "valueOf", "toJSON", "then", "pattern"]);
const lacking = (name) => { throw new TypeError(`the context that writes SVG has no ${String(name)}`); };
const isOwn = (name) => typeof name === "symbol" || OF_ANY_OBJECT.has(name);

// A browser's canvas takes what this context lacks, and then a saved picture lacks it: here that is an error.
Object.setPrototypeOf(SvgPath.prototype, new Proxy(Object.prototype, {
  get: (target, name, receiver) => (isOwn(name) ? Reflect.get(target, name, receiver) : lacking(name)),
  set: (_, name) => lacking(name),
}));

/** Larger areas, in square pixels, are grounds that hide what was written before. */
const LARGE = 4000;
const pictures = [];

class Canvas {
  sizes = { width: 300, height: 150 };
  pixels = new Uint32Array(0);

  get width() { return this.sizes.width; }
  set width(value) { this.sizes.width = value; this.pixels = new Uint32Array(this.width * this.height); }
  get height() { return this.sizes.height; }
  set height(value) { this.sizes.height = value; this.pixels = new Uint32Array(this.width * this.height); }

  getContext() {
    const canvas = this;
    return this.pen ??= {
      font: "",
      measureText(text) { return { width: 0.5 * fontOf(this.font).size * text.length }; },
      createImageData: (width, height) => ({ width, height, data: new Uint8ClampedArray(4 * width * height) }),
      putImageData: (image) => canvas.take(new Uint32Array(image.data.buffer), image.width, 0, 0, image.width, image.height),
      drawImage: (source, x, y, width, height) => canvas.take(source.pixels, source.width, Math.round(x), Math.round(y), Math.round(width), Math.round(height)),
    };
  }

  take(pixels, stride, x, y, width, height) {
    for (let row = 0; row < height; row++) this.pixels.set(pixels.subarray((y + row) * stride + x, (y + row) * stride + x + width), row * this.width);
  }

  toDataURL() {
    return `data:,${pictures.push({ width: this.width, height: this.height, pixels: this.pixels }) - 1}`;
  }
}

class OffscreenCanvas extends Canvas {
  constructor(width, height) {
    super();
    Object.assign(this, { width, height });
  }
}

class ImageData {
  constructor(width, height) {
    Object.assign(this, { width, height, data: new Uint8ClampedArray(4 * width * height) });
  }
}

Object.assign(globalThis, { OffscreenCanvas, ImageData, window: { innerWidth: 1280, innerHeight: 900 }, document: { createElement: () => new Canvas(), fonts: { addEventListener() {} } } });

const plain = (text) => text.replace(/&(amp|lt|gt|quot);/g, (_, name) => ({ amp: "&", lt: "<", gt: ">", quot: "\"" })[name]);

function attributesOf(text) {
  return Object.fromEntries([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value !== "" && Number.isFinite(Number(value)) ? Number(value) : plain(value)]));
}

/** The points of a path, each curve by its ends: [[x, y], ...] for each of its pieces. */
function piecesOf(path) {
  const pieces = [];
  for (const [, letter, numbers] of String(path).matchAll(/([MLCQAZ])([^MLCQAZ]*)/g)) {
    const last = numbers.trim().split(/[\s,]+/).slice(-2).map(Number);
    if (letter === "M") pieces.push([last]);
    else if (letter !== "Z") pieces.at(-1).push(last);
  }
  return pieces;
}

function boundsOf(points) {
  const xs = points.map(([x]) => x), ys = points.map(([, y]) => y), [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

export const isIn = ({ x, y, width, height }, left, top) => left >= x && left <= x + width && top >= y && top <= y + height;

const hex = (packed) => `#${[0, 8, 16].map((by) => ((packed >>> by) & 255).toString(16).padStart(2, "0")).join("")}`;

/** Where a text begins, turned or not. */
function placeOf({ x, y, transform }) {
  if (!transform) return { x, y };
  const [a, b, c, d, e, f] = transform.match(/-?[\d.]+/g).map(Number);
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

/** Everything in an SVG, in the order in which it was drawn. */
export function readBack(svg) {
  const marks = [], patterns = new Map(), clips = new Map(), open = [];
  let pattern = null, clipping = null;
  for (const [, closing, name, written, text] of svg.matchAll(/<(\/?)([a-zA-Z]+)([^>]*?)\/?>([^<]*)/g)) {
    const own = attributesOf(written);
    if (closing) {
      if (name === "pattern") pattern = null;
      if (name === "clipPath") clipping = null;
      if (name === "g") open.pop();
    } else if (name === "pattern") patterns.set(own.id, pattern = []);
    else if (name === "clipPath") clipping = own.id;
    else if (name === "g") open.push(clips.get(/url\(#(\w+)\)/.exec(own["clip-path"])?.[1]));
    else if (clipping) clips.set(clipping, boundsOf(piecesOf(own.d).flat()));
    else if (["rect", "path", "text", "image"].includes(name)) {
      const mark = { kind: name, ...own, clip: open.at(-1), opacity: own["fill-opacity"] ?? 1, isTurned: Boolean(own.transform) };
      if (name === "text") Object.assign(mark, { text: plain(text), anchor: own["text-anchor"] ?? "start", ...placeOf(own) });
      if (name === "path") mark.pieces = piecesOf(own.d);
      if (name === "image") mark.picture = pictures[Number(own.href.split(",")[1])];
      (pattern ?? marks).push(mark);
    }
  }
  return new Drawn(svg, marks, patterns);
}

class Drawn {
  constructor(svg, marks, patterns) {
    const large = marks.filter(({ kind, fill, opacity, width, height }) => kind === "rect" && fill !== "none" && opacity > 0.95 && width * height > LARGE);
    Object.assign(this, { svg, marks, patterns, large, covers: null, words: null });
  }

  /** What covers an area, the last first. */
  get grounds() {
    return this.covers ??= this.marks.filter(({ kind }) => kind === "rect" || kind === "image").reverse();
  }

  /** The texts in sight: {text, x, y, anchor, fill, ...}, y of the baseline; neither cut away nor painted over. */
  get texts() {
    return this.words ??= this.marks.filter((mark, at) => mark.kind === "text" && this.isInSight(mark, at));
  }

  isInSight(text, at) {
    const { clip, x, y } = text, isCut = clip && !isIn(clip, x, y);
    return !isCut && !this.large.some((mark) => this.marks.indexOf(mark) > at && isIn(mark, middleOf(text), y));
  }

  /** The one text that reads so. */
  text(wanted) {
    const found = this.texts.filter(({ text, stroke }) => text === wanted && !stroke);
    if (found.length !== 1) throw new Error(`“${wanted}” is written ${found.length} times`);
    return found[0];
  }

  /** The texts whose middle is in a box, from left to right. */
  textsIn(box) {
    return this.texts.filter((one) => !one.stroke && isIn(box, middleOf(one), one.y)).sort((one, other) => one.x - other.x);
  }

  get strokes() {
    return this.marks.filter(({ kind, stroke }) => kind === "path" && stroke);
  }

  /** What was painted last over a point: a colour, or {pattern}. */
  groundAt(x, y) {
    for (const mark of this.grounds) {
      const { kind, fill, opacity, clip, picture } = mark;
      if (!isIn(mark, x, y) || (clip && !isIn(clip, x, y))) continue;
      if (kind === "image") {
        const across = Math.min(picture.width - 1, Math.floor(((x - mark.x) / mark.width) * picture.width));
        const down = Math.min(picture.height - 1, Math.floor(((y - mark.y) / mark.height) * picture.height)), pixel = picture.pixels[down * picture.width + across];
        if (pixel >>> 24 === 255) return hex(pixel);
      } else if (fill !== "none" && opacity > 0.95) {
        const [, id] = /url\(#(\w+)\)/.exec(fill) ?? [];
        return id ? { pattern: this.patterns.get(id) } : fill;
      }
    }
    return null;
  }
}

/** The x coordinate of the middle of a text. */
export function middleOf({ x, text, anchor, "font-size": size }) {
  return x + ({ start: 0.5, middle: 0, end: -0.5 })[anchor] * 0.5 * size * text.length;
}

export function channelsOf(colour) {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
}

/** The colour of a number, between the stops of a theme. */
export function colourFor(theme, scale, value, limit) {
  if (scale === "places") return colourFor(theme, "weights", limit > 1 ? 1 - (value - 1) / (limit - 1) : 1, 1);
  const stops = THEMES[theme].ramps[scale === "weights" ? "weights" : "diverging"].map(channelsOf);
  const share = scale === "weights" ? value / limit : (value / limit + 1) / 2, at = 4 * Math.max(0, Math.min(1, share)), low = Math.min(3, Math.floor(at));
  return `#${stops[low].map((one, place) => Math.round(one + (stops[low + 1][place] - one) * (at - low)).toString(16).padStart(2, "0")).join("")}`;
}

/** The contrast of letters with the colour on which they stand. */
export function contrastOf(letters, ground) {
  const [low, high] = [letters, ground].map((colour) => luminance(channelsOf(colour))).sort((one, other) => one - other);
  return (high + 0.05) / (low + 0.05);
}

/** How far apart two colours are, as the largest difference of a channel. */
export function apart(one, other) {
  const [first, second] = [one, other].map(channelsOf);
  return Math.max(...first.map((value, at) => Math.abs(value - second[at])));
}

/** A number as a person reads it from a text with a real minus sign. */
export function numberIn(text) {
  return Number(text.replaceAll("\u2212", "-").replaceAll("∞", "Infinity"));
}

/** "red", "blue" or "neither": what the colour of a signed number says of its sign. */
export function signOf(colour) {
  const [red, , blue] = channelsOf(colour);
  return red - blue > 24 ? "red" : blue - red > 24 ? "blue" : "neither";
}

/** The figure of a picture as it is saved, read back. */
export async function figureDrawn(picture, theme, options = {}) {
  const { figureOf } = await import("../../ui/share/figure.js");
  const { svg } = await figureOf(picture, { title: "Title", caption: "Caption", theme, size: "slide", words: { lines_mean: "what the lines mean" }, ...options });
  return readBack(svg);
}
