import assert from "node:assert/strict";
import { test } from "node:test";

import { withShownArrays } from "../../ui/answer/curves.js";

const line = (y, width = 2) => ({ x: [0, 1], y, line: { width } });

test("a line with the same numbers keeps the arrays that are drawn already, and takes its new look", () => {
  const shown = [line([1, 2])], [trace] = withShownArrays([line([1, 2], 3)], shown);
  assert.equal(trace.x, shown[0].x);
  assert.equal(trace.y, shown[0].y);
  assert.deepEqual(trace, line([1, 2], 3));
});

test("other numbers, more numbers and one more line are drawn as they are given", () => {
  for (const y of [[1, 3], [1, null], [1, 2, 3], []]) {
    assert.deepEqual(withShownArrays([line(y), line([1, 2])], [line([1, 2])]), [line(y), line([1, 2])]);
  }
  assert.deepEqual(withShownArrays([line([1, 2])]), [line([1, 2])]);
});
