// The columns of a layer as named blocks, in the order of computation: projections, scores, softmax, ... From the
// tensors' own names, so that it holds for either order of norm and sublayer, with and without dropout. Pure: tested
// without a browser.

import { equationsOf } from "./equations.js";

const KINDS = {
  embeddings: "embedding", scaled: "embedding", positions: "positions", summed: "encoded", encoded: "encoded",
  queries: "projections", keys: "projections", values: "projections", scores: "scores", masked: "scores",
  weights_before_dropout: "softmax", weights: "softmax", heads: "weighted_sum", concatenated: "output_projection",
  projected: "output_projection", sublayer: "add", residual: "add", normed: "norm", hidden: "feed_forward",
  activated_before_dropout: "feed_forward", activated: "feed_forward", logits: "logits", probabilities: "probabilities",
};

function kindOf(part, { kind, place, section }) {
  const { own } = part.tensors[place];
  if (kind === "lines") return "weighted_sum";
  if (own === "scaled" && kind === "grid") return "scores";
  if (own === "output") return part.sections[section].part === "feed_forward" ? "feed_forward" : "output";
  return KINDS[own];
}

/** The name of a block in the texts: cross-attention projects its query apart from its keys and values. */
function nameOf(part, { kind, owns, section }) {
  if (kind === "output") return `${part.sections[section].stack}_output`;
  if (kind !== "projections" || owns.length === 3) return kind;
  return owns.includes("queries") ? "projection_q" : "projections_kv";
}

/**
 * The blocks of a map's columns, each as {kind, name, section, side, columns, owns, equations, shape}.
 * @returns {any[]}
 */
export function namedBlocks(part, columns) {
  const made = [], last = new Map();
  for (const column of columns) {
    if (column.place < 0 || column.isShared) continue;
    const kind = kindOf(part, column), key = `${column.section}.${column.side}`, before = last.get(key);
    if (before && (before.kind === kind || (before.kind === "add" && kind === "norm") || (before.kind === "add_norm" && kind === "norm"))) {
      if (kind === "norm") before.kind = "add_norm";
      before.columns.push(column);
      continue;
    }
    const block = { kind, section: column.section, side: column.side, columns: [column] };
    last.set(key, block);
    made.push(block);
  }
  return made.map((block) => described(part, block));
}

function described(part, block) {
  const tensors = block.columns.filter(({ kind }) => kind !== "lines").map(({ place }) => part.tensors[place]);
  const whole = { ...block, owns: tensors.map(({ own }) => own) };
  return { ...whole, name: nameOf(part, whole), equations: equationsOf(part, whole), shape: `(${tensors.at(-1).shape.join(", ")})` };
}

const known = new WeakMap();

/** The blocks of a layout, and the block of each of its columns. */
export function blocksIn(layout) {
  if (!known.has(layout)) {
    const blocks = namedBlocks(layout.part, layout.columns);
    known.set(layout, { blocks, of: new Map(blocks.flatMap((block) => block.columns.map((column) => [column, block]))) });
  }
  return known.get(layout);
}
