// A map whose numbers differ from one another, drawn whole at any zoom and read back.

import { placedAt } from "../../ui/picture/model_map/layout.js";
import { tensorsOf } from "../../ui/picture/model_map/tensors.js";
import { aLayout, aMap } from "./a_map.js";
import { figureDrawn } from "./drawn.js";

const NOTHING = { hovered: null, pinned: null, parameter: null, trail: [], origins: [], ends: [] };
export const LABELS = 104;
/** Whole, with its blocks named, with a line for each head, and with its numbers. */
export const DISTANCES = [0, 0.17, 0.5, 1];

/** The map of `aMap` with signed numbers up to 10, no two alike, and shares as weights: 0 where a mask hides. */
export function aNumberedMap(options = {}) {
  const part = aMap(options), { tensors } = part, numbers = part.numbers.slice();
  for (const { own, at, count, masked } of tensors) {
    for (let place = 0; place < count; place++) {
      const number = at + place, one = ((number * 7919) % 1999) / 1998;
      if (numbers[number] === -Infinity) continue;
      if (own.startsWith("weights") || own === "probabilities") numbers[number] = masked >= 0 && part.numbers[tensors[masked].at + place] === -Infinity ? 0 : one;
      else numbers[number] = 20 * one - 10;
      if (options.isCompared) numbers[part.numbers.length / 2 + number] = -numbers[number] * (0.2 + one);
    }
  }
  const owns = Object.fromEntries(tensors.map(({ own }) => [own, own]));
  const named = { ...owns, scaled_scores: "scaled scores", "encoder.output": "memory", "decoder.output": "output", lines: "attention" };
  const next = part.tgt.labels.map((_, row) => ({ likeliest: [[`most${row}`, 0.55 + row / 10], [`more${row}`, 0.25 - row / 20]], chosen: [`most${row}`, 0.55 + row / 10], glosses: [`means${row}`, "", `means${row}`] }));
  return { ...part, numbers, next, strings: { ...part.strings, sides: { src: "English", tgt: "Korean" }, blocks: {}, tensors: named } };
}

/** The numbers of a row of a tensor in the order in which they are drawn, straight from the answer; null where hidden. */
export function rowOf(part, tensor, row) {
  const [rows, size] = tensor.shape.slice(-2), masked = tensor.own === "masked" ? tensor : part.tensors[tensor.masked];
  return Array.from({ length: tensor.heads || 1 }, (_, head) => Array.from({ length: size }, (_each, place) => {
    const at = (head * rows + row) * size + place;
    return masked && part.numbers[masked.at + at] === -Infinity ? null : part.numbers[tensor.at + at];
  })).flat();
}

/**
 * The whole map at a zoom, as it is saved.
 * @returns {Promise<any>} what was drawn, with the layout, its places, and the upper left corner of what is drawn
 */
export async function mapDrawn(part, t, theme, { hasParameters = false, cells = new Map(), selection = {}, camera = null, room = null, width = 1300, ...more } = {}) {
  const made = aLayout(part, { width, height: 700 }, { hasParameters }), placed = placedAt(made, t);
  const layout = { ...made, room: room ?? { width: placed.width, height: placed.height } };
  const view = {
    layout, placed, labels: LABELS, tensors: tensorsOf(part, more.seen), theme: { accent: "#123456" }, camera: { t, x: 0, y: 0, ...camera }, time: null, seen: "now", cells,
    selection: { ...NOTHING, ...selection }, ...more,
  };
  const drawn = await figureDrawn({ kind: "map", view }, theme), [, corner] = drawn.marks.filter(({ kind }) => kind === "rect");
  const rowName = (label) => drawn.texts.find(({ text, anchor, x }) => text === label && anchor === "end" && x < corner.x + LABELS);
  return Object.assign(drawn, { layout, placed, corner, rowName, left: corner.x + LABELS - view.camera.x, top: corner.y - view.camera.y });
}
