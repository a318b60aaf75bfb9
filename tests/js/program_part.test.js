import assert from "node:assert/strict";
import { test } from "node:test";

import { withLink } from "../../ui/answer/program_part.js";

test("the page's address stands in the notebook, whatever is in it", () => {
  const notebook = JSON.stringify({ cells: [{ source: "The numbers: {link}" }] });
  const link = 'http://127.0.0.1/attention?at_sentence=a"b\\c&$&';
  assert.equal(JSON.parse(withLink(notebook, link)).cells[0].source, `The numbers: ${link}`);
});
