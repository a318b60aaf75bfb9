// Draws many cells on few pixels by averaging blocks of equal size, so that no spurious pattern appears.

/** The number of cells per block, so that a block covers at least one pixel. @param {number} cellSize */
export function blockOf(cellSize) {
  return Math.max(1, Math.ceil(1 / cellSize));
}

/**
 * The means of blocks of `down` rows and `across` columns, of the `index`th matrix in `values`: as many blocks as
 * (rowCount / down, colCount / across), rounded up. Hidden cells do not count; a block of hidden cells is hidden.
 * @param {Pick<Matrices.Matrix, "rowCount" | "colCount" | "values" | "hidden">} matrix @param {number} index @param {number} down @param {number} across
 */
export function averaged({ rowCount, colCount, values, hidden }, index, down, across) {
  const rows = Math.ceil(rowCount / down), cols = Math.ceil(colCount / across), first = index * rowCount * colCount;
  const sums = new Float64Array(rows * cols), counts = new Uint32Array(rows * cols);
  for (let row = 0; row < rowCount; row++) {
    const start = first + row * colCount, block = Math.floor(row / down) * cols;
    for (let col = 0; col < colCount; col++) {
      if (hidden?.[start + col]) continue;
      const place = block + Math.floor(col / across);
      sums[place] += values[start + col];
      counts[place] += 1;
    }
  }
  return { rows, cols, means: sums.map((sum, place) => sum / (counts[place] || 1)), isHidden: (/** @type {number} */ place) => counts[place] === 0 };
}
