// The columns of a layer as named blocks, in the order of computation: projections, scores, softmax, ... From the
// tensors' own names, so that it holds for either order of norm and sublayer, with and without dropout. Pure: tested
// without a browser.

import { last } from "../last.js";
import { equationsOf } from "./equations.js";

/** @typedef {Pick<ModelMap.NamedBlock, "kind" | "section" | "side" | "columns">} Grouped columns that belong together */

/** @type {Record<string, string>} */
const KINDS = {
  embeddings: "embedding", scaled: "embedding", positions: "positions", summed: "encoded", encoded: "encoded",
  queries: "projections", keys: "projections", values: "projections", scores: "scores", masked: "scores",
  weights_before_dropout: "softmax", weights: "softmax", heads: "weighted_sum", concatenated: "output_projection",
  projected: "output_projection", sublayer: "add", residual: "add", normed: "norm", hidden: "feed_forward",
  activated_before_dropout: "feed_forward", activated: "feed_forward", logits: "logits", probabilities: "probabilities",
  token_types: "types", input_projected: "encoded", queries_unnormed: "projections", keys_unnormed: "projections",
  queries_unturned: "projections", keys_unturned: "projections", capped: "scores", biased: "scores", gate: "feed_forward",
  opened: "feed_forward", outer_normed: "add", head_hidden: "head", head_activated: "head", head_normed: "head", head_scaled: "head",
  head_projected: "head", logits_uncapped: "logits",
};

/** @param {ModelMap.Part} part @param {ModelMap.Column} column */
function kindOf(part, { kind, place, section }) {
  const { own } = part.tensors[place];
  if (kind === "lines") return "weighted_sum";
  if (own === "scaled" && kind === "grid") return "scores";
  if (own === "output") return part.sections[section].part === "feed_forward" ? "feed_forward" : "output";
  return KINDS[own];
}

/**
 * The name of a block in the texts: cross-attention projects its query apart from its keys and values.
 * @param {ModelMap.Part} part @param {Pick<ModelMap.NamedBlock, "kind" | "owns" | "section">} block
 */
function nameOf(part, { kind, owns, section }) {
  if (kind === "output") return `${part.sections[section].stack}_output`;
  if (kind !== "projections" || (owns.includes("queries") && owns.includes("keys"))) return kind;
  return owns.includes("queries") ? "projection_q" : "projections_kv";
}

/**
 * The blocks of a map's columns, each as {kind, name, section, side, columns, owns, equations, shape}.
 * @param {ModelMap.Part} part @param {ModelMap.Column[]} columns @returns {ModelMap.NamedBlock[]}
 */
export function namedBlocks(part, columns) {
  /** @type {Grouped[]} */
  const made = [];
  /** @type {Map<string, Grouped>} */
  const newest = new Map();
  for (const column of columns) {
    if (column.place < 0 || column.isShared) continue;
    const kind = kindOf(part, column), key = `${column.section}.${column.side}`, before = newest.get(key);
    if (before && (before.kind === kind || (before.kind === "add" && kind === "norm") || (before.kind === "add_norm" && kind === "norm"))) {
      if (kind === "norm") before.kind = "add_norm";
      before.columns.push(column);
      continue;
    }
    const block = { kind, section: column.section, side: column.side, columns: [column] };
    newest.set(key, block);
    made.push(block);
  }
  return made.map((block) => described(part, block));
}

/** @param {ModelMap.Part} part @param {Grouped} block */
function described(part, block) {
  const tensors = block.columns.filter(({ kind }) => kind !== "lines").map(({ place }) => part.tensors[place]);
  const whole = { ...block, owns: tensors.map(({ own }) => own) };
  return { ...whole, name: nameOf(part, whole), equations: equationsOf(part, whole), shape: `(${last(tensors).shape.join(", ")})` };
}

/** @type {WeakMap<ModelMap.Layout, {blocks: ModelMap.NamedBlock[], of: Map<ModelMap.Column, ModelMap.NamedBlock>}>} */
const known = new WeakMap();

/** The blocks of a layout, and the block of each of its columns. @param {ModelMap.Layout} layout */
export function blocksIn(layout) {
  if (!known.has(layout)) {
    const blocks = namedBlocks(layout.part, layout.columns);
    known.set(layout, { blocks, of: new Map(blocks.flatMap((block) => block.columns.map((column) => /** @type {const} */ ([column, block])))) });
  }
  return /** @type {{blocks: ModelMap.NamedBlock[], of: Map<ModelMap.Column, ModelMap.NamedBlock>}} */ (known.get(layout));
}
