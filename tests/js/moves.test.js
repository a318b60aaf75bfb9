import assert from "node:assert/strict";
import { test } from "node:test";

import { movedBy } from "../../ui/picture/matrix_view/moves.js";

const matrix = { rowCount: 12, colCount: 4, tiles: 1 };
/** Five heads, three in a row. */
const heads = { rowCount: 2, colCount: 2, tiles: 5 };

function from(item, key, row, col, tile = 0, isFar = false) {
  const cell = movedBy(item, 3, { tile, row, col }, key, isFar);
  return cell && [cell.tile, cell.row, cell.col];
}

test("arrows go to the next cell and stay inside a matrix", () => {
  assert.deepEqual(from(matrix, "ArrowRight", 1, 1), [0, 1, 2]);
  assert.deepEqual(from(matrix, "ArrowUp", 0, 1), [0, 0, 1]);
  assert.deepEqual(from(matrix, "ArrowLeft", 1, 0), [0, 1, 0]);
  assert.deepEqual(from(matrix, "ArrowDown", 11, 3), [0, 11, 3]);
});

test("over the edge of a head arrows reach the one beside it, and every head", () => {
  assert.deepEqual(from(heads, "ArrowRight", 1, 1, 0), [1, 1, 0]);
  assert.deepEqual(from(heads, "ArrowLeft", 1, 0, 1), [0, 1, 1]);
  assert.deepEqual(from(heads, "ArrowDown", 1, 1, 1), [4, 0, 1]);
  assert.deepEqual(from(heads, "ArrowUp", 0, 0, 4), [1, 1, 0]);
  assert.deepEqual(from(heads, "ArrowRight", 0, 1, 2), [2, 0, 1]);
  assert.deepEqual(from(heads, "ArrowDown", 1, 0, 2), [2, 1, 0]);
});

test("Home and End go along the row, with Control to the corners", () => {
  assert.deepEqual(from(matrix, "Home", 5, 2), [0, 5, 0]);
  assert.deepEqual(from(matrix, "End", 5, 2), [0, 5, 3]);
  assert.deepEqual(from(matrix, "Home", 5, 2, 0, true), [0, 0, 0]);
  assert.deepEqual(from(matrix, "End", 5, 2, 0, true), [0, 11, 3]);
});

test("Page Up and Page Down go over ten rows, or from head to head", () => {
  assert.deepEqual(from(matrix, "PageDown", 0, 1), [0, 10, 1]);
  assert.deepEqual(from(matrix, "PageDown", 5, 1), [0, 11, 1]);
  assert.deepEqual(from(matrix, "PageUp", 11, 1), [0, 1, 1]);
  assert.deepEqual(from(heads, "PageDown", 1, 1, 3), [4, 1, 1]);
  assert.deepEqual(from(heads, "PageUp", 1, 1, 0), [0, 1, 1]);
});

test("no other key leads anywhere", () => {
  assert.equal(from(matrix, "a", 0, 0), null);
  assert.equal(from(matrix, "ArrowRight", 0, 0, 0, true), null);
});
