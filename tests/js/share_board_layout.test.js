import assert from "node:assert/strict";
import { test } from "node:test";

import { boardLayout, heightOf } from "../../ui/share/board_layout.js";

function matrix(id, more = {}) {
  return { id, kind: "matrix", shape: [2, 2], rowCount: 2, colCount: 2, scale: "diverging", ...more };
}

const at = { left: 10, top: 20, width: 100, height: 80, cell: { width: 40, height: 30 } };
const sign = { kind: "operator", text: "×" };

function laid(items, room) {
  const { panels, ...rest } = boardLayout(items, () => ({ ...at }), room, () => 100);
  return { places: Object.fromEntries(panels.map(({ item, x, y }) => [item.id, [x, y]])), ...rest };
}

test("matrices stand in a line with their signs between, and in a new line where there is no room", () => {
  const items = [matrix("a"), sign, matrix("b")];
  assert.deepEqual(laid(items, 500).places, { a: [0, 0], b: [128, 0] });
  const { places, operators } = laid(items, 150);
  assert.deepEqual(places.a, [0, 0]);
  assert.ok(places.b[1] > heightOf(items[0], at));
  assert.ok(operators[0].y > places.b[1]);
});

test("a break begins a line, with its heading", () => {
  const { places, headings } = laid([matrix("a"), { kind: "break", text: "then" }, matrix("b")], 500);
  assert.equal(headings.length, 1);
  assert.ok(places.b[0] === 0 && places.b[1] > headings[0].y);
});

test("what stands below another ends with its line", () => {
  const items = [matrix("a", { scale: "mask" }), matrix("b", { below: true }), matrix("c"), matrix("d", { below: true })];
  const { places, height } = laid(items, 500);
  const bottom = (id) => places[id][1] + heightOf(items.find((item) => item.id === id), at);
  assert.equal(bottom("b"), bottom("d"));
  assert.equal(bottom("d"), height);
});
