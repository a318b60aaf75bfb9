// What can be asked of a matrix: how to answer, and what to cover.

import { isInside } from "../matrix_view/selection.js";
import { askedCells, firstCol, firstRow, placeOf } from "./places.js";

/** The most numbers that somebody types, and the most keys that somebody puts in order. */
const MOST_TYPED = 16, MOST_ORDERED = 12;
/** How far a number may be away and still be right. Masks, picks and orders are right or not; a curve is a share of its axis. */
export const WITHIN = { cell: 0.05, row: 0.05, mask: 0, pick: 0, order: 0, curve: 0.1 };

/** @type {Record<Exclude<Prediction.Kind, "curve">, Prediction.Cover[]>} the usual one first */
const COVERS = { cell: ["cell", "row", "all"], row: ["row", "all"], mask: ["all", "row", "cell"], pick: ["row", "all"], order: ["row", "all"] };

/**
 * The ways to answer that make sense for a matrix; none for one that is given, as what is drawn at random:
 * nothing leads to its numbers.
 * @param {Matrices.Matrix} item @returns {(keyof typeof COVERS)[]}
 */
export function kindsFor(item) {
  if (item.given || !item.values.length) return [];
  if (item.scale === "mask") return item.kind === "tiles" ? [] : ["mask"];
  if (item.kind === "tiles") return ["cell", "pick"];
  const isRow = item.colCount > 1, kinds = /** @type {(keyof typeof COVERS)[]} */ (["cell"]);
  if (isRow && item.colCount <= MOST_TYPED) kinds.push("row");
  if (isRow && item.scale !== "places") kinds.push("pick");
  if (isRow && item.colCount <= MOST_ORDERED && item.scale !== "places") kinds.push("order");
  return kinds;
}

/** What can be covered for a way to answer; the rest of a row of weights would give one of them away. @param {Matrices.Matrix} item @param {Prediction.Kind} kind */
export function coversFor(item, kind) {
  const covers = kind === "curve" ? [] : COVERS[kind];
  return kind === "cell" && item.scale === "weights" && item.colCount > 1 ? ["row", "cell", "all"] : covers;
}

/**
 * The matrix that a board asks about at first: the pinned one, else the first that has something to ask.
 * @param {Matrices.Matrix[]} items @param {Matrices.Pin | null} pin @returns {Prediction.Question | null}
 */
export function firstQuestion(items, pin) {
  const able = items.filter((item) => kindsFor(item).length), item = able.find(({ id }) => id === pin?.id) ?? able[0];
  if (!item) return null;
  const at = pin?.id === item.id && isInside(item, pin.cell) ? pin.cell : null;
  return questionOf(item, kindsFor(item)[0], at ?? undefined);
}

/**
 * A question of a kind, at a cell or at the first that has numbers.
 * @param {Matrices.Matrix} item @param {Prediction.Kind} kind @param {Partial<Matrices.Cell>} [at] @param {Prediction.Cover} [cover]
 * @returns {Prediction.Question}
 */
export function questionOf(item, kind, at = {}, cover) {
  const tile = at.tile ?? 0, row = at.row ?? firstRow(item, tile), covers = coversFor(item, kind);
  return {
    matrix: item.id, kind, tile, row, col: at.col ?? firstCol(item, tile, row), within: WITHIN[kind],
    cover: cover && covers.includes(cover) ? cover : /** @type {Prediction.Cover} */ (covers[0]),
  };
}

/**
 * What a lesson asks of a matrix; null if it has no such row or column, or nothing that could be asked there.
 * @param {Matrices.Matrix} item @param {Prediction.Request} request @returns {Prediction.Question | null}
 */
export function questionFor(item, { kind, tile, row, col, cover: wanted, within }) {
  if (!kindsFor(item).some((one) => one === kind)) return null;
  const rowAt = row === undefined ? undefined : placeOf(row, item.rows, item.rowCount);
  const colAt = col === undefined ? undefined : placeOf(col, item.cols, item.colCount);
  if (rowAt === null || colAt === null) return null;
  const cover = kind === "pick" && row === undefined ? "all" : wanted;
  const question = { ...questionOf(item, kind, { tile, row: rowAt, col: colAt }, cover), within: within ?? WITHIN[kind] };
  return askedCells(item, question).length ? question : null;
}

/** A question after the setting has changed: the same place, if it is still there. @param {Matrices.Matrix | undefined} item @param {Prediction.Question} question */
export function stillThere(item, question) {
  return Boolean(item && kindsFor(item).some((kind) => kind === question.kind) && isInside(item, question) && askedCells(item, question).length);
}
