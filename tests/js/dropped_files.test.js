// A file that is dropped goes to who reads such files, also if that code comes later.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { listenForFiles, offerDrop } from "../../ui/shell/dropped_files.js";

/** @type {Record<string, (event: any) => unknown>} */
const heard = {};
globalThis.document = /** @type {any} */ ({ addEventListener: (/** @type {string} */ name, /** @type {any} */ hear) => { heard[name] = hear; }, removeEventListener: () => {} });

const dropped = (/** @type {string} */ name) => heard.drop({
  defaultPrevented: false, preventDefault() {}, target: null, dataTransfer: { types: ["Files"], files: [{ name }] },
});

test("a lesson that is dropped before the code of lessons is there waits for it, and is read once", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  listenForFiles(/** @type {any} */ ({}));
  /** @type {string[]} */
  const read = [];
  await dropped("own.en.md");
  assert.deepEqual(read, []);
  offerDrop(/\.md$/i, ({ name }) => read.push(name));
  assert.deepEqual(read, ["own.en.md"]);
  await dropped("other.MD");
  mock.timers.tick(60_000);
  offerDrop(/\.md$/i, ({ name }) => read.push(name));
  assert.deepEqual(read, ["own.en.md", "other.MD"]);
});
