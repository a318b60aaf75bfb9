// The attention of the fixed example at one step, in the board and the lines laid out by Python.

/** The gap between two small matrices, and the height of the title above each. */
const GAP = 14, TITLE = 32;

/**
 * The number of columns in which `count` small matrices are largest in a room; if several are equal, the one with the
 * fewest lines. The `heads` of a layer stay together: a line contains whole layers, or a layer fills whole lines.
 * @param {number} count @param {Picture.Size} room
 */
export function columnsFor(count, { width, height }, heads = 1) {
  const sizeIn = (/** @type {number} */ columns) => {
    const lines = Math.ceil(count / columns);
    return Math.min((width - GAP * (columns - 1)) / columns, (height - TITLE * lines) / lines);
  };
  let best = count;
  for (let columns = count - 1; columns > 0; columns--) {
    const isWhole = columns % heads === 0 || heads % columns === 0;
    if (isWhole && sizeIn(columns) > sizeIn(best)) best = columns;
  }
  return best;
}

/**
 * The weights of one attention in a record, or the untrained ones.
 * @param {Training.RunRecord | null} record @param {Training.Weights} untrained @param {string} name
 */
export function weightsOf(record, untrained, name) {
  return record?.attention[name] ?? untrained[name];
}

/**
 * A matrix of the board with its run's numbers at the step. If the room is known, small matrices fill it.
 * @param {Training.Item} item @param {Float32Array} values @param {Picture.Size | null} [room] @returns {Training.Item}
 */
export function filledItem(item, values, room = null) {
  if (!item.shape) return item;
  const [rowCount, colCount] = item.shape.slice(-2);
  const filled = { ...item, values, hidden: item.hidden, marks: item.marks, rowCount, colCount };
  if (item.kind !== "tiles") return { ...filled, tiles: 1 };
  const [tiles] = item.shape;
  return { ...filled, tiles, columns: room ? columnsFor(tiles, room, item.columns ?? 1) : item.columns };
}

/**
 * The heads that are on in the lines, one picture each: (pictures, queries, keys).
 * @param {Float32Array} weights @param {number[]} shown @param {number} size
 */
export function pictures(weights, shown, size) {
  const numbers = new Float32Array(shown.length * size);
  shown.forEach((head, place) => numbers.set(weights.subarray(head * size, (head + 1) * size), place * size));
  return numbers;
}

/**
 * The lines between words with the numbers of one record.
 * @param {Training.Words} part @param {Float32Array} weights @returns {WordLines.Part}
 */
export function filledLines(part, weights) {
  const [, rows, cols] = part.shape;
  return { ...part, numbers: pictures(weights, part.shown, rows * cols), shape: [part.shown.length, rows, cols] };
}
