// The equations of the model's steps, as plain text, true for the model on the map: with its biases, its dropout and its
// order of norm and sublayer. The same table names the operators between two columns. Pure: tested without a browser.

import { isGrid } from "./layout.js";

/**
 * @typedef {ReturnType<typeof contextOf>} Context
 * @typedef {Pick<ModelMap.NamedBlock, "kind" | "section" | "side" | "owns">} Grouped a block that has no name and no equation yet
 */

/** @type {Record<string, string>} */
const LETTERS = {
  queries: "Q", keys: "K", values: "V", projected: "O", hidden: "₁", output: "₂", gate: "G",
  queries_unturned: "Q", keys_unturned: "K", queries_unnormed: "Q", keys_unnormed: "K",
};
/** The paper's model. */
const PAPER = { norm: "LayerNorm", activation: "ReLU", scores: "÷ √d_k", embeddings: "× √d_model", positions: "fixed", isParallel: false };

/**
 * What an equation depends on: the tensors of its section by their own names, and the input of its sublayer.
 * @param {ModelMap.Part} part @param {Pick<ModelMap.Column, "section" | "side">} column
 */
function contextOf(part, { section: number, side }) {
  const section = part.sections[number], tensors = new Map(section.tensors.map((place) => [part.tensors[place].own, part.tensors[place]]));
  const variant = part.variant ?? PAPER, isSecond = Boolean(variant.isParallel) && section.part === "feed_forward";
  // Of two sublayers in parallel, the second may take what the norm of the first one made.
  const owns = [...tensors.keys()], isNormFirst = owns[0] === "normed" || isSecond;
  const isMemory = section.part === "cross_attention" && side === "src";
  const x = isMemory ? part.strings.titles["encoder.output"] : isNormFirst ? `${variant.norm}(x)` : "x";
  return { part, section, tensors, isNormFirst, x, variant, isSecond };
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
function sublayerSum({ tensors, isNormFirst, isSecond, variant: { norm } }) {
  const made = isNormFirst ? `Sublayer(${norm}(x))` : "Sublayer(x)";
  // Of two sublayers in parallel, the second one is added to the sum with the first, and takes what went into both.
  return `${isSecond ? "x + Attention" : "x"} + ${dropped(tensors.has("sublayer"), tensors.has("outer_normed") ? `${norm}(${made})` : made)}`;
}

/** What is added up before the first layer. @param {Context} context */
function encoded({ tensors, variant }) {
  const sign = variant.positions === "fixed" ? "PE" : "P";
  const terms = ["x", ...(tensors.has("token_types") ? ["T"] : []), ...(tensors.has("positions") ? [sign] : [])];
  return dropped(tensors.has("summed"), terms.join(" + "));
}

/** The scores as softmax gets them: "QKᵀ / √d_k + M". @param {Context} context */
function scored({ variant, tensors }) {
  const bias = tensors.has("biased") ? " + B" : "";
  return `QKᵀ${variant.scores ? ` ${variant.scores.replace("÷", "/")}` : ""}${bias} + M`;
}

/** Queries and keys that are changed after their linear layer are made by it under another name. @param {Context} context @param {string} own */
function firstOf({ tensors }, own) {
  return [`${own}_unnormed`, `${own}_unturned`].find((name) => tensors.has(name)) ?? own;
}

/** How queries or keys come from the column before them, if by no linear layer of theirs. @param {Context} context @param {string} own */
function turned({ tensors, variant }, own) {
  if (tensors.has(`${own}_unturned`)) return ["R"];
  return tensors.has(`${own}_unnormed`) ? [variant.norm] : null;
}

/** The heads that are switched off are multiplied by 0. @param {Context} context */
function headsOff({ part, tensors }) {
  const off = part.headOff.filter(([name]) => name === tensors.get("weights")?.name).map(([, head]) => part.strings.head.replace("{number}", String(head + 1)));
  return off.length ? ` (${off.join(", ")}: × 0)` : "";
}

/** @param {Context} context @param {Grouped} block */
function projections(context, { owns }) {
  const { x, tensors } = context, made = ["queries", "keys", "values"].filter((own) => owns.includes(own));
  const full = made.map((own) => `${x} ${linear(context, firstOf(context, own))}`).join(", ");
  return made.length > 1 ? [full, `${x} W${biasOf(tensors.get(firstOf(context, made[0])), "b")}`] : [full];
}

/** @param {Context} context */
function feedForward(context) {
  const { x, tensors, variant: { activation } } = context, has = tensors.has("gate");
  const bent = `${activation}(${x} ${linear(context, has ? "gate" : "hidden")})`, inner = has ? `(${bent} ⊙ ${x} ${linear(context, "hidden")})` : bent;
  return [`${dropped(tensors.has("activated_before_dropout"), inner)} ${linear(context, "output")}`];
}

/**
 * The equation of each kind of block, the longest form first.
 * @type {Record<string, (context: Context, block: Grouped) => string[]>}
 */
const EQUATIONS = {
  embedding: ({ tensors, variant }) => [tensors.has("scaled") ? `E[token] ${variant.embeddings}` : "E[token]"],
  types: () => ["T[type]"],
  positions: ({ variant }) => [variant.positions === "fixed" ? "PE[position]" : "P[position]"],
  encoded: (context) => [encoded(context)],
  projections,
  scores: (context) => [`S = ${scored(context)}`, scored(context)],
  softmax: ({ tensors }) => {
    const made = dropped(tensors.has("weights_before_dropout"), "softmax(S)");
    return [`A = ${made}`, made];
  },
  weighted_sum: (context) => [`A V${headsOff(context)}`],
  output_projection: (context) => [`Concat(A V) ${linear(context, "projected")}`],
  feed_forward: feedForward,
  add: (context) => [sublayerSum(context)],
  norm: ({ variant }) => [`${variant.norm}(x)`],
  add_norm: (context) => [`${context.variant.norm}(${sublayerSum(context)})`],
  output: ({ tensors, variant }) => (tensors.get("output")?.parameters.length ? [`${variant.norm}(x)`] : []),
  head: () => [],
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
  scaled: ({ variant }, tensor) => [isGrid(tensor) ? variant.scores || "=" : variant.embeddings || "="],
  positions: () => ["+"],
  token_types: () => ["+"],
  biased: () => ["+ B"],
  queries_unturned: (context) => times(linear(context, "queries_unturned")),
  keys_unturned: (context) => times(linear(context, "keys_unturned")).map((text) => text.replace("×", inputOf(context))),
  queries_unnormed: (context) => times(linear(context, "queries_unnormed")),
  keys_unnormed: (context) => times(linear(context, "keys_unnormed")).map((text) => text.replace("×", inputOf(context))),
  gate: (context) => times(linear(context, "gate")),
  opened: ({ variant }) => [variant.activation],
  outer_normed: ({ variant }) => [variant.norm],
  head_normed: ({ variant }) => [variant.norm],
  summed: () => ["="],
  encoded: ({ tensors }) => [tensors.has("summed") ? "dropout" : "="],
  queries: (context) => turned(context, "queries") ?? times(linear(context, "queries")),
  keys: (context) => turned(context, "keys") ?? times(linear(context, "keys")).map((text) => text.replace("×", inputOf(context))),
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
  normed: ({ variant }) => [variant.norm],
  hidden: (context) => {
    const own = times(linear(context, "hidden"));
    return context.tensors.has("gate") ? own.map((text) => text.replace("×", inputOf(context))) : own;
  },
  activated_before_dropout: ({ variant }) => [variant.activation],
  activated: ({ tensors, variant }) => {
    if (tensors.has("activated_before_dropout")) return ["dropout"];
    return [tensors.has("gate") ? "⊙" : variant.activation];
  },
  output: (context) => {
    if (context.section.part === "feed_forward") return times(linear(context, "output"));
    return [context.tensors.get("output")?.parameters.length ? context.variant.norm : "="];
  },
  logits: ({ tensors }) => times(vocabularyWeight(tensors.get("logits"))),
  probabilities: () => ["softmax"],
};

/** The input of keys and values in a narrow gap: they are made of it, not of the column before them. @param {Context} context */
function inputOf({ x }) {
  return x.replace("LayerNorm(", "LN(").replace("RMSNorm(", "RMS(");
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
