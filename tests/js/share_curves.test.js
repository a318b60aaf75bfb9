import assert from "node:assert/strict";
import { test } from "node:test";

import { legendOf, namesOf } from "../../ui/share/curves_figure.js";
import { nearest, readAt } from "../../ui/share/still_curves.js";

const line = (name, looks = {}) => ({ mode: "lines", name, line: { color: "#123456", ...looks } });

test("every line is named with its colour, and no mark", () => {
  const [entry, ...more] = namesOf({ data: [line("a"), { mode: "markers", name: "b" }, line("")] });
  assert.deepEqual([entry.name, entry.colour, more.length], ["a", "#123456", 0]);
});

test("a name stands once for lines on two axes, and again for lines that look otherwise", () => {
  const dotted = line("training", { dash: "dot" }), data = [dotted, line("held-out"), dotted, line("held-out"), line("held-out", { color: "#654321" })];
  assert.deepEqual(namesOf({ data }).map(({ name, dash }) => `${name} ${dash}`), ["training dot", "held-out solid", "held-out solid"]);
});

test("names stand in as many rows as they need; one line needs none", () => {
  const names = namesOf({ data: [line("a"), line("b"), line("c")] });
  assert.equal(legendOf(names.slice(1, 2), () => 10, 100).height, 0);
  assert.equal(legendOf(names, () => 10, 500).height, 20);
  const { places, height } = legendOf(names, () => 30, 100);
  assert.equal(height, 60);
  assert.deepEqual(places.map(({ x, y }) => [x, y]), [[0, 0], [0, 20], [0, 40]]);
});

test("at a place every line is read where the first one has a point", () => {
  const points = [[0, 1, 100, 5], [10, 2, 200, 6], [20, 3, 300, 7]];
  const lines = [{ name: "a", colour: "red", points }, { name: "b", colour: "blue", points: points.map(([x, y, ...at]) => [x, -y, ...at]) }];
  assert.equal(nearest(points, 240), 1);
  assert.deepEqual(readAt(lines, 260), { x: 20, left: 300, values: [["a", "3", "red"], ["b", "−3", "blue"]] });
  assert.equal(readAt(lines, -50).x, 0);
});
