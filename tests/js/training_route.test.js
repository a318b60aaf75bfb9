import assert from "node:assert/strict";
import { test } from "node:test";

import { settingOf } from "../../pages/training/files.js";
import { unpacked } from "../../pages/training/route.js";

/** As the server packs it: a length, a header, then whole numbers of 16 bits. */
function packed(header, wholes) {
  const text = new TextEncoder().encode(JSON.stringify(header)), bytes = new Uint8Array(4 + text.length + 2 * wholes.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, text.length, true);
  bytes.set(text, 4);
  wholes.forEach((whole, place) => view.setUint16(4 + text.length + 2 * place, whole, true));
  return bytes;
}

test("each record gets its weights of each attention, however long the header is", () => {
  for (const pad of ["", "x"]) {
    const attention = { cross: [1, 1, 2], own: [1, 1, 1] };
    const { records } = unpacked(packed({ pad, attention, records: [{ step: 0 }, { step: 5 }] }, [0, 65535, 13107, 65535, 0, 0]));
    assert.deepEqual([...records[0].attention.cross], [0, 1]);
    assert.ok(Math.abs(records[0].attention.own[0] - 0.2) < 1e-6);
    assert.deepEqual([...records[1].attention.cross], [1, 0]);
    assert.equal(records[1].step, 5);
  }
});

test("before the first record there is no layout", () => {
  assert.deepEqual(unpacked(packed({ attention: {}, records: [] }, [])).records, []);
});

test("a loaded run brings the setting that it was trained with", () => {
  const setting = settingOf({ task: "sort", norm_first: true, exponent: -0.25, every: 5, steps: 600 });
  assert.deepEqual(setting, { data: "", task: "sort", steps: 600, norm: "pre", exponent: "mistake" });
});
