import assert from "node:assert/strict";
import { test } from "node:test";

import { withLastMessages } from "../../ui/streamlit/streamlit.js";

test("a message is sent with the last few before it, the newest last", () => {
  assert.deepEqual(withLastMessages([], 1), [1]);
  assert.deepEqual(withLastMessages([1, 2], 3), [1, 2, 3]);
  const many = [...Array(20).keys()], sent = withLastMessages(many, 20);
  assert.equal(sent.at(-1), 20);
  assert.ok(sent.length < 10 && sent.includes(19));
});
