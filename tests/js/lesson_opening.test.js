// A step that opens a link: what is asked meanwhile waits until it is open.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

globalThis.window = globalThis;
const { createOpening } = await import("../../ui/lesson/opening.js");

test("who asks while a link is being opened hears of its end, and nobody waits where none is", async () => {
  const heard = [], opening = createOpening(() => heard.push("ended"));
  await opening.over();
  opening.begin();
  const asked = opening.over().then(() => heard.push("asked"));
  assert.equal(opening.isOn(), true);
  await Promise.resolve();
  assert.deepEqual(heard, []);
  opening.end();
  await asked;
  assert.deepEqual(heard, ["asked"]);
  assert.equal(opening.isOn(), false);
});

test("a link that nothing answers is given up, and who waits hears of it", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const heard = [], opening = createOpening(() => heard.push("ended"));
  opening.begin();
  const asked = opening.over().then(() => heard.push("asked"));
  mock.timers.tick(60_000);
  await asked;
  assert.deepEqual(heard, ["ended", "asked"]);
  mock.timers.reset();
});
