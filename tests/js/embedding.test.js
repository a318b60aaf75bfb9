import assert from "node:assert/strict";
import { test } from "node:test";

import { embedParams, withoutEmbedParams } from "../../ui/store/embedding.js";

test("what says that a page is framed is told apart from what it shows", () => {
  const address = "?at_seed=5&embed=true&embed_options=picture&lang=en";
  assert.equal(embedParams(address), "embed=true&embed_options=picture");
  assert.equal(withoutEmbedParams(address), "?at_seed=5&lang=en");
});

test("an address that is not framed stays as it is", () => {
  assert.equal(embedParams("?lang=ko"), "");
  assert.equal(withoutEmbedParams("?lang=ko"), "?lang=ko");
  assert.equal(withoutEmbedParams("?embed=true"), "");
});
