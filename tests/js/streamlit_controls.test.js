import assert from "node:assert/strict";
import { test } from "node:test";

import { canWait, chosenOption, counts, createDelay, isSaid, pressedPlace, steppedNumber, switched, valueOf } from "../../ui/streamlit/controls.js";

function box({ radios = [], input }) {
  return {
    querySelectorAll: () => radios.map((isOn) => ({ getAttribute: () => String(isOn) })),
    querySelector: () => (input ? { getAttribute: (name) => input[name] ?? null, ...input } : null),
  };
}

function numberField(value, wrong = {}) {
  return box({ input: { type: "number", value, validity: wrong } });
}

test("a choice says the option that is checked", () => {
  assert.equal(valueOf(box({ radios: [false, true] }), ["none", "padding"]), "padding");
  assert.equal(valueOf(box({ radios: [false, false] }), ["none", "padding"]), undefined);
});

test("a slider says its number, or the option at its place", () => {
  const input = { type: "range", value: "3" };
  assert.equal(valueOf(box({ input })), 3);
  assert.equal(valueOf(box({ input }), [1, 2, 4, 8]), 8);
});

test("a number that is empty or out of its limits says nothing", () => {
  assert.equal(valueOf(numberField("12")), 12);
  assert.equal(valueOf(numberField("4000", { stepMismatch: true })), 4000);
  assert.equal(valueOf(numberField("")), undefined);
  assert.equal(valueOf(numberField("99999", { rangeOverflow: true })), undefined);
});

test("a switch says whether it is on, a text what stands in it", () => {
  assert.equal(valueOf(box({ input: { type: "checkbox", checked: true } })), true);
  assert.equal(valueOf(box({ input: { type: "text", value: "the cat" } })), "the cat");
});

test("a list that one searches says nothing while a name is half typed", () => {
  assert.equal(valueOf(box({ input: { type: "text", role: "combobox", value: "fre" } })), undefined);
});

test("what is half typed does not count; what ends or steps it does", () => {
  const field = { type: "number" };
  assert.equal(counts({ type: "keydown", key: "1", target: field }), false);
  assert.equal(counts({ type: "input", target: field }), false);
  assert.equal(counts({ type: "keydown", key: "ArrowUp", target: field }), true);
  assert.equal(counts({ type: "keydown", key: "Enter", target: { type: "text" } }), true);
  assert.equal(counts({ type: "change", target: { type: "text" } }), true);
  assert.equal(counts({ type: "click", target: { type: "button" } }), true);
});

test("what the event itself says need not wait for Streamlit to draw it", () => {
  assert.equal(isSaid({ type: "input", target: { type: "range" } }), true);
  assert.equal(isSaid({ type: "input", target: { type: "checkbox" } }), true);
  assert.equal(isSaid({ type: "keydown", key: "Enter", target: { type: "text" } }), true);
  assert.equal(isSaid({ type: "input", target: { type: "text" } }), false);
  assert.equal(isSaid({ type: "keydown", key: "ArrowUp", target: { type: "number" } }), false);
  assert.equal(isSaid({ type: "keydown", key: "Enter", target: { type: "range" } }), false);
});

test("a press on an option says which", () => {
  const radios = [{ name: "none" }, { name: "padding" }];
  const options = { querySelectorAll: () => radios };
  const inside = { closest: () => radios[1] }, beside = { closest: () => null };
  assert.equal(pressedPlace({ target: inside }, options), 1);
  assert.equal(pressedPlace({ target: beside }, options), -1);
});

function pressed(key, field, more = {}) {
  return steppedNumber({ type: "keydown", key, target: { type: "number", step: "1", min: "", max: "", ...field }, ...more });
}

test("an arrow key steps a number by its step, within its limits", () => {
  assert.equal(pressed("ArrowUp", { value: "12" }), 13);
  assert.equal(pressed("ArrowDown", { value: "-1", min: "-5" }), -2);
  assert.equal(pressed("ArrowUp", { value: "0.2", step: "0.1" }), 0.3);
  assert.equal(pressed("ArrowUp", { value: "0.25", step: "0.1" }), 0.35);
  assert.equal(pressed("ArrowUp", { value: "512", max: "512" }), undefined);
  assert.equal(pressed("ArrowDown", { value: "1", min: "1" }), undefined);
});

test("an arrow key steps a slider too, across as well", () => {
  assert.equal(pressed("ArrowRight", { value: "3", type: "range" }), 4);
  assert.equal(pressed("ArrowDown", { value: "3", type: "range" }), 2);
  assert.equal(pressed("ArrowLeft", { value: "0", min: "0", type: "range" }), undefined);
});

test("of any other key, and of what is no number, Streamlit says what it makes", () => {
  assert.equal(pressed("PageUp", { value: "12" }), undefined);
  assert.equal(pressed("ArrowUp", { value: "" }), undefined);
  assert.equal(pressed("ArrowUp", { value: "1e3" }), undefined);
  assert.equal(pressed("ArrowUp", { value: "12", step: "any" }), undefined);
  assert.equal(pressed("ArrowUp", { value: "12" }, { shiftKey: true }), undefined);
  assert.equal(pressed("ArrowRight", { value: "3" }), undefined);
  assert.equal(pressed("Home", { value: "3", type: "range" }), undefined);
});

test("a switch that is pressed will say the opposite", () => {
  const field = { checked: true }, label = { querySelector: () => field }, box = { contains: (one) => one === field };
  const onLabel = { target: { closest: () => label } }, onHelp = { target: { closest: () => null } };
  assert.equal(switched(onLabel, box), false);
  assert.equal(switched(onHelp, box), undefined);
  assert.equal(switched(onLabel, { contains: () => false }), undefined);
});

test("a click on a switch is its new value, which the switch itself says already where it is clicked itself", () => {
  const field = { checked: true, closest: () => label }, label = { querySelector: () => field };
  const box = { contains: (one) => one === field }, inside = { closest: () => label };
  assert.equal(switched({ type: "click", target: inside }, box), false);
  assert.equal(switched({ type: "click", target: field }, box), true);
  assert.equal(switched({ type: "keydown", target: field }, box), false);
});

/** A button, and a click on it that nobody but us has had yet. */
function clicked(isConnected = true) {
  const did = [];
  const target = { isConnected, click: () => did.push("clicked again") };
  const event = {
    type: "click", target, preventDefault: () => did.push("prevented"), stopImmediatePropagation: () => did.push("stopped"),
  };
  return { did, event };
}

test("a click is kept from Streamlit until the picture stands, and then clicked again, once", () => {
  const { did, event } = clicked(), delay = createDelay();
  delay.keep(event);
  assert.equal(delay.isKeeping(), true);
  assert.deepEqual(did, ["prevented", "stopped"]);
  delay.release();
  delay.release();
  assert.deepEqual(did.slice(2), ["clicked again"]);
  assert.equal(delay.isKeeping(), false);
});

test("a click is not kept for long, whatever becomes of the answer", async () => {
  const { did, event } = clicked();
  createDelay().keep(event);
  await new Promise((done) => setTimeout(done, 100));
  assert.deepEqual(did.slice(2), ["clicked again"]);
});

test("what comes next finds the one before it done", () => {
  const first = clicked(), second = clicked(), delay = createDelay();
  delay.keep(first.event);
  delay.keep(second.event);
  assert.deepEqual(first.did.slice(2), ["clicked again"]);
  delay.release();
  assert.deepEqual(second.did.slice(2), ["clicked again"]);
});

test("nothing is clicked that has gone meanwhile", () => {
  const { did, event } = clicked(false), delay = createDelay();
  delay.keep(event);
  delay.release();
  assert.deepEqual(did, ["prevented", "stopped"]);
});

test("a click that is repeated is known as that", () => {
  const delay = createDelay();
  let known = null;
  const { event } = clicked();
  event.target.click = () => { known = delay.isAgain(); };
  delay.keep(event);
  delay.release();
  assert.equal(known, true);
  assert.equal(delay.isAgain(), false);
});

test("a key or a click waits for the picture, but never the Enter that ends a syllable", () => {
  assert.equal(canWait({ type: "keydown", isComposing: false }), true);
  assert.equal(canWait({ type: "click" }), true);
  assert.equal(canWait({ type: "keydown", isComposing: true }), false);
  assert.equal(canWait({ type: "input" }), false);
});

/** A control whose list is open, and an option of a list. */
function openList(list) {
  const field = { getAttribute: (name) => ({ "aria-controls": list, "aria-activedescendant": "two" })[name] ?? null };
  return { field, box: { querySelector: () => field } };
}

function optionOf(list, text) {
  const option = { textContent: text, closest: (selector) => (selector === "[role=option]" ? option : { id: list }) };
  return option;
}

test("a choice from an open list is known before Streamlit has drawn it, by pointer and by key", () => {
  const { field, box } = openList("languages");
  globalThis.document = { getElementById: (id) => (id === "two" ? optionOf("languages", "ko") : null) };
  assert.equal(chosenOption({ type: "pointerup", target: optionOf("languages", "fr") }, box), "fr");
  assert.equal(chosenOption({ type: "keydown", key: "Enter", target: field }, box), "ko");
  assert.equal(chosenOption({ type: "keydown", key: "a", target: field }, box), undefined);
  delete globalThis.document;
});

test("an option of another control's list, or of a closed one, chooses nothing", () => {
  const { box } = openList("languages"), closed = openList(null);
  assert.equal(chosenOption({ type: "pointerup", target: optionOf("models", "fr") }, box), undefined);
  assert.equal(chosenOption({ type: "pointerup", target: optionOf("languages", "fr") }, closed.box), undefined);
  assert.equal(chosenOption({ type: "pointerup", target: { closest: () => null } }, box), undefined);
});
