// Covers what a worksheet asks to predict, and all that tells of it, as the pages do. Pure.

import { veiledBy } from "../../picture/prediction/veil.js";

/** What is covered, as a page has it; null is all rows or columns. @param {any[]} parts @param {Lessons.Cover} cover @returns {Prediction.Covered[]} */
function coveredIn(parts, { matrix, curve, row, col }) {
  if (curve) {
    const lines = parts.flatMap((part) => (part.kind === "curves" && part.id === curve ? part.figure.data.map((/** @type {any} */ { y }) => Array.from(y ?? [])) : []));
    return [{ kind: "curve", names: [], lines }];
  }
  const items = parts.flatMap((part) => (part.kind === "board" ? part.items : [])), item = items.find((one) => one.shape && one.id === matrix);
  if (!item) return [];
  const cover = /** @type {Prediction.Cover} */ (typeof row !== "number" ? "all" : typeof col === "number" ? "cell" : "row");
  return [{ kind: "matrix", item, question: { matrix: item.id, kind: item.scale === "mask" ? "mask" : "row", cover, tile: 0, row: row ?? 0, col: col ?? 0, within: 0 } }];
}

/** A figure of curves of which only the axes are seen. @param {any} figure */
function coveredCurves(figure) {
  return { ...figure, legend: [], data: figure.data.map((/** @type {any} */ line) => ({ ...line, opacity: 0 })) };
}

/** A part of a page without what is asked. @param {any} part @param {Lessons.Cover[]} covers @param {any[]} [parts] all parts of the page */
export function withCover(part, covers, parts = [part]) {
  if (part.kind === "board") {
    const covered = covers.flatMap((cover) => coveredIn(parts, cover));
    return { ...part, items: part.items.map((/** @type {any} */ item) => veiledBy(item, covered, part.items)) };
  }
  if (part.kind === "curves" && covers.some(({ curve }) => curve && curve === part.id)) return { ...part, figure: coveredCurves(part.figure) };
  return part;
}
