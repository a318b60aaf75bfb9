import assert from "node:assert/strict";
import { test } from "node:test";

import { longestNote, noteOf, refreshNotes, rememberPress, rowOfNote } from "../../ui/answer/watched.js";

const START = { sentence: "cat", hidden: "", off: "" }, HIDDEN = { ...START, hidden: "1" }, BOTH = { ...HIDDEN, off: "c1.0" };
const PLACE = { pin: "", trail: "" };

function chip(label, setting, state, { hint = `watch ${label}`, selection = null } = {}) {
  return { label, setting, selection, hint, on: JSON.stringify(setting) === JSON.stringify(state) };
}

/** The rows of a page in a setting, and what its notes say. */
function aPage() {
  const rows = ["presets", "suggestions"].map((id) => ({ part: { id, chips: [], inLine: false }, note: "", setNote(text) { this.note = text; } }));
  const store = { state: { setting: START, selection: PLACE }, shared: { language: "en" }, chipRows: new Set(rows) };
  const draw = () => {
    const { setting } = store.state;
    rows[0].part = { ...rows[0].part, chips: [chip("statement", START, setting)] };
    rows[1].part = { ...rows[1].part, chips: [chip("hide", { ...setting, hidden: "1" }, setting), chip("head", { ...setting, off: "c1.0" }, setting)] };
    refreshNotes(store);
    return rows.map(({ note }) => note).filter(Boolean);
  };
  const press = (row, place) => {
    const pressed = rows[row].part.chips[place];
    rememberPress(store, rows[row].part, pressed);
    store.state = { setting: pressed.setting, selection: pressed.selection ?? store.state.selection };
    return draw();
  };
  return { store, rows, draw, press };
}

test("a page that opens says what to watch for in the example that it shows", () => {
  assert.deepEqual(aPage().draw(), ["watch statement"]);
});

test("of two changes that both hold, the note is that of the one pressed last", () => {
  const page = aPage();
  page.draw();
  assert.deepEqual(page.press(1, 0), ["watch hide"]);
  assert.deepEqual(page.press(1, 1), ["watch head"]);
  assert.deepEqual(page.press(1, 0), ["watch hide"], "pressed again, though nothing changes");
});

test("a note goes with its setting, and comes back with it", () => {
  const page = aPage();
  page.draw();
  page.press(1, 0);
  page.store.state = { setting: START, selection: PLACE };
  assert.deepEqual(page.draw(), ["watch statement"]);
  page.store.state = { setting: { ...START, sentence: "dog" }, selection: PLACE };
  assert.deepEqual(page.draw(), []);
  page.store.state = { setting: HIDDEN, selection: PLACE };
  assert.deepEqual(page.draw(), ["watch hide"]);
});

test("a change that its row no longer offers has its note all the same", () => {
  const page = aPage();
  page.draw();
  page.press(1, 0);
  page.rows[1].part = { ...page.rows[1].part, chips: [] };
  refreshNotes(page.store);
  assert.equal(page.rows[1].note, "watch hide");
});

test("the note of one that only pins a cell holds as long as the pin", () => {
  const row = { id: "suggestions", chips: [], inLine: false }, store = { state: { setting: START, selection: PLACE }, shared: { language: "en" }, chipRows: new Set() };
  rememberPress(store, row, chip("pin", START, START, { selection: { pin: "w@0.1", trail: "" } }));
  const at = (pin) => noteOf([row], store.pressedChip, { setting: START, selection: { pin, trail: "" } });
  assert.equal(at("w@0.1").text, "watch pin");
  assert.equal(at("w@2.2"), null);
  rememberPress(store, row, chip("hide", HIDDEN, START, { selection: PLACE }));
  assert.equal(noteOf([row], store.pressedChip, { setting: HIDDEN, selection: { pin: "w@2.2", trail: "" } }).text, "watch hide", "a change outlives a pin");
});

test("no note is shown in a language that is no longer chosen", () => {
  const page = aPage();
  page.draw();
  page.press(1, 0);
  page.store.shared.language = "ko";
  page.rows[1].part.chips = [{ ...page.rows[1].part.chips[0], hint: "보세요" }];
  refreshNotes(page.store);
  assert.equal(page.rows[1].note, "보세요");
});

test("the note of a menu is among the suggestions, that of a row in the row itself", () => {
  const rows = [{ id: "heads", kind: "chips" }, { id: "presets", kind: "menu" }, { id: "suggestions", kind: "chips" }];
  assert.equal(rowOfNote(rows, { row: "presets" }), "suggestions");
  assert.equal(rowOfNote(rows, { row: "heads" }), "heads");
  assert.equal(rowOfNote(rows, null), undefined);
});

test("the suggestions keep the room for the longest note, that of a preset too", () => {
  const menu = { id: "presets", kind: "menu", chips: [{ hint: "a long note" }, { hint: "" }] };
  const tries = { id: "suggestions", kind: "chips", chips: [{ hint: "short" }] };
  const heads = { id: "heads", kind: "chips", inLine: true, chips: [{ hint: "the longest of all notes" }] };
  const rows = [menu, tries, heads];
  assert.equal(longestNote(rows, tries), "a long note");
  assert.equal(longestNote(rows, menu), "");
  assert.equal(longestNote(rows, heads), "");
  assert.equal(longestNote([tries], tries), "short");
});
