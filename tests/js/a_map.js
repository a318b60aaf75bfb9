// A whole map of a small model, as `ui/picture/model_map/part.py` sends it: `test_a_map.py` compares the two.

import { createLayout } from "../../ui/picture/model_map/layout.js";

const D_MODEL = 8, HEADS = 2, D_FF = 16, LINES = 2, VOCABULARY = { src: 5, tgt: 6 };
const LABELS = { src: ["kat", "mat"], tgt: ["<s>", "uno", "dos"] };
const SIDES = { encoder: "src", decoder: "tgt" };
const SUBLAYERS = { encoder: ["self_attention", "feed_forward"], decoder: ["self_attention", "cross_attention", "feed_forward"] };

const STRINGS = {
  head: "head {number}",
  titles: {
    encoder: "Encoder layer {number}", decoder: "Decoder layer {number}", layer: "Layer {number}", layer_short: "{number}", embedding: "Embedding", softmax: "Next token", "encoder.output": "Memory",
  },
  parts: { self_attention: "self-attention", cross_attention: "cross-attention", feed_forward: "feed-forward" },
  narration: {
    start: "the words", encoder_output: "the memory", token: "Token {number} of {count}", passes: "{before} on its way",
    next: "after {before}: {token} {probability}", end: "{row}, {next}, {word}", point: "point", point_or_try: "point or try",
  },
  tensors: {
    scaled: "× √d_model", scaled_scores: "/ √d_k", queries: "Q", weights: "Weights", lines: "Attention", logits: "Logits", output: "· W₂ + b₂", "encoder.output": "Memory",
  },
};

/**
 * A map whose numbers are 0, 1, 2, ... from the first tensor on; what a mask hides is -Infinity.
 * `isDropped`: with dropout everywhere, also inside the sublayers. `isCompared`: beside a forward with half as much in
 * each place. `pool`: how many numbers of a vector were sent as one; then a quarter of each stands for their differences.
 */
export function aMap({ layers = 2, isNormFirst = false, isDropped = false, isCompared = false, pool = 1 } = {}) {
  const sections = [...sectionsOf("encoder", layers, isNormFirst), ...sectionsOf("decoder", layers, isNormFirst)];
  const last = [logits("logits", weights("output", VOCABULARY.tgt, D_MODEL)), logits("probabilities")];
  sections.push({ stack: "decoder", part: "softmax", layer: null, columns: last });
  const columns = sections.flatMap((section) => section.columns).filter((column) => isDropped || !column.isDropout);
  const tensors = headersOf(columns, pool), numbers = numbersOf(tensors, pool);
  return {
    kind: "map", id: "map", lines: LINES, pool, src: wordsOf("src"), tgt: wordsOf("tgt"),
    next: LABELS.tgt.map(() => ({ likeliest: [["a", 0.5]], chosen: ["a", 0.5], glosses: [] })),
    otherNext: [],
    sections: sections.map((section) => sectionHeader(section, tensors)), tensors: tensors.map(({ isDropout, ...header }) => header),
    numbers: new Float32Array(isCompared ? [...numbers, ...numbers.map((value) => value / 2), ...differencesOf(tensors, numbers)] : numbers),
    isCompared, hasDifferences: isCompared && pool > 1,
    colours: ["#3654c9", "#b45309"], strings: STRINGS, written: "", links: [], headOff: [], vocabulary: "a\nb\nc\nd\ne\nf", vocabularyGlosses: "",
    aliases: isDropped ? {} : aliasesOf(layers), before: "", glossesNext: [], editable: [], hideField: "", viewField: "", playsOnce: false, normFirst: isNormFirst,
    named: null, predicting: "tgt", variant: { norm: "LayerNorm", activation: "ReLU", scores: "÷ √d_k", embeddings: "× √d_model", positions: "fixed", isParallel: false }, cache: null,
    parameterCount: tensors.flatMap(({ parameters }) => parameters).reduce((sum, { shape }) => sum + shape.reduce((product, size) => product * size, 1), 0),
  };
}

/** A quarter of each number that stands for several. */
function differencesOf(tensors, numbers) {
  const isPooled = ({ count, shape }) => count < shape.reduce((product, size) => product * size, 1);
  return tensors.filter(isPooled).flatMap(({ at, count }) => numbers.slice(at, at + count).map((value) => value / 4));
}

/** Without dropout the sums add what the sublayers make as it is. */
function aliasesOf(layers) {
  const names = Object.entries(SUBLAYERS).flatMap(([stack, parts]) => Array.from({ length: layers }, (_, layer) =>
    parts.map((part, at) => {
      const path = `${stack}.layers.${layer}`, made = part === "feed_forward" ? "output" : "projected";
      return [`${path}.sublayer_${at + 1}`, `${path}.${part}.${made}`];
    })).flat());
  return Object.fromEntries(names);
}

/** The map in a window, and laid out for it. */
export function aLayout(part = aMap(), room = { width: 1000, height: 600 }, options = {}) {
  return createLayout(part, room, options);
}

/** Every cell's place in a tensor of a shape, in the order in which torch keeps them. */
export function indicesOf(shape) {
  if (!shape.length) return [[]];
  return Array.from({ length: shape[0] }, (_, first) => indicesOf(shape.slice(1)).map((rest) => [first, ...rest])).flat();
}

/** The place of the tensor with a name. */
export function placeNamed(part, name) {
  return part.tensors.findIndex((tensor) => tensor.name === name);
}

function wordsOf(side) {
  return { labels: LABELS[side], glosses: [], hidden: [] };
}

function sectionsOf(stack, layers, isNormFirst) {
  const side = SIDES[stack], before = ["embeddings", "scaled", "positions", "summed", "encoded"].map((own) => ({
    ...vector(`${side}_${own}`, own, side, own === "embeddings" ? [parameter(`${side}_embedding.weight`, VOCABULARY[side], D_MODEL)] : []),
    isDropout: own === "summed",
  }));
  const within = Array.from({ length: layers }, (_, layer) => SUBLAYERS[stack].map((part, at) => {
    const [sublayer, residual, normed] = around(stack, layer, at + 1), inner = innerOf(part, stack, layer);
    const columns = isNormFirst ? [normed, ...inner, sublayer, residual] : [...inner, sublayer, residual, normed];
    return { stack, part, layer, columns };
  }));
  const last = isNormFirst ? [...weights(`${stack}.norm`, D_MODEL)] : [];
  const output = { stack, part: "output", layer: null, columns: [vector(`${stack}.output`, "output", side, last)] };
  return [{ stack, part: "embedding", layer: null, columns: before }, ...within.flat(), output];
}

function around(stack, layer, number) {
  const path = `${stack}.layers.${layer}.`, side = SIDES[stack], gain = weights(`${path}norm_${number}`, D_MODEL);
  return [
    { ...vector(`${path}sublayer_${number}`, "sublayer", side), isDropout: true },
    vector(`${path}residual_${number}`, "residual", side),
    vector(`${path}normed_${number}`, "normed", side, gain),
  ];
}

function innerOf(part, stack, layer) {
  const path = `${stack}.layers.${layer}.${part}.`, side = SIDES[stack];
  return part === "feed_forward" ? feedForward(path, side) : attention(path, side, part === "cross_attention" ? "src" : side);
}

function feedForward(path, side) {
  const hidden = (own, parameters = []) => ({ ...vector(path + own, own, side, parameters), size: D_FF, axis: "hidden" });
  return [
    hidden("hidden", weights(`${path}linear_1`, D_FF, D_MODEL)),
    { ...hidden("activated_before_dropout"), isDropout: true },
    hidden("activated"),
    vector(`${path}output`, "output", side, weights(`${path}linear_2`, D_MODEL, D_FF)),
  ];
}

function attention(path, side, from) {
  const weight = (name) => weights(`${path}${name}`, D_MODEL, D_MODEL);
  const split = (own, rows, axis, parameters = []) => ({ ...vector(path + own, own, rows, parameters), size: D_MODEL / HEADS, heads: HEADS, axis });
  const grid = (own) => ({ ...split(own, side, "key"), size: LABELS[from].length, of: from });
  return [
    split("queries", side, "d_k", weight("w_q")), split("keys", from, "d_k", weight("w_k")), split("values", from, "d_v", weight("w_v")),
    grid("scores"), grid("scaled"), grid("masked"), { ...grid("weights_before_dropout"), isDropout: true }, grid("weights"),
    split("heads", side, "d_v"), { ...vector(`${path}concatenated`, "concatenated", side), axis: "concatenated" },
    vector(`${path}projected`, "projected", side, weight("w_o")),
  ];
}

function vector(name, own, rows, parameters = []) {
  return { name, own, rows, size: D_MODEL, heads: 0, axis: "dimension", of: "", parameters, isDropout: false };
}

function logits(own, parameters = []) {
  return { ...vector(own, own, "tgt", parameters), size: VOCABULARY.tgt, axis: "token", of: "tgt" };
}

function parameter(name, ...shape) {
  return { name, shape };
}

/** What a linear layer or a norm has: its weights and, one for each of what it makes, the bias. */
function weights(path, ...shape) {
  return [parameter(`${path}.weight`, ...shape), parameter(`${path}.bias`, shape[0])];
}

function sectionHeader({ stack, part, layer, columns }, tensors) {
  const places = columns.map(({ name }) => placeNamed({ tensors }, name)).filter((place) => place >= 0);
  return { stack, part, layer, side: SIDES[stack], tensors: places };
}

function headersOf(columns, pool) {
  let at = 0, masked = -1;
  return columns.map(({ size, ...column }, place) => {
    const shape = [...(column.heads ? [column.heads] : []), LABELS[column.rows].length, size];
    if (column.own === "masked") masked = place;
    const count = sentOf(column, size, pool) * LABELS[column.rows].length;
    const header = { ...column, shape, masked: column.own.startsWith("weights") ? masked : -1, at, count };
    at += count;
    return header;
  });
}

/** How many numbers of a row are sent. */
function sentOf({ heads, axis }, size, pool) {
  const count = size * (heads || 1), length = Math.ceil(count / LINES);
  return pool > 1 && axis !== "key" && length % pool === 0 ? (LINES * length) / pool : count;
}

/** Row after row, the last of each `pool` numbers: it is the largest. */
function numbersOf(tensors, pool) {
  const made = [];
  let first = 0;
  for (const tensor of tensors) {
    const indices = indicesOf(tensor.shape), isPooled = tensor.count < indices.length, isCausal = tensor.own === "masked" && tensor.of === "tgt";
    const numbers = indices.map((index, at) => (isCausal && index.at(-1) > index.at(-2) ? -Infinity : first + at));
    made.push(...(isPooled ? pooled(tensor, numbers, pool) : numbers));
    first += indices.length;
  }
  return made;
}

function pooled({ heads, shape }, numbers, pool) {
  const [rows, size] = shape.slice(-2), made = [];
  for (let row = 0; row < rows; row++) {
    const own = Array.from({ length: heads || 1 }, (_, head) => numbers.slice((head * rows + row) * size, (head * rows + row + 1) * size)).flat();
    for (let at = pool - 1; at < own.length; at += pool) made.push(own[at]);
  }
  return made;
}
