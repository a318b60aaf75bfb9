// The layout of the map. Zoomed out, the whole model fits the window; zooming in gives each column more room, until
// numbers fit its cells. A zoom `t` is 0 for the whole model and 1 for readable numbers; "far" and "near" sizes belong
// to these two. Pure: tested without a browser.

import { last } from "../last.js";

export const SIDES = /** @type {const} */ (["src", "tgt"]);
/** The side at whose end the next tokens are: of an encoder alone its own. @param {Pick<ModelMap.Part, "predicting">} part */
export const resultSide = ({ predicting }) => predicting ?? "tgt";

/** The side of the sentence, whose words can be hidden: of a decoder alone its own. @param {Pick<ModelMap.Part, "src">} part */
export const sentenceSide = ({ src }) => (src.labels.length ? "src" : "tgt");

/** The size of a cell whose number can be read. */
export const NEAR = { width: 40, height: 20 };
/** The least number of sublines of a vector, so that the gap between two rows is never wide. */
const LEAST_SUBLINES = 6;
const LONG = 256, GRAIN = 16;
const ROOMY = { head: 48, foot: 34, gap: 80, title: 31, name: 15 };
/** In a low window the rows need the room: columns are not named when zoomed out. */
const LOW = { head: 34, foot: 28, gap: 60, title: 17, name: 0 }, LOW_HEIGHT = 470;
/** The limits of the pitch; the least is small enough for the whole model to fit with many rows. */
const LEAST_PITCH = 0.5, MOST_PITCH = 44;
/** The height of a line of titles, and of the band of parameters above the names of the columns. */
const TITLE = 14, FAR_BAND = 30, NEAR_BAND = 700;
/** The height of the names of blocks below the titles of layers, and the zooms between which they get it. */
const BLOCK_NAMES = 33, BLOCKS_FROM = 0.08, BLOCKS_TO = 0.16;
/** The height of the strip with the path, and the zoom from which all of it is there. */
const STRIP = 26;
export const STRIP_FROM = 0.02;

/** The relative width of a column when zoomed out, by its tensor's name in its block. */
/** @type {Record<string, number>} */
const FAR = {
  embeddings: 6, positions: 8, summed: 4, encoded: 30, queries: 6, keys: 6, values: 6, scores: 3, masked: 3,
  weights_before_dropout: 3, weights: 12, heads: 7, concatenated: 3, projected: 6, sublayer: 3, residual: 7, normed: 30,
  hidden: 7, activated_before_dropout: 7, activated: 7, output: 6, logits: 14, probabilities: 14, gate: 7, opened: 7,
  queries_unnormed: 6, keys_unnormed: 6, queries_unturned: 6, keys_unturned: 6, outer_normed: 7, token_types: 6,
};
const FAR_SCALED = { vector: 5, grid: 3 };
const FAR_LINES = 64, FAR_CROSS = 124, NEAR_LINES = 460, FAR_NEXT = 180, NEAR_NEXT = 420, FAR_MEMORY = 30;
const FAR_GAP = 1.6, NEAR_GAP = 70, FAR_BREAK = 9, NEAR_BREAK = 260;

/** How many numbers of a vector are in one line, as in `wrapping.py`. @param {number} size @param {number} lines */
export function lineLength(size, lines) {
  const length = Math.ceil(size / lines);
  return size <= LONG ? length : GRAIN * Math.ceil(length / GRAIN);
}

/**
 * How many cells wide a grid is: the heads side by side, with a gap of one cell between them.
 * @param {Pick<ModelMap.TensorHeader, "heads" | "shape">} tensor
 */
function gridLength({ heads, shape }) {
  return (heads || 1) * (last(shape) + 1) - 1;
}

/** @param {Pick<ModelMap.TensorHeader, "axis">} tensor */
export function isGrid(tensor) {
  return tensor.axis === "key";
}

/** How many numbers a token has in a tensor. @param {Pick<ModelMap.TensorHeader, "shape" | "axis" | "heads">} tensor */
export function rowSize(tensor) {
  return last(tensor.shape) * (isGrid(tensor) ? 1 : tensor.heads || 1);
}

/** @param {ModelMap.Part} part @param {number} place @param {{isBreak?: boolean, hasParameters?: boolean}} [options] */
function columnOf(part, place, { isBreak = false, hasParameters = false } = {}) {
  const tensor = part.tensors[place], kind = isGrid(tensor) ? /** @type {const} */ ("grid") : /** @type {const} */ ("vector");
  const length = kind === "grid" ? gridLength(tensor) : lineLength(rowSize(tensor), part.lines);
  const far = tensor.own === "scaled" ? FAR_SCALED[kind] : (FAR[tensor.own] ?? FAR_SCALED[kind]);
  const isMemory = tensor.own === "output" && tensor.name === "encoder.output";
  return {
    kind, place, side: tensor.rows, from: tensor.rows, length, isBreak, hasParameter: kind === "vector" && tensor.parameters.length > 0,
    far: isMemory ? FAR_MEMORY : far, near: Math.max(length, hasParameters ? widest(tensor) / 4 : 0) * NEAR.width,
  };
}

/** How many columns the parameter above a column has. @param {ModelMap.TensorHeader} tensor */
function widest(tensor) {
  return tensor.parameters[0]?.shape.at(-1) ?? 0;
}

/**
 * The column with the lines of an attention, from the attended words to the attending ones.
 * @param {ModelMap.Part} part @param {number[]} places @param {ModelMap.Section} section
 * @returns {Omit<ModelMap.Column, "section">}
 */
function linesOf(part, places, section) {
  const weights = places.find((place) => part.tensors[place].own === "weights") ?? -1;
  return {
    kind: "lines", place: weights, side: section.side, from: section.part === "cross_attention" ? "src" : section.side,
    far: section.part === "cross_attention" ? FAR_CROSS : FAR_LINES, near: NEAR_LINES, length: 1, isBreak: false,
  };
}

/**
 * A section's columns, with its lines after its attention weights.
 * @param {ModelMap.Part} part @param {ModelMap.Section} section @param {number} number @param {boolean} hasParameters
 */
function columnsOf(part, section, number, hasParameters) {
  /** @type {ModelMap.Column[]} */
  const columns = section.tensors.map((place, at) => ({ ...columnOf(part, place, { isBreak: at === 0, hasParameters }), section: number }));
  const at = columns.findLastIndex(({ place }) => part.tensors[place].own === "weights");
  if (at >= 0) columns.splice(at + 1, 0, { ...linesOf(part, section.tensors, section), section: number });
  return columns;
}

/**
 * The columns in blocks that begin at the same x on both sides, so that the keys and values of a cross-attention are
 * above its queries.
 * @param {ModelMap.Part} part @param {boolean} [hasParameters]
 */
export function blocksOf(part, hasParameters = false) {
  /** @type {ModelMap.Block[]} */
  const blocks = [{ src: [], tgt: [], isLate: false }];
  part.sections.forEach((section, number) => {
    const columns = columnsOf(part, section, number, hasParameters);
    if (section.part !== "cross_attention") {
      last(blocks)[section.side].push(...columns);
      return;
    }
    const at = columns.findIndex(({ kind }) => kind === "lines");
    // With pre-norm, the norm comes before the queries, also below the memory.
    const before = columns.slice(0, at), lines = columns[at];
    blocks.push({
      src: before.filter(({ side }) => side === "src"), tgt: before.filter(({ side }) => side === "tgt"), isLate: true,
    });
    blocks.push({ src: [{ ...lines, side: "src", isShared: true }], tgt: [lines], isLate: false });
    blocks.push({ src: [], tgt: columns.slice(at + 1), isLate: false });
  });
  // A model without logits has an end, but no next tokens there.
  const side = resultSide(part), [far, near] = part.next.length ? [FAR_NEXT, NEAR_NEXT] : [1, 1];
  /** @type {ModelMap.Column} */
  const next = { kind: "next", side, from: side, place: -1, far, near, length: 1, isBreak: true, section: part.sections.length - 1 };
  last(blocks)[side].push(next);
  return blocks;
}

/**
 * Compute everything that does not depend on the zoom. `room` is the size available for the map.
 * @param {ModelMap.Part} part @param {ModelMap.Room} room
 * @param {{hasParameters?: boolean, kept?: ModelMap.Layout | null}} options `kept` is a layout whose rows keep their places, even if those
 *   of the new one would have more room or no longer fit: a word that has been clicked stays under the pointer.
 */
export function createLayout(part, room, options = {}) {
  const { hasParameters = false, kept = null } = options;
  const blocks = blocksOf(part, hasParameters), columns = blocks.flatMap(({ src, tgt }) => [...src, ...tgt]);
  /** @type {ModelMap.Layout} */
  const layout = {
    part, blocks, columns, room, hasParameters, rows: { src: part.src.labels.length, tgt: part.tgt.labels.length }, scale: 1,
    sublines: Math.ceil(LEAST_SUBLINES / part.lines), spaces: room.height < LOW_HEIGHT ? LOW : ROOMY, farPitch: LEAST_PITCH, spare: 0,
  };
  stretchShorter(layout);
  widenResults(layout);
  layout.scale = room.width / columnsAt(layout, 0).width;
  const rows = layout.rows.src + layout.rows.tgt, sides = SIDES.filter((side) => layout.rows[side]).length;
  const { head, foot, gap } = layout.spaces, fixed = head + (sides - 1) * gap + foot + (hasParameters ? sides * FAR_BAND : 0);
  const fitting = (room.height - fixed) / rows;
  layout.farPitch = Math.max(LEAST_PITCH, Math.min(MOST_PITCH, fitting));
  layout.spare = Math.max(0, room.height - fixed - rows * layout.farPitch);
  return kept ? { ...layout, farPitch: kept.farPitch, spare: kept.spare, isKept: true } : layout;
}

/** The most by which the shorter side of a block is stretched to match the longer one. */
const MOST_STRETCHED = 1.8;

/** Stretch the shorter side of each block towards the width of the longer one. @param {ModelMap.Layout} layout */
function stretchShorter(layout) {
  for (const block of layout.blocks) {
    const [src, tgt] = SIDES.map((side) => widthOf(block[side], layout, 0));
    if (block.isLate || !src || !tgt) continue;
    const shorter = src < tgt ? block.src : block.tgt, share = Math.min(MOST_STRETCHED, Math.max(src, tgt) / Math.min(src, tgt));
    for (const column of shorter) column.far *= share;
  }
}

/** The rough widths of a letter, of a Hangul letter and of a letter of a gloss, the room beside them, and limits of the column's width. */
const LETTER = 9, WIDE_LETTER = 15, GLOSS_LETTER = 6.4, BESIDE_RESULT = 8, BESIDE_GLOSS = 6, RESULT_SHARE = 0.74, MOST_OF_ROOM = 0.2;

/** Widen the column of results so that these and their glosses can be read however many layers there are. @param {ModelMap.Layout} layout */
function widenResults(layout) {
  const { columns, part, room } = layout, result = last(columns), widths = part.next.map(resultWidth);
  const wanted = (Math.max(0, ...widths) + BESIDE_RESULT) / RESULT_SHARE, share = Math.min(MOST_OF_ROOM, wanted / room.width);
  const others = columnsAt(layout, 0).width - result.far;
  result.far = Math.max(result.far, (others * share) / (1 - share));
}

/** @param {ModelMap.NextToken} next */
function resultWidth({ chosen: [name], glosses }) {
  const gloss = glosses.at(-1) ?? "", own = [...name].reduce((sum, letter) => sum + (letter >= "\u1100" ? WIDE_LETTER : LETTER), 0);
  return own + (gloss ? BESIDE_GLOSS + GLOSS_LETTER * gloss.length : 0);
}

/** Interpolate between a far and a near size, geometrically. @param {number} far @param {number} near @param {number} t */
function between(far, near, t) {
  const end = Math.max(near, far);
  return far * (end / far) ** t;
}

/**
 * The share of a row's height that its cells take; the rest separates it from the next row.
 * @param {Pick<ModelMap.Layout, "part" | "sublines">} layout
 */
export function filledShare({ part, sublines }) {
  const count = part.lines * sublines;
  return count / (count + 1);
}

/** @param {ModelMap.Layout} layout @param {number} t */
export function pitchAt(layout, t) {
  return between(layout.farPitch, (layout.part.lines * NEAR.height) / filledShare(layout), t);
}

/** @param {ModelMap.Column[]} columns @param {ModelMap.Layout} layout @param {number} t */
function widthOf(columns, layout, t) {
  return columns.reduce((sum, column) => sum + gapBefore(column, layout, t) + between(column.far * layout.scale, column.near, t), 0);
}

/** @param {ModelMap.Column} column @param {ModelMap.Layout} layout @param {number} t */
function gapBefore(column, { scale }, t) {
  return column.isBreak ? between(FAR_BREAK * scale, NEAR_BREAK, t) : between(FAR_GAP * scale, NEAR_GAP, t);
}

/**
 * The position of every column and row at a zoom: 0 shows the whole model, 1 the numbers.
 * @param {ModelMap.Layout} layout @param {number} t @returns {ModelMap.Placed}
 */
export function placedAt(layout, t) {
  return { t, ...columnsAt(layout, t), ...rowsAt(layout, t) };
}

/** @param {ModelMap.Layout} layout @param {number} t @returns {ModelMap.Columns} */
function columnsAt(layout, t) {
  /** @type {ModelMap.Box[]} */
  const boxes = [];
  let left = 0;
  for (const block of layout.blocks) {
    const widths = { src: widthOf(block.src, layout, t), tgt: widthOf(block.tgt, layout, t) };
    const width = Math.max(widths.src, widths.tgt);
    for (const side of SIDES) {
      let x = left + (block.isLate && side === "src" ? width - widths.src : 0);
      for (const column of block[side]) {
        x += gapBefore(column, layout, t);
        const own = between(column.far * layout.scale, column.near, t);
        boxes.push({ column, x, width: own });
        x += own;
      }
    }
    left += width;
  }
  return { boxes, width: left };
}

/** @param {ModelMap.Layout} layout @param {number} t @returns {ModelMap.Rows} */
function rowsAt(layout, t) {
  const pitch = pitchAt(layout, t), { rows, spare, spaces } = layout, band = layout.hasParameters ? between(FAR_BAND, NEAR_BAND, t) : 0;
  const names = BLOCK_NAMES * Math.max(0, Math.min(1, (t - BLOCKS_FROM) / (BLOCKS_TO - BLOCKS_FROM)));
  const strip = STRIP * Math.min(1, t / STRIP_FROM), top = strip + band + names + between(spaces.head + spare * 0.15, 76, t);
  // Half a model has one side alone.
  const gap = rows.src && rows.tgt ? band + names + between(spaces.gap + spare * 0.5, 130, t) : 0;
  const tops = { src: top, tgt: top + rows.src * pitch + gap };
  const isNear = t > 0.06, roomy = isNear ? ROOMY : spaces, own = { ...roomy, title: roomy.title + names }, height = tops.tgt + rows.tgt * pitch + between(spaces.foot + spare * 0.35, 60, t);
  return { pitch, band, strip, rows, names: own.title + TITLE, tops, height, isNamed: spaces.name > 0 || isNear, hasBlocks: t >= BLOCKS_TO, spaces: own };
}
