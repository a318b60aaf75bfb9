// Many cells on few pixels: whole blocks of cells are averaged, all of one size, so that no pattern arises that is not there.

/** How many cells lie in one pixel, at least. */
export function blockOf(cellSize) {
  return Math.max(1, Math.ceil(1 / cellSize));
}

/**
 * The means of blocks of so many rows and columns, (rowCount / down, colCount / across) rounded up, of the `index`th
 * matrix in `values`. Hidden cells do not count; a block of them alone is hidden.
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
  return { rows, cols, means: sums.map((sum, place) => sum / (counts[place] || 1)), isHidden: (place) => counts[place] === 0 };
}
