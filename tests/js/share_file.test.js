import assert from "node:assert/strict";
import { test } from "node:test";

import { importMap, renamed } from "../../ui/share/bundle.js";
import { deflated, packed, unpacked } from "../../ui/share/packed.js";
import { savedText } from "../../ui/share/picture_files.js";

test("what is packed comes back as it was", () => {
  const items = [{ values: new Float32Array([1.5, NaN, -0, Infinity]), hidden: new Uint8Array([0, 255]) }];
  const value = { items, name: "</script> 한글", none: null, more: new Float32Array([3]) };
  assert.deepEqual(unpacked(packed(value)), value);
});

test("what stands in the page holds nothing that could end it", async () => {
  assert.match(await deflated(packed({ name: "</script>" })), /^[A-Za-z0-9+/=]+$/);
});

test("what a module imports is called by a name that holds anywhere", () => {
  const nameOf = (url) => url.replace("http://x/s/", "");
  const { text, found } = renamed('import { a } from "./b.js";\nimport "../c.js";\nconst d = "./b.js";', "http://x/s/ui/a.js", nameOf);
  assert.equal(text, 'import { a } from "ui/b.js";\nimport "c.js";\nconst d = "./b.js";');
  assert.deepEqual(found, ["http://x/s/ui/b.js", "http://x/s/c.js"]);
});

test("every module that is needed comes along once", async () => {
  const sources = { "http://x/a.js": 'import "./b.js"; import "./c.js";', "http://x/b.js": 'import "./c.js"; // 한글', "http://x/c.js": 'import "./a.js";' };
  const asked = [];
  const { imports } = await importMap("http://x/a.js", "http://x/", async (url) => { asked.push(url); return sources[url]; });
  assert.deepEqual(Object.keys(imports).sort(), ["a.js", "b.js", "c.js"]);
  assert.equal(asked.length, 3);
  const [, encoded] = imports["b.js"].split(",");
  assert.match(Buffer.from(encoded, "base64").toString(), /^import "c.js"; \/\/ 한글$/);
});

test("of a large page it is said how large it is", () => {
  const words = { saved: "Saved.", saved_large: "Saved: {size} MB" };
  assert.equal(savedText(1_000_000, words), "Saved.");
  assert.equal(savedText(1_417_323, words), "Saved: 1.4 MB");
});
