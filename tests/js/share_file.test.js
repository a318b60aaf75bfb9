import assert from "node:assert/strict";
import { test } from "node:test";

import { modulesOf, renamed } from "../../ui/share/bundle.js";
import { firstSmall, roundedText } from "../../ui/share/html_file.js";
import { deflated, packed, rounded, unpacked, unrounded } from "../../ui/share/packed.js";
import { savedText } from "../../ui/share/picture_files.js";
import { deduplicated, withDuplicates } from "../../ui/share/deduplicate.js";

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
  const modules = await modulesOf("http://x/a.js", "http://x/", async (url) => { asked.push(url); return sources[url]; });
  assert.deepEqual(Object.keys(modules).sort(), ["a.js", "b.js", "c.js"]);
  assert.equal(asked.length, 3);
  assert.equal(modules["b.js"], 'import "c.js"; // 한글');
});

test("rounded numbers have so many significant digits, small ones six decimals, and one digit at least", () => {
  const values = new Float32Array([0, 12345, -1.23456, 0.000123456, 2.345e-8, 9.9996]);
  const expected = { 3: [0, 12300, -1.23, 0.000123, 2e-8, 10], 5: [0, 12345, -1.2346, 0.000123, 2e-8, 9.9996] };
  for (const [digits, numbers] of Object.entries(expected)) {
    assert.deepEqual(unrounded(rounded(values, Number(digits))), new Float32Array(numbers));
  }
});

test("what is hidden stays hidden when numbers are rounded", () => {
  const values = new Float32Array([-Infinity, Infinity, NaN]);
  assert.deepEqual(unpacked(packed({ values, painted: new Uint8Array([7]) }, 3)), { values, painted: new Uint8Array([7]) });
});

test("fewer digits take less room", async () => {
  const values = Float32Array.from({ length: 5000 }, (_, at) => Math.sin(at * at));
  const sizes = await Promise.all([Infinity, 6, 4, 2].map(async (digits) => (await deflated(packed({ values }, digits))).length));
  assert.deepEqual(sizes, sizes.toSorted((one, other) => other - one));
  assert.ok(sizes[3] < sizes[0] / 2);
});

test("as many digits are kept as there is room for, and the fewest where there is none", async () => {
  const choices = [6, 5, 4, 3, 2, 1];
  for (const most of [7, 6, 5, 4, 3, 2, 1, 0]) {
    const { digits } = await firstSmall(choices, async (one) => ({ digits: one, isSmall: one <= most }));
    assert.equal(digits, Math.max(1, Math.min(6, most)));
  }
});

test("what a tensor has from the one before is kept once, and comes back", () => {
  const tensors = [{ at: 0, count: 3 }, { at: 3, count: 3 }, { at: 6, count: 2 }];
  const numbers = new Float32Array([1, -2, 3, 1, 0, 3, 1, 3, 5, 6, -7, 5, 6, 0, 8, 9]);
  const part = { id: "map", tensors, numbers }, kept = deduplicated(part);
  assert.deepEqual([...kept.numbers].flatMap((one, at) => (Number.isNaN(one) ? [at] : [])), [3, 5, 11, 12]);
  assert.deepEqual(withDuplicates(kept), part);
});

test("what is no number stays none", () => {
  const part = { tensors: [{ at: 0, count: 2 }, { at: 2, count: 2 }], numbers: new Float32Array([1, 2, NaN, 2]) };
  assert.deepEqual(withDuplicates(deduplicated(part)), part);
});

test("of a page it is said that its numbers are rounded, and how large it is where it is large all the same", () => {
  const words = { saved: "Saved.", saved_large: "Saved: {size} MB.", rounded: "Rounded to {digits}." };
  assert.equal(savedText(999_999, Infinity, words), "Saved.");
  assert.equal(savedText(999_999, 4, words), "Saved. Rounded to 4.");
  assert.equal(savedText(1_417_323, 1, words), "Saved: 1.4 MB. Rounded to 1.");
  assert.equal(roundedText(Infinity, words), "");
});
