import assert from "node:assert/strict";
import { test } from "node:test";

import { isOfThisMachine } from "../../ui/share/link_tab.js";

test("a link to the machine itself is known as one", () => {
  for (const host of ["127.0.0.1", "127.0.1.1", "localhost", "app.localhost", "[::1]"]) assert.equal(isOfThisMachine(host), true, host);
});

test("a link that others can follow is none", () => {
  for (const host of ["192.168.0.7", "workbench.example", "localhost.example", "[2001:db8::1]", "1127.0.0.1"]) {
    assert.equal(isOfThisMachine(host), false, host);
  }
});
