import assert from "node:assert/strict";
import { test } from "node:test";

import { documentOf } from "../../ui/share/print.js";

test("what is printed is one page of the figure's size, named like its file", () => {
  const column = documentOf({ svg: '<svg viewBox="0 0 520 260" width="86mm" height="43mm"><text>a</text></svg>' }, "masks_<weights>");
  assert.match(column, /size: 86mm 43mm; margin: 0/);
  assert.match(column, /<title>masks_&lt;weights&gt;<\/title>/);
  assert.match(documentOf({ svg: '<svg viewBox="0 0 1280 560" width="1280" height="560"></svg>' }, "a"), /size: 1280px 560px/);
});
