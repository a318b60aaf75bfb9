import assert from "node:assert/strict";
import { test } from "node:test";

import { placedAt } from "../../ui/picture/model_map/layout.js";
import { encoderEnd, encoderSteps, lastStep, later, readingSeconds, rowSeen, secondsOf, seenAt, stepped } from "../../ui/picture/model_map/play.js";
import { aLayout, aMap } from "./a_map.js";

const part = aMap(), layout = aLayout(part), placed = placedAt(layout, 0.4);
const STEPS = encoderSteps(part), LAST = lastStep(part), ROWS = [0, 1, 2];
const TIMES = Array.from({ length: LAST * 20 + 1 }, (_, at) => at / 20);

function rowAt(time, row) {
  return rowSeen(seenAt(part, time), row, placed.width);
}

test("the encoder has a step for what stands before its layers, for each sublayer and for the memory; then each word has one", () => {
  assert.equal(STEPS, 1 + 2 * 2 + 1);
  assert.equal(LAST, STEPS + 3);
  assert.equal(encoderSteps(aMap({ layers: 1 })), 4);
});

test("at the end all is seen, and for ever after", () => {
  for (const time of [LAST, LAST + 1, Infinity]) {
    assert.equal(seenAt(part, time).isAll, true);
    assert.equal(encoderEnd(layout, placed, seenAt(part, time)), Infinity);
    for (const row of ROWS) assert.deepEqual(rowAt(time, row), { until: Infinity, rise: 1 });
  }
  assert.equal(seenAt(part, LAST - 0.01).isAll, false);
});

test("before its word nothing of a row is seen, and after it all", () => {
  for (const row of ROWS) {
    for (const time of TIMES) {
      const { until, rise } = rowAt(time, row);
      if (time < STEPS + row) assert.deepEqual([until < 0, rise], [true, 0]);
      else if (time >= STEPS + row + 1) assert.deepEqual([until, rise], [Infinity, 1]);
      else assert.ok(until >= 0 && until <= placed.width && rise >= 0 && rise < 1);
    }
  }
});

test("what is seen of a row only grows with time, and its bars rise only when its way is at its end", () => {
  for (const row of ROWS) {
    TIMES.slice(1).forEach((time, at) => {
      const [before, now] = [rowAt(TIMES[at], row), rowAt(time, row)];
      assert.ok(now.until >= before.until && now.rise >= before.rise);
      if (now.rise > 0) assert.ok(now.until >= placed.width);
    });
  }
});

test("the words are written one after the other, and none before the memory is there", () => {
  for (const time of TIMES) {
    const onItsWay = ROWS.filter((row) => rowAt(time, row).until >= 0 && rowAt(time, row).until < Infinity);
    assert.ok(onItsWay.length <= 1);
    if (time < STEPS) assert.deepEqual([seenAt(part, time).row, onItsWay], [-1, []]);
    else assert.equal(encoderEnd(layout, placed, seenAt(part, time)), Infinity);
  }
});

test("of the encoder more and more is seen, each step up to the end of its section", () => {
  const ends = TIMES.map((time) => encoderEnd(layout, placed, seenAt(part, time)));
  ends.slice(1).forEach((end, at) => assert.ok(end >= ends[at]));
  const own = placed.boxes.filter(({ column }) => column.side === "src");
  for (let section = 0; section < STEPS; section++) {
    const boxes = own.filter(({ column }) => column.section === section), [first, last] = [boxes[0], boxes.at(-1)];
    assert.equal(encoderEnd(layout, placed, seenAt(part, section)), first.x);
    const almost = encoderEnd(layout, placed, seenAt(part, section + 1 - 1e-9));
    assert.ok(Math.abs(almost - (last.x + last.width)) < 1e-3);
  }
});

test("what the decoder makes of the memory is not seen before the encoder has ended", () => {
  const ofMemory = placed.boxes.filter(({ column }) => column.side === "src" && part.sections[column.section].stack === "decoder");
  assert.ok(ofMemory.length > 0);
  for (const time of TIMES.filter((one) => one < STEPS)) {
    for (const { x } of ofMemory) assert.ok(x > encoderEnd(layout, placed, seenAt(part, time)));
  }
});

test("a step goes on to the next whole one and back to the last, never beyond the ends", () => {
  for (const time of TIMES) {
    const [on, back] = [stepped(part, time, 1), stepped(part, time, -1)];
    for (const at of [on, back]) assert.ok(Number.isInteger(at) && at >= 0 && at <= LAST);
    assert.ok(on > time || time === LAST);
    assert.ok(back < time || time === 0);
    assert.ok(on - time <= 1 && time - back <= 1);
  }
});

test("a step on and a step back is where one was", () => {
  for (let time = 0; time < LAST; time++) assert.equal(stepped(part, stepped(part, time, 1), -1), time);
  assert.equal(stepped(part, 3 - 1e-9, 1), 4);
  assert.equal(stepped(part, 3 + 1e-9, -1), 2);
});

test("time goes on as fast as it is told to, and never past the end", () => {
  for (const time of TIMES) {
    for (const [seconds, speed] of [[0, 1], [0.016, 1], [0.016, 4], [100, 2]]) {
      const after = later(part, time, seconds, speed);
      assert.ok(after >= time && after <= LAST);
    }
  }
  assert.equal(later(part, 0.5, 0, 1), 0.5);
  assert.equal(later(part, 0, 1000, 1), LAST);
  const by = (speed) => later(part, 1, 0.1, speed) - 1;
  assert.ok(Math.abs(by(2) - 2 * by(1)) < 1e-9);
  assert.ok(Math.abs(later(part, 1, secondsOf(part, 1), 1) - 2) < 1e-9);
});

/** A map whose encoder's first self-attention, in each layer, has this caption. */
function captioned(caption) {
  const { narration } = part.strings;
  return { ...part, strings: { ...part.strings, narration: { ...narration, encoder_self_attention: caption } } };
}

test("a stage lasts as long as its caption takes to read, and in a further layer, where it is known, no longer than before", () => {
  const caption = "Each word gathers from the words that it attends to: this is how its context gets into its row.", read = captioned(caption);
  assert.ok(readingSeconds(caption) > 3);
  assert.equal(secondsOf(read, 1), readingSeconds(caption));
  assert.equal(secondsOf(read, 3), secondsOf(part, 3));
  assert.ok(secondsOf(captioned(""), 1) >= 1);
});

test("a Korean syllable takes as long to read as two letters", () => {
  assert.equal(readingSeconds("가나다"), readingSeconds("abcdef"));
});
