// The equations of the model's steps, as plain text, true for the model on the map: with its biases, its dropout and its
// order of norm and sublayer. The same table names the operators between two columns. Pure: tested without a browser.

import { isGrid } from "./layout.js";

/**
 * @typedef {ReturnType<typeof contextOf>} Context
 * @typedef {Pick<ModelMap.NamedBlock, "kind" | "section" | "side" | "owns">} Grouped a block that has no name and no equation yet
 */

/** @type {Record<string, string>} */
const LETTERS = { queries: "Q", keys: "K", values: "V", projected: "O", hidden: "₁", output: "₂" };

/**
 * What an equation depends on: the tensors of its section by their own names, and the input of its sublayer.
 * @param {ModelMap.Part} part @param {Pick<ModelMap.Column, "section" | "side">} column
 */
function contextOf(part, { section: number, side }) {
  const section = part.sections[number], tensors = new Map(section.tensors.map((place) => [part.tensors[place].own, part.tensors[place]]));
  const owns = [...tensors.keys()], isNormFirst = owns[0] === "normed";
  const isMemory = section.part === "cross_attention" && side === "src";
  const x = isMemory ? part.strings.titles["encoder.output"] : isNormFirst ? "LayerNorm(x)" : "x";
  return { part, section, tensors, isNormFirst, x };
}

/** " + b_Q" if the step has a bias, else nothing. @param {ModelMap.TensorHeader | undefined} tensor @param {string} name */
function biasOf(tensor, name) {
  return tensor?.parameters.some((one) => one.name.endsWith(".bias")) ? ` + ${name}` : "";
}

/** @param {string} symbol @param {string} own */
function letter(symbol, own) {
  const sign = LETTERS[own] ?? "";
  return /^[A-Z]$/.test(sign) ? `${symbol}_${sign}` : symbol + sign;
}

/** A linear step without its input: "W_Q + b_Q". @param {Context} context @param {string} own */
function linear({ tensors }, own) {
  return letter("W", own) + biasOf(tensors.get(own), letter("b", own));
}

/** @param {boolean} has @param {string} text */
const dropped = (has, text) => (has ? `dropout(${text})` : text);

/** @param {Context} context */
function sublayerSum({ tensors, isNormFirst }) {
  return `x + ${dropped(tensors.has("sublayer"), isNormFirst ? "Sublayer(LayerNorm(x))" : "Sublayer(x)")}`;
}

/** The heads that are switched off are multiplied by 0. @param {Context} context */
function headsOff({ part, tensors }) {
  const off = part.headOff.filter(([name]) => name === tensors.get("weights")?.name).map(([, head]) => part.strings.head.replace("{number}", String(head + 1)));
  return off.length ? ` (${off.join(", ")}: × 0)` : "";
}

/** @param {Context} context @param {Grouped} block */
function projections(context, { owns }) {
  const { x, tensors } = context, full = owns.map((own) => `${x} ${linear(context, own)}`).join(", ");
  return owns.length > 1 ? [full, `${x} W${biasOf(tensors.get(owns[0]), "b")}`] : [full];
}

/** @param {Context} context */
function feedForward(context) {
  const { x, tensors } = context, inner = `ReLU(${x} ${linear(context, "hidden")})`;
  return [`${dropped(tensors.has("activated_before_dropout"), inner)} ${linear(context, "output")}`];
}

/**
 * The equation of each kind of block, the longest form first.
 * @type {Record<string, (context: Context, block: Grouped) => string[]>}
 */
const EQUATIONS = {
  embedding: ({ tensors }) => [tensors.has("scaled") ? "E[token] × √d_model" : "E[token]"],
  positions: () => ["PE[position]"],
  encoded: ({ tensors }) => [dropped(tensors.has("summed"), "x + PE")],
  projections,
  scores: () => ["S = QKᵀ / √d_k + M", "QKᵀ / √d_k + M"],
  softmax: ({ tensors }) => {
    const made = dropped(tensors.has("weights_before_dropout"), "softmax(S)");
    return [`A = ${made}`, made];
  },
  weighted_sum: (context) => [`A V${headsOff(context)}`],
  output_projection: (context) => [`Concat(A V) ${linear(context, "projected")}`],
  feed_forward: feedForward,
  add: (context) => [sublayerSum(context)],
  norm: () => ["LayerNorm(x)"],
  add_norm: (context) => [`LayerNorm(${sublayerSum(context)})`],
  output: ({ tensors }) => (tensors.get("output")?.parameters.length ? ["LayerNorm(x)"] : []),
  logits: ({ tensors }) => [`x ${vocabularyWeight(tensors.get("logits"))}`],
  probabilities: () => ["softmax"],
};

/** The weight of the logits: a matrix of its own, or the table of the embeddings. @param {ModelMap.TensorHeader | undefined} tensor */
function vocabularyWeight(tensor) {
  const isTable = tensor?.parameters[0]?.name.endsWith("embedding.weight");
  return isTable ? "Eᵀ" : `W${biasOf(tensor, "b")}`;
}

/** The forms of a block's equation, the longest first; empty if it has none. @param {ModelMap.Part} part @param {Grouped} block */
export function equationsOf(part, block) {
  return EQUATIONS[block.kind](contextOf(part, block), block);
}

/** With and without the bias, for a narrow gap. @param {string} weight */
const times = (weight) => [...new Set([`× ${weight}`, `× ${weight.split(" + ")[0]}`])];

/**
 * The operator that gives each tensor, from the column before it: by the tensor's own name.
 * @type {Record<string, (context: Context, tensor: ModelMap.TensorHeader) => string[]>}
 */
const OPERATORS = {
  scaled: (_, tensor) => [isGrid(tensor) ? "÷ √d_k" : "× √d_model"],
  positions: () => ["+"],
  summed: () => ["="],
  encoded: ({ tensors }) => [tensors.has("summed") ? "dropout" : "="],
  queries: (context) => times(linear(context, "queries")),
  keys: (context) => times(linear(context, "keys")).map((text) => text.replace("×", inputOf(context))),
  values: (context) => times(linear(context, "values")).map((text) => text.replace("×", inputOf(context))),
  scores: () => ["QKᵀ"],
  masked: () => ["+ M"],
  weights_before_dropout: () => ["softmax"],
  weights: ({ tensors }) => [tensors.has("weights_before_dropout") ? "dropout" : "softmax"],
  heads: () => ["A V"],
  concatenated: () => ["Concat"],
  projected: (context) => times(linear(context, "projected")),
  sublayer: () => ["dropout"],
  residual: () => ["+ x"],
  normed: () => ["LayerNorm"],
  hidden: (context) => times(linear(context, "hidden")),
  activated_before_dropout: () => ["ReLU"],
  activated: ({ tensors }) => [tensors.has("activated_before_dropout") ? "dropout" : "ReLU"],
  output: (context) => {
    if (context.section.part === "feed_forward") return times(linear(context, "output"));
    return [context.tensors.get("output")?.parameters.length ? "LayerNorm" : "="];
  },
  logits: ({ tensors }) => times(vocabularyWeight(tensors.get("logits"))),
  probabilities: () => ["softmax"],
};

/** The input of keys and values in a narrow gap: they are made of it, not of the column before them. @param {Context} context */
function inputOf({ x }) {
  return x === "LayerNorm(x)" ? "LN(x)" : x;
}

/**
 * The forms of the operator in front of a column, the longest first; empty if there is none.
 * @param {ModelMap.Part} part @param {ModelMap.Column} column
 */
export function operatorsInto(part, column) {
  if (column.kind !== "vector" && column.kind !== "grid") return [];
  const tensor = part.tensors[column.place];
  return OPERATORS[tensor.own]?.(contextOf(part, column), tensor) ?? [];
}
