// A class in the browser: codes, seats, addresses, and what the bar says.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.window = globalThis;
const { addressIn, codeIn } = await import("../../ui/classroom/requests.js");
const { joinAddress, joinLink, leadLink, readKey, readSeat, spacedCode, writeSeat } = await import("../../ui/classroom/seat.js");
const { stateKey } = await import("../../ui/classroom/following.js");
const { peopleText } = await import("../../ui/classroom/teacher.js");
const { stateOf } = await import("../../ui/classroom/student.js");

test("a code is read as people type it, and nothing else is one", () => {
  for (const typed of ["K7QF3M", "k7qf3m", " k7q f3m ", "K7Q-F3M"]) assert.equal(codeIn(typed), "K7QF3M");
  for (const typed of ["", "K7QF3", "K7QF3MM", "K7QF30", "K7QFIM", "K7QFOM", "K7QF1M", "../../", "KÄQF3M"]) assert.equal(codeIn(typed), "");
});

test("the URL says which class a window is in, and as what", () => {
  for (const text of ["K7QF3M", "K7QF3M.teacher", "K7QF3M.projector"]) {
    const seat = readSeat(text);
    assert.ok(seat);
    assert.equal(writeSeat(seat), text);
  }
  for (const text of ["", "start", "K7QF3M.headmaster", "K7QF3.teacher", ".teacher"]) assert.equal(readSeat(text), null);
});

test("an address is opened in somebody's own language, with the class in it", () => {
  const address = addressIn("masks?v=4&lang=en&ma_cells=0.1_2.3", "ko", "K7QF3M");
  assert.equal(address, "masks?v=4&lang=ko&ma_cells=0.1_2.3&class=K7QF3M");
  assert.equal(addressIn("", "en", "K7QF3M"), "?lang=en&class=K7QF3M");
});

test("how to join is written without what a browser adds", () => {
  assert.equal(spacedCode("K7QF3M"), "K7Q F3M");
  assert.equal(joinAddress("https://school.example", "/bench"), "school.example/bench/join");
  assert.equal(joinLink("https://school.example", "/bench", "K7QF3M"), "https://school.example/bench/join?code=K7QF3M");
});

test("a link brings the key of a class to another computer, after what is sent to servers", () => {
  const key = "Zx_0-abcdefghijklmnopq", link = new URL(leadLink("https://school.example", "", { code: "K7QF3M", role: "projector" }, key));
  assert.ok(!`${link.pathname}${link.search}`.includes(key));
  assert.deepEqual(readKey(link.hash), { role: "projector", key });
  for (const hash of ["", "#", "#student.abcdefghijkl", "#teacher.", "#teacher.a b", `#teacher.${"x".repeat(99)}`]) assert.equal(readKey(hash), null);
});

test("the same state is the same whatever the order of its fields, and a pin or another value is not", () => {
  const state = (setting, pin = "") => ({ setting, selection: { pin, trail: "" } });
  assert.equal(stateKey("masks", state({ a: 1, b: 2 })), stateKey("masks", state({ b: 2, a: 1 })));
  const others = [stateKey("masks", state({ a: 1, b: 3 })), stateKey("masks", state({ a: 1, b: 2 }, "w.0.0")), stateKey("attention", state({ a: 1, b: 2 }))];
  assert.equal(new Set([...others, stateKey("masks", state({ a: 1, b: 2 }))]).size, 4);
});

test("a bar says whether somebody follows, and how things stand where the class is away", () => {
  assert.equal(stateOf({ standing: "on" }, true), "follows");
  assert.equal(stateOf({ standing: "on" }, false), "wanders");
  assert.equal(stateOf({ standing: "interrupted" }, true), "interrupted");
});

test("the teacher reads how many are there, follow, wander, and answered once something is asked", () => {
  const words = { count_here: "{count} here", count_follow: "{count} following", count_wander: "{count} away", count_answered: "{count} answered" };
  const people = { present: 28, follow: 25, answered: 7 };
  assert.equal(peopleText(words, people, false), "28 here · 25 following · 3 away");
  assert.equal(peopleText(words, people, true), "28 here · 25 following · 3 away · 7 answered");
  assert.equal(peopleText(words, null, false), "");
});
