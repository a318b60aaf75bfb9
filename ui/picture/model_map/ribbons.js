// The geometry of attention lines, and which of them is under a point. Pure: tested without a browser.

/** Attention weights below this are not drawn. */
export const LEAST = 0.04;
const WIDEST = 3.6, REACH = 3;

/**
 * The offset of a head's lines from the middle of a row, so that the lines of all heads are visible.
 * @param {number} count @param {number} head @param {number} pitch
 */
export function headShift(count, head, pitch) {
  return (head - (count - 1) / 2) * Math.min(3, (pitch * 0.5) / count);
}

/** The zoom at which each head gets its own line; zoomed out, a pair of words has one, in the colour of its strongest head. */
const APART_FROM = 0.2;

/** @param {{t: number}} x */
export function hasHeadsApart({ t }) {
  return t >= APART_FROM;
}

/**
 * The head with the largest weight for each pair of words, at query * keys + key; -1 where no head attends.
 * @param {Pick<ModelMap.Tensor, "heads" | "shape" | "values">} tensor @param {number[]} [off] the heads that are switched off.
 */
export function strongestHeads(tensor, off = []) {
  const [heads, rows, keys] = sizesOf(tensor), best = new Int16Array(rows * keys).fill(-1);
  for (let pair = 0; pair < rows * keys; pair++) {
    let most = 0;
    for (let head = 0; head < heads; head++) {
      const weight = Math.abs(tensor.values[head * rows * keys + pair]);
      if (weight <= most || off.includes(head)) continue;
      most = weight;
      best[pair] = head;
    }
  }
  return best;
}

/** The heads of an attention that are switched off. @param {ModelMap.Part} part @param {ModelMap.TensorHeader} tensor */
export function headsOff(part, tensor) {
  return part.headOff.filter(([name]) => name === tensor.name).map(([, head]) => head);
}

/** The width of the thickest line. @param {number} pitch */
export function widestAt(pitch) {
  return Math.min(WIDEST, pitch * 0.22);
}

/** @type {(query: number) => boolean} */
const ALL = () => true;

/** The number of heads, rows and keys of attention weights; those of a single head have no head axis. @param {Pick<ModelMap.Tensor, "heads" | "shape">} tensor */
export function sizesOf(tensor) {
  return tensor.heads ? tensor.shape : [1, ...tensor.shape];
}

/** How far down a line is, as a share of the height from its key to its query, at a share `across` of its width. @param {number} across */
export function fallAt(across) {
  let low = 0, high = 1;
  for (let turn = 0; turn < 20; turn++) {
    const middle = (low + high) / 2;
    // The Bézier curve's x with both handles at half the width.
    if (1.5 * middle * (1 - middle) + middle ** 3 < across) low = middle;
    else high = middle;
  }
  return low ** 2 * (3 - 2 * low);
}

/**
 * The line under a point of the map: {head, query, key} of the nearest, the thicker if several are close; else null.
 * @param {ModelMap.Placed} placed @param {ModelMap.Tensor} tensor @param {ModelMap.Box} box @param {Picture.Point} point
 * @param {{isSeen?: (query: number) => boolean, off?: number[]}} [options] `isSeen` returns whether the lines of a query are already drawn; `off` are the heads that are switched off, which have no lines.
 */
export function ribbonAt(placed, tensor, box, { x, y }, { isSeen = ALL, off = [] } = {}) {
  const [heads, rows, keys] = sizesOf(tensor), { column } = box, { pitch, tops } = placed;
  const isApart = hasHeadsApart(placed), strongest = isApart ? null : strongestHeads(tensor, off);
  const fall = fallAt((x - box.x) / box.width), widest = widestAt(pitch);
  /** @type {ModelMap.Ribbon | null} */
  let best = null;
  let least = Infinity;
  for (let head = 0, at = 0; head < heads; head++) {
    const down = 0.45 * pitch + (isApart ? headShift(heads, head, pitch) : 0);
    for (let query = 0; query < rows; query++) {
      const isThere = !off.includes(head) && isSeen(query);
      for (let key = 0; key < keys; key++, at++) {
        const weight = Math.min(1, Math.abs(tensor.values[at]));
        if (!isThere || weight < LEAST || (strongest && strongest[query * keys + key] !== head)) continue;
        const start = tops[column.from] + key * pitch, end = tops[column.side] + query * pitch;
        const apart = Math.abs(start + (end - start) * fall + down - y) - (weight * widest) / 2;
        if (apart > REACH || apart - weight >= least) continue;
        least = apart - weight;
        best = { head, query, key };
      }
    }
  }
  return best;
}
