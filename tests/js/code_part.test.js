import assert from "node:assert/strict";
import { test } from "node:test";

import "./drawn.js";
import { codeNodes } from "../../ui/answer/code_part.js";

const written = (nodes) => nodes.map((one) => (typeof one === "string" ? one : "|")).join("");

test("a long name may break after an underscore, a bracket or a dot, and nowhere else", () => {
  const nodes = codeNodes("def test_a_later_token(normed: Tensor) -> None:\n    assert torch.equal(one[:-1], other[at])");
  assert.equal(written(nodes), "def test_|a_|later_|token(|normed: Tensor) -> None:\n    assert torch.|equal(|one[:-1], other[|at])");
});

test("what is selected and copied is the program as it is", () => {
  const text = "x = self.w_o(heads_1)\n\n# a_b.c(d)";
  assert.equal(codeNodes(text).filter((one) => typeof one === "string").join(""), text);
});
