import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { command, follow } from "../../pages/training/runs.js";

const HEADER = { records: [], layers: [], attention: {}, config: {}, known: "running-0", status: { status: "running", step: 1 } };

function framed(header) {
  const text = new TextEncoder().encode(JSON.stringify(header)), bytes = new Uint8Array(4 + text.length);
  new DataView(bytes.buffer).setUint32(0, text.length, true);
  bytes.set(text, 4);
  return bytes.buffer;
}

const soon = () => new Promise((done) => { setTimeout(done, 15); });
let run;
afterEach(() => run.stop());

/** A page whose server rests on every question that may wait, until it is taken back. */
function page(isHidden) {
  const asked = [], listeners = [];
  globalThis.document = /** @type {any} */ ({
    hidden: isHidden, addEventListener: (_, listener) => listeners.push(listener), removeEventListener: () => {},
  });
  globalThis.fetch = /** @type {any} */ ((address, { signal }) => new Promise((done, failed) => {
    asked.push(new URL(address, "http://localhost").searchParams.get("wait") ?? "");
    if (asked.at(-1) === "") done({ status: 200, ok: true, arrayBuffer: async () => framed(HEADER) });
    signal?.addEventListener("abort", () => failed(new Error("taken back")));
  }));
  return { asked, see() {
    globalThis.document.hidden = false;
    for (const listener of listeners) listener();
  } };
}

test("in the background the question rests on the server, without a timer of the browser", async () => {
  const { asked } = page(true);
  run = follow({ runs: "/runs" }, "r", () => {});
  await soon();
  assert.deepEqual(asked, ["", "rest"]);
});

test("who comes back is told at once", async () => {
  const { asked, see } = page(true);
  run = follow({ runs: "/runs" }, "r", () => {});
  await soon();
  see();
  await soon();
  assert.deepEqual(asked, ["", "rest", "1"]);
});

test("in sight the question waits for anything new", async () => {
  const { asked } = page(false);
  run = follow({ runs: "/runs" }, "r", () => {});
  await new Promise((done) => { setTimeout(done, 60); });
  assert.deepEqual(asked, ["", "1"]);
});

test("a run that is gone says so, and what it has recorded stays in sight", async () => {
  page(false);
  run = follow({ runs: "/runs" }, "r", () => {});
  await soon();
  assert.equal(run.state.status, "running");
  globalThis.fetch = /** @type {any} */ (async () => ({ status: 404, ok: false, json: async () => { throw new Error("no JSON"); } }));
  assert.equal(await command({ runs: "/runs" }, run, "pause"), "gone");
  await soon();
  run.look();
  await soon();
  assert.deepEqual([run.state.status, run.state.step, run.layers], ["gone", 1, []]);
});
