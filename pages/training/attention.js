// The attention of the fixed example at one step, in the board and in the lines that Python laid out.

/** The weights of one attention in a record, or those before any training. */
export function weightsOf(record, untrained, name) {
  return record?.attention[name] ?? untrained[name];
}

/** A matrix of the board with the numbers of its run at the step. */
export function filledItem(item, values) {
  if (!item.shape) return item;
  const [rowCount, colCount] = item.shape.slice(-2);
  return { ...item, values, hidden: item.hidden, marks: item.marks, rowCount, colCount, tiles: item.kind === "tiles" ? item.shape[0] : 1 };
}

/** The heads of the lines that are on, one picture each: (pictures, queries, keys). */
export function pictures(weights, shown, size) {
  const numbers = new Float32Array(shown.length * size);
  shown.forEach((head, place) => numbers.set(weights.subarray(head * size, (head + 1) * size), place * size));
  return numbers;
}

/** The lines between words with the numbers of one record. */
export function filledLines(part, weights) {
  const [, rows, cols] = part.shape;
  return { ...part, numbers: pictures(weights, part.shown, rows * cols), shape: [part.shown.length, rows, cols] };
}
