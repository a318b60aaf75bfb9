import assert from "node:assert/strict";
import { test } from "node:test";

import { framing, unframed } from "../../ui/store/embedding.js";

test("what says that a page is framed is told apart from what it shows", () => {
  const address = "?at_seed=5&embed=true&embed_options=picture&lang=en";
  assert.equal(framing(address), "embed=true&embed_options=picture");
  assert.equal(unframed(address), "?at_seed=5&lang=en");
});

test("an address that is not framed stays as it is", () => {
  assert.equal(framing("?lang=ko"), "");
  assert.equal(unframed("?lang=ko"), "?lang=ko");
  assert.equal(unframed("?embed=true"), "");
});
