import assert from "node:assert/strict";
import { test } from "node:test";

import { withDuration } from "../../ui/share/webm_duration.js";

const OPEN = [0x01, ...Array(7).fill(0xff)];
const element = (id, content) => [...id, 0x80 | content.length, ...content];
const EBML = element([0x1a, 0x45, 0xdf, 0xa3], [0x42, 0x82, 0x84, 119, 101, 98, 109]);
const SCALE = element([0x2a, 0xd7, 0xb1], [0x0f, 0x42, 0x40]);
const info = (...content) => element([0x15, 0x49, 0xa9, 0x66], content.flat());
const cluster = (time, ...blocks) =>
  [0x1f, 0x43, 0xb6, 0x75, ...OPEN, ...element([0xe7], [time >> 8, time & 0xff]), ...blocks.flat()];
const block = (after) => element([0xa3], [0x81, after >> 8, after & 0xff, 0x80, 7, 7]);
const group = (after) => element([0xa0], element([0xa1], [0x81, after >> 8, after & 0xff, 0, 7]));
const film = (head, ...clusters) => new Uint8Array([...EBML, 0x18, 0x53, 0x80, 0x67, ...OPEN, ...head, ...clusters.flat()]);
const joined = (pieces) => new Uint8Array(pieces.flatMap((piece) => [...piece]));

/** What is written in a film's head, by hand: its Info begins behind EBML and the segment's own head. */
function durationIn(bytes) {
  const start = EBML.length + 12, view = new DataView(bytes.buffer);
  const size = Number(view.getBigUint64(start + 4) & 0xffffffffffffffn), end = start + 12 + size;
  assert.deepEqual([...bytes.subarray(end - 11, end - 8)], [0x44, 0x89, 0x88]);
  return { duration: view.getFloat64(end - 8), end };
}

test("the duration is the time of the last picture and what it stands", () => {
  const made = film(info(SCALE), cluster(0, block(0), block(33)), cluster(5000, block(100), group(133), block(66)));
  const { duration, end } = durationIn(joined(withDuration(made, 40)));
  assert.equal(duration, 5000 + 133 + 40);
  const behind = EBML.length + 12 + info(SCALE).length;
  assert.deepEqual(joined(withDuration(made, 40)).subarray(end), made.subarray(behind));
});

test("it is counted in the film's own ticks", () => {
  const hundredths = element([0x2a, 0xd7, 0xb1], [0x98, 0x96, 0x80]);  // 10,000,000 ns
  assert.equal(durationIn(joined(withDuration(film(info(hundredths), cluster(200, block(10))), 40))).duration, 214);
});

test("a film without a scale counts in milliseconds", () => {
  assert.equal(durationIn(joined(withDuration(film(info([]), cluster(0, block(70))), 40))).duration, 110);
});

test("what has a duration, or is no film of a browser, stays as it is", () => {
  const timed = film(info(SCALE, element([0x44, 0x89], Array(8).fill(0))), cluster(0, block(1)));
  const closed = new Uint8Array([...EBML, ...element([0x18, 0x53, 0x80, 0x67], info(SCALE))]);
  for (const bytes of [timed, closed, new Uint8Array(), new Uint8Array([0, 0, 0, 0]), film([])]) {
    assert.deepEqual(withDuration(bytes, 40), [bytes]);
  }
});

test("a film that breaks off keeps what it has", () => {
  const whole = film(info(SCALE), cluster(0, block(0), block(33)));
  for (let stop = 0; stop < whole.length; stop += 1) {
    const broken = whole.subarray(0, stop);
    assert.ok(joined(withDuration(broken, 40)).length >= broken.length);
  }
});
