// "What is this?": one sentence about what a title names, from the glossary in the map's texts. Pure.

import { isGrid } from "./layout.js";

/**
 * A layer, a block with its equation and its shape, or a column with its shape, and a sentence about it.
 * @param {ModelMap.Part} part @param {ModelMap.Title} title
 */
export function aboutTitle(part, { kind, name, section, block, column }) {
  const { about_layers: layers, about_blocks: blocks, about } = part.strings;
  if (kind === "layer" && section) return sentenceOf(name, layers[layerKey(section)]);
  if (kind === "block" && block) return sentenceOf([name, block.equations[0], block.shape].filter(Boolean).join(" · "), blocks[block.name]);
  if (!column) return name;
  if (column.kind === "lines") return sentenceOf(name, about.lines);
  const tensor = part.tensors[column.place];
  return sentenceOf(`${name} · (${tensor.shape.join(", ")})`, about[tensorKey(part, tensor, column)]);
}

/** @param {string} name @param {string | undefined} sentence */
function sentenceOf(name, sentence) {
  return sentence ? `${name}: ${sentence}` : name;
}

/** The key of a layer's sentence: of a layer of a stack, or of what comes before and after the layers. @param {ModelMap.Section} section */
function layerKey({ stack, part, layer }) {
  if (layer !== null) return stack;
  return part === "output" ? `${stack}_output` : part;
}

/**
 * The key of a tensor's sentence: a few names mean different things in different blocks.
 * @param {ModelMap.Part} part @param {ModelMap.TensorHeader} tensor @param {ModelMap.Column} column
 */
function tensorKey(part, tensor, column) {
  const { own } = tensor, within = part.sections[column.section];
  if (own === "output") return within.part === "feed_forward" ? "linear_2" : `${within.stack}_output`;
  if (own === "scaled") return isGrid(tensor) ? "scaled_scores" : "scaled";
  return own;
}
