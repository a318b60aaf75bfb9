// The layout of the map. Zoomed out, the whole model fits the window; zooming in gives each column more room, until
// numbers fit its cells. A zoom `t` is 0 for the whole model and 1 for readable numbers; "far" and "near" sizes belong
// to these two. Pure: tested without a browser.

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
const FAR = {
  embeddings: 6, positions: 8, summed: 4, encoded: 30, queries: 6, keys: 6, values: 6, scores: 3, masked: 3,
  weights_before_dropout: 3, weights: 12, heads: 7, concatenated: 3, projected: 6, sublayer: 3, residual: 7, normed: 30,
  hidden: 7, activated_before_dropout: 7, activated: 7, output: 6, logits: 14, probabilities: 14,
};
const FAR_SCALED = { vector: 5, grid: 3 };
const FAR_LINES = 64, FAR_CROSS = 124, NEAR_LINES = 460, FAR_NEXT = 180, NEAR_NEXT = 420, FAR_MEMORY = 30;
const FAR_GAP = 1.6, NEAR_GAP = 70, FAR_BREAK = 9, NEAR_BREAK = 260;

/** How many numbers of a vector are in one line, as in `wrapping.py`. */
export function lineLength(size, lines) {
  const length = Math.ceil(size / lines);
  return size <= LONG ? length : GRAIN * Math.ceil(length / GRAIN);
}

/** How many cells wide a grid is: the heads side by side, with a gap of one cell between them. */
function gridLength({ heads, shape }) {
  return (heads || 1) * (shape.at(-1) + 1) - 1;
}

export function isGrid(tensor) {
  return tensor.axis === "key";
}

/** How many numbers a token has in a tensor. */
export function rowSize(tensor) {
  return tensor.shape.at(-1) * (isGrid(tensor) ? 1 : tensor.heads || 1);
}

function columnOf(part, place, { isBreak = false, hasParameters = false } = {}) {
  const tensor = part.tensors[place], kind = isGrid(tensor) ? "grid" : "vector";
  const length = kind === "grid" ? gridLength(tensor) : lineLength(rowSize(tensor), part.lines);
  const far = tensor.own === "scaled" ? FAR_SCALED[kind] : FAR[tensor.own];
  const isMemory = tensor.own === "output" && tensor.name === "encoder.output";
  return {
    kind, place, side: tensor.rows, length, isBreak, hasParameter: kind === "vector" && tensor.parameters.length > 0,
    far: isMemory ? FAR_MEMORY : far, near: Math.max(length, hasParameters ? widest(tensor) / 4 : 0) * NEAR.width,
  };
}

/** How many columns the parameter above a column has. */
function widest(tensor) {
  return tensor.parameters[0]?.shape.at(-1) ?? 0;
}

/** The column with the lines of an attention, from the attended words to the attending ones. */
function linesOf(part, places, section) {
  const weights = places.find((place) => part.tensors[place].own === "weights");
  return {
    kind: "lines", place: weights, section, side: section.side, from: section.part === "cross_attention" ? "src" : section.side,
    far: section.part === "cross_attention" ? FAR_CROSS : FAR_LINES, near: NEAR_LINES, length: 1, isBreak: false,
  };
}

/** A section's columns, with its lines after its attention weights. */
function columnsOf(part, section, number, hasParameters) {
  const columns = section.tensors.map((place, at) => ({ ...columnOf(part, place, { isBreak: at === 0, hasParameters }), section: number }));
  const at = columns.findLastIndex(({ place }) => part.tensors[place].own === "weights");
  if (at >= 0) columns.splice(at + 1, 0, { ...linesOf(part, section.tensors, section), section: number });
  return columns;
}

/**
 * The columns in blocks that begin at the same x on both sides, so that the keys and values of a cross-attention are
 * above its queries.
 */
export function blocksOf(part, hasParameters = false) {
  const blocks = [{ src: [], tgt: [], isLate: false }];
  part.sections.forEach((section, number) => {
    const columns = columnsOf(part, section, number, hasParameters);
    if (section.part !== "cross_attention") {
      blocks.at(-1)[section.side].push(...columns);
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
  const next = { kind: "next", side: "tgt", place: -1, far: FAR_NEXT, near: NEAR_NEXT, length: 1, isBreak: true, section: part.sections.length - 1 };
  blocks.at(-1).tgt.push(next);
  return blocks;
}

/**
 * Compute everything that does not depend on the zoom. `room` is the size available for the map.
 * @param {{hasParameters?: boolean, kept?: any}} options `kept` is a layout whose rows keep their places, even if those
 *   of the new one would have more room or no longer fit: a word that has been clicked stays under the pointer.
 */
export function createLayout(part, room, options = {}) {
  const { hasParameters = false, kept = null } = options;
  const blocks = blocksOf(part, hasParameters), columns = blocks.flatMap(({ src, tgt }) => [...src, ...tgt]);
  const layout = {
    part, blocks, columns, room, hasParameters, rows: { src: part.src.labels.length, tgt: part.tgt.labels.length }, scale: 1,
    sublines: Math.ceil(LEAST_SUBLINES / part.lines),
  };
  stretchShorter(layout);
  widenResults(layout);
  layout.scale = room.width / placedAt(layout, 0).width;
  const rows = layout.rows.src + layout.rows.tgt;
  layout.spaces = room.height < LOW_HEIGHT ? LOW : ROOMY;
  const { head, foot, gap } = layout.spaces, fixed = head + gap + foot + (hasParameters ? 2 * FAR_BAND : 0);
  const fitting = (room.height - fixed) / rows;
  layout.farPitch = Math.max(LEAST_PITCH, Math.min(MOST_PITCH, fitting));
  layout.spare = Math.max(0, room.height - fixed - rows * layout.farPitch);
  return kept ? { ...layout, farPitch: kept.farPitch, spare: kept.spare, isKept: true } : layout;
}

/** The most by which the shorter side of a block is stretched to match the longer one. */
const MOST_STRETCHED = 1.8;

/** Stretch the shorter side of each block towards the width of the longer one. */
function stretchShorter(layout) {
  for (const block of layout.blocks) {
    const [src, tgt] = ["src", "tgt"].map((side) => widthOf(block[side], layout, 0));
    if (block.isLate || !src || !tgt) continue;
    const shorter = src < tgt ? block.src : block.tgt, share = Math.min(MOST_STRETCHED, Math.max(src, tgt) / Math.min(src, tgt));
    for (const column of shorter) column.far *= share;
  }
}

/** The rough widths of a letter and of a Hangul letter, the room for the bar, and limits of the column's width. */
const LETTER = 9, WIDE_LETTER = 15, BESIDE_RESULT = 8, RESULT_SHARE = 0.74, MOST_OF_ROOM = 0.2;

/** Widen the column of results so that these can be read however many layers there are. */
function widenResults(layout) {
  const { columns, part, room } = layout;
  const result = columns.at(-1), names = part.next.map(({ chosen }) => chosen[0]);
  const widths = names.map((name) => [...name].reduce((sum, letter) => sum + (letter >= "\u1100" ? WIDE_LETTER : LETTER), 0));
  const wanted = (Math.max(0, ...widths) + BESIDE_RESULT) / RESULT_SHARE, share = Math.min(MOST_OF_ROOM, wanted / room.width);
  const others = placedAt(layout, 0).width - result.far;
  result.far = Math.max(result.far, (others * share) / (1 - share));
}

/** Interpolate between a far and a near size, geometrically. */
function between(far, near, t) {
  const end = Math.max(near, far);
  return far * (end / far) ** t;
}

/** The share of a row's height that its cells take; the rest separates it from the next row. */
export function filledShare({ part, sublines }) {
  const count = part.lines * sublines;
  return count / (count + 1);
}

export function pitchAt(layout, t) {
  return between(layout.farPitch, (layout.part.lines * NEAR.height) / filledShare(layout), t);
}

function widthOf(columns, layout, t) {
  return columns.reduce((sum, column) => sum + gapBefore(column, layout, t) + between(column.far * layout.scale, column.near, t), 0);
}

function gapBefore(column, { scale }, t) {
  return column.isBreak ? between(FAR_BREAK * scale, NEAR_BREAK, t) : between(FAR_GAP * scale, NEAR_GAP, t);
}

/**
 * The position of every column at a zoom: 0 shows the whole model, 1 the numbers.
 * @returns {any}
 */
export function placedAt(layout, t) {
  const boxes = [];
  let left = 0;
  for (const block of layout.blocks) {
    const widths = { src: widthOf(block.src, layout, t), tgt: widthOf(block.tgt, layout, t) };
    const width = Math.max(widths.src, widths.tgt);
    for (const side of ["src", "tgt"]) {
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
  return { t, boxes, width: left, ...rowsAt(layout, t) };
}

function rowsAt(layout, t) {
  if (!layout.farPitch) return {};
  const pitch = pitchAt(layout, t), { rows, spare, spaces } = layout, band = layout.hasParameters ? between(FAR_BAND, NEAR_BAND, t) : 0;
  const names = BLOCK_NAMES * Math.max(0, Math.min(1, (t - BLOCKS_FROM) / (BLOCKS_TO - BLOCKS_FROM)));
  const strip = STRIP * Math.min(1, t / STRIP_FROM), top = strip + band + names + between(spaces.head + spare * 0.15, 76, t);
  const gap = band + names + between(spaces.gap + spare * 0.5, 130, t);
  const tops = { src: top, tgt: top + rows.src * pitch + gap };
  const isNear = t > 0.06, roomy = isNear ? ROOMY : spaces, own = { ...roomy, title: roomy.title + names }, height = tops.tgt + rows.tgt * pitch + between(spaces.foot + spare * 0.35, 60, t);
  return { pitch, band, strip, rows, names: own.title + TITLE, tops, height, isNamed: spaces.name > 0 || isNear, hasBlocks: t >= BLOCKS_TO, spaces: own };
}

/** All edges along x on one side (`edgesX`) or along y (`edgesY`); a point lies between two of them. */
export function edgesX(placed, side) {
  const own = placed.boxes.filter(({ column }) => column.side === side);
  return [0, ...own.flatMap(({ x, width }) => [x, x + width]), placed.width];
}

export function edgesY({ tops, pitch, height }, rows) {
  return [0, tops.src, tops.src + rows.src * pitch, tops.tgt, tops.tgt + rows.tgt * pitch, height];
}

/** The same point after a change of zoom, at the same position between the same two edges. */
export function carried(point, before, after) {
  let at = before.findIndex((edge, place) => place + 1 < before.length && point < before[place + 1]);
  if (at < 0) at = before.length - 2;
  const span = before[at + 1] - before[at] || 1;
  return after[at] + ((point - before[at]) / span) * (after[at + 1] - after[at]);
}

/** The box of a tensor's column. `place` is the tensor's index in the part. */
export function boxOf(placed, place, kind) {
  return placed.boxes.find(({ column }) => column.place === place && (kind ? column.kind === kind : column.kind !== "lines"));
}

/** The rectangle of a cell. `index` is the cell's index in its tensor. */
export function cellRect(layout, placed, place, index) {
  const tensor = layout.part.tensors[place], box = boxOf(placed, place);
  if (!box) return null;
  const row = index.at(-2), top = placed.tops[tensor.rows] + row * placed.pitch, filled = placed.pitch * filledShare(layout);
  if (isGrid(tensor)) {
    const head = tensor.heads ? index[0] : 0, width = box.width / box.column.length;
    return { x: box.x + (head * (tensor.shape.at(-1) + 1) + index.at(-1)) * width, y: top, width, height: filled };
  }
  const number = (tensor.heads ? index[0] * tensor.shape.at(-1) : 0) + index.at(-1);
  const width = box.width / box.column.length, height = filled / layout.part.lines;
  const line = Math.floor(number / box.column.length);
  return { x: box.x + (number % box.column.length) * width, y: top + line * height, width, height };
}

/** What is at a point: {side, row} and, in a column, {place, index}; null outside all rows. */
export function hitAt(layout, placed, x, y) {
  const side = y >= placed.tops.tgt ? "tgt" : "src", row = Math.floor((y - placed.tops[side]) / placed.pitch);
  if (row < 0 || row >= layout.rows[side]) return null;
  const box = placed.boxes.find((one) => one.column.side === side && x >= one.x && x < one.x + one.width);
  if (!box || box.column.place < 0 || box.column.kind === "lines") return { side, row, column: box?.column };
  const index = indexAt(layout, placed, box, row, x, y - placed.tops[side] - row * placed.pitch);
  return index ? { side, row, column: box.column, place: box.column.place, index } : { side, row, column: box.column };
}

function indexAt(layout, placed, box, row, x, down) {
  const tensor = layout.part.tensors[box.column.place], size = tensor.shape.at(-1), filled = placed.pitch * filledShare(layout);
  const along = Math.min(box.column.length - 1, Math.floor(((x - box.x) / box.width) * box.column.length));
  if (isGrid(tensor)) {
    const head = Math.floor(along / (size + 1)), key = along % (size + 1);
    if (key === size) return null;
    return tensor.heads ? [head, row, key] : [row, key];
  }
  const line = Math.min(layout.part.lines - 1, Math.floor((Math.min(down, filled - 1e-6) / filled) * layout.part.lines));
  const number = line * box.column.length + along;
  if (number >= rowSize(tensor)) return null;
  return tensor.heads ? [Math.floor(number / size), row, number % size] : [row, number];
}
