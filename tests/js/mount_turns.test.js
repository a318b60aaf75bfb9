import assert from "node:assert/strict";
import { test } from "node:test";

import { beginTurn } from "../../ui/shell/mount_turns.js";

test("a mount that ends is left, until it begins again", () => {
  const mount = {}, end = beginTurn(mount);
  assert.equal(mount.isLeft, false);
  end();
  assert.equal(mount.isLeft, true);
  beginTurn(mount);
  assert.equal(mount.isLeft, false);
});

test("the late end of an earlier turn leaves the next one in its place", () => {
  const mount = {}, endFirst = beginTurn(mount), endSecond = beginTurn(mount);
  endFirst();
  assert.equal(mount.isLeft, false);
  endSecond();
  assert.equal(mount.isLeft, true);
});
