// Covers what a worksheet asks to predict. Pure.

/**
 * A matrix without the numbers of some cells, nor what follows from them; null is all rows or columns.
 * @param {any} item @param {Lessons.Cover[]} covers
 */
function coveredMatrix(item, covers) {
  const own = covers.filter(({ matrix }) => matrix === item.id);
  if (!own.length || !item.shape) return item;
  const values = Float32Array.from(item.values), hidden = item.hidden && Uint8Array.from(item.hidden), marks = item.marks && Uint8Array.from(item.marks);
  const covered = new Uint8Array(values.length);
  for (let index = 0; index < values.length; index++) {
    const row = Math.floor(index / item.colCount) % item.rowCount, col = index % item.colCount;
    if (!own.some((one) => (one.row ?? row) === row && (one.col ?? col) === col)) continue;
    covered[index] = 1;
    values[index] = NaN;
    if (hidden) hidden[index] = 0;
    if (marks) marks[index] = 0;
  }
  return { ...item, values, hidden, marks, covered, bars: null };
}

/** A figure of curves of which only the axes are seen. @param {any} figure */
function coveredCurves(figure) {
  return { ...figure, legend: [], data: figure.data.map((/** @type {any} */ line) => ({ ...line, opacity: 0 })) };
}

/** A part of a page without what is asked. @param {any} part @param {Lessons.Cover[]} covers */
export function withCover(part, covers) {
  if (part.kind === "board") return { ...part, items: part.items.map((/** @type {any} */ item) => coveredMatrix(item, covers)) };
  if (part.kind === "curves" && covers.some(({ curve }) => curve && curve === part.id)) return { ...part, figure: coveredCurves(part.figure) };
  return part;
}
