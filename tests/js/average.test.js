import assert from "node:assert/strict";
import { test } from "node:test";

import { averaged, blockOf } from "../../ui/picture/matrix_view/average.js";

const matrix = { rowCount: 2, colCount: 5, values: [1, 3, 5, 7, 9, 3, 5, 7, 9, 11], hidden: null };

test("cells of a pixel and more stay as they are", () => {
  assert.deepEqual([1, 1.5, 24].map(blockOf), [1, 1, 1]);
  assert.deepEqual([0.76, 0.5, 0.2].map(blockOf), [2, 2, 5]);
});

test("a block shows the mean of its cells, the last ones of those that are left", () => {
  const { rows, cols, means } = averaged(matrix, 0, 2, 2);
  assert.deepEqual([rows, cols, [...means]], [1, 3, [3, 7, 10]]);
});

test("alternating columns give one even colour and no pattern", () => {
  const values = Array.from({ length: 1024 }, (_, col) => (col % 2 ? 1 : -1));
  const { means } = averaged({ rowCount: 1, colCount: 1024, values, hidden: null }, 0, 1, blockOf(780 / 1024));
  assert.ok([...means].every((mean) => mean === 0));
});

test("hidden cells do not count, and a block of them alone is hidden", () => {
  const hidden = [0, 1, 1, 1, 0, 0, 0, 1, 1, 0];
  const { means, isHidden } = averaged({ ...matrix, hidden }, 0, 2, 2);
  assert.equal(means[0], 3);
  assert.deepEqual([0, 1, 2].map(isHidden), [false, true, false]);
});
