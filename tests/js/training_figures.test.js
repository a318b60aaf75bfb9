import assert from "node:assert/strict";
import { test } from "node:test";

import { columnsFor, filledLines, pictures } from "../../pages/training/attention.js";
import { curvesOf, figureOf, marksOf } from "../../pages/training/figures.js";
import { compared } from "../../pages/training/prediction.js";
import { runLooks } from "../../pages/training/legend.js";
import { addRecords, createRecords } from "../../pages/training/records.js";

const LEARNING = { chart: "learning", figures: { learning: { names: { training: "training", held_out: "held-out" }, layout: {}, floors: [], floorColour: "#818a9b" } } };

function run(steps, looks = {}) {
  const records = createRecords();
  addRecords(records, steps.map((step) => ({
    step, loss: 3 - step, held_out_loss: 4 - step, exact: 0, held_out_exact: step / 10, learning_rate: step / 100, gradients: step ? [step] : [],
  })));
  return { records, colour: "#123456", name: "", layers: ["encoder"], isOther: false, ...looks };
}

test("loss stands above, exact match below, and the shown step is marked on both", () => {
  const { data, layout } = figureOf(LEARNING, [run([0, 1, 2])], 1);
  assert.deepEqual(data.slice(0, 4).map(({ yaxis }) => yaxis), ["y", "y", "y2", "y2"]);
  assert.deepEqual(data[1].y, [4, 3, 2]);
  const marks = data.filter(({ mode }) => mode === "markers");
  assert.deepEqual(marks.map(({ x }) => x), [[1, 1], [1, 1]]);
  assert.equal(layout.shapes.at(-1).x0, 1);
});

test("curves stand without marks where a film marks its own steps", () => {
  const runs = [run([0, 1, 2])], { data, layout } = curvesOf(LEARNING, runs);
  assert.ok(data.every(({ mode }) => mode === "lines") && !layout.shapes);
  assert.deepEqual(marksOf(LEARNING, runs, 1).map(({ x, y, axis }) => [x, y, axis]), [[1, 2, "y"], [1, 3, "y"], [1, 0, "y2"], [1, 0.1, "y2"]]);
});

test("a legend names kinds of lines once, and of two runs each by its colour", () => {
  const two = [run([0, 1], { label: "this" }), run([0, 1], { label: "other", colour: "#654321", isOther: true })];
  const said = (part, runs) => curvesOf(part, runs).legend.map(({ name, dash }) => `${name} ${dash}`);
  assert.deepEqual(said(LEARNING, two.slice(0, 1)), ["held-out solid", "training dot"]);
  assert.deepEqual(said(LEARNING, two), ["this solid", "other solid", "held-out solid", "training dot"]);
  const gradients = { names: { encoder: "Encoder" }, colours: ["#abcdef"], layout: {} };
  assert.deepEqual(said({ chart: "gradients", figures: { gradients } }, two), ["this solid", "other dash", "Encoder solid"]);
});

test("the legend on the page gives runs the looks that their curves have", () => {
  const sides = [{ name: "this", colour: "#123456" }, { name: "other", colour: "#654321" }];
  const two = sides.map(({ name, colour }, place) => run([0, 1], { label: name, colour, isOther: place > 0 }));
  const figures = { learning: LEARNING.figures.learning, gradients: { names: { encoder: "Encoder" }, colours: ["#abcdef"], layout: {} } };
  for (const chart of ["learning", "gradients"]) {
    const { legend } = curvesOf({ chart, figures }, two);
    const looks = runLooks(chart, sides).map(([line, name, colour]) => [line === "dashed" ? "dash" : line, name, colour]);
    assert.deepEqual(looks, legend.slice(0, 2).map(({ dash, name, colour }) => [dash, name, colour]));
  }
});

test("a run without records has no mark", () => {
  const { data } = figureOf(LEARNING, [run([])], 0);
  assert.deepEqual(data.map(({ mode }) => mode), ["lines", "lines", "lines", "lines"]);
});

test("what is not finite at a step has no mark", () => {
  const diverged = run([0, 1]);
  diverged.records.all[1].loss = null;
  assert.deepEqual(marksOf(LEARNING, [diverged], 1).map(({ y, axis }) => [y, axis]), [[3, "y"], [0, "y2"], [0.1, "y2"]]);
});

test("two runs are drawn over each other, each in its colour", () => {
  const two = [run([0, 1]), run([0, 1, 2], { colour: "#654321" })];
  const { data } = figureOf(LEARNING, two, 2);
  assert.deepEqual([...new Set(data.filter(({ mode }) => mode === "lines").map(({ line }) => line.color))], ["#123456", "#654321"]);
});

test("the norms of a layer follow its name", () => {
  const gradients = { names: { encoder: "Encoder" }, colours: ["#abcdef"], layout: {} };
  const { data } = figureOf({ chart: "gradients", figures: { gradients } }, [run([0, 5])], 5);
  assert.deepEqual([data[0].name, data[0].y], ["Encoder", [null, 5]]);
});

test("the axis of the norms ends at powers of ten, of which it has at least two", () => {
  const gradients = { names: { encoder: "Encoder" }, colours: ["#abcdef"], layout: { yaxis: { type: "log" } } };
  const axis = (steps) => curvesOf({ chart: "gradients", figures: { gradients } }, [run(steps)]).layout.yaxis;
  assert.deepEqual(axis([0, 5, 300]), { type: "log", range: [0, 3] });
  assert.deepEqual(axis([0, 10]), { type: "log", range: [1, 2] });
  assert.deepEqual(axis([0]), { type: "log" });
});

test("the schedule is drawn as it is given, with the rate of the shown step", () => {
  const { data } = figureOf({ chart: "rate", figures: { rate: { data: [{ mode: "lines" }], layout: {} } } }, [run([0, 4])], 4);
  assert.equal(data.length, 2);
  assert.deepEqual(data[1].y, [0.04]);
});

test("of several heads those that are on are drawn", () => {
  const weights = Float32Array.from([1, 2, 3, 4, 5, 6]);
  assert.deepEqual([...pictures(weights, [0, 2], 2)], [1, 2, 5, 6]);
  assert.deepEqual(filledLines({ shape: [3, 1, 2], shown: [1] }, weights).shape, [1, 1, 2]);
});

test("small matrices are as large as the room allows", () => {
  assert.equal(columnsFor(4, { width: 380, height: 400 }), 2);
  assert.equal(columnsFor(2, { width: 380, height: 400 }), 2);
  assert.equal(columnsFor(2, { width: 200, height: 800 }), 1);
  assert.equal(columnsFor(8, { width: 380, height: 200 }), 4);
  assert.equal(columnsFor(8, { width: 380, height: 400 }), 3);
  assert.equal(columnsFor(8, { width: 380, height: 400 }, 4), 4, "two layers of four heads");
  assert.equal(columnsFor(4, { width: 380, height: 400 }, 4), 2, "one layer in two lines");
});

test("of what has no due answer nothing is right or wrong", () => {
  assert.deepEqual(compared(["a", "b"], null), { tokens: [{ text: "a" }, { text: "b" }], isWhole: false });
});

test("the floors of a text are named in the legend, as they are drawn", () => {
  const learning = { ...LEARNING.figures.learning, floors: [{ name: "knowing nothing", dash: "dash" }] };
  const { legend } = figureOf(/** @type {any} */ ({ chart: "learning", figures: { learning } }), [], 0);
  assert.deepEqual(legend?.at(-1), { name: "knowing nothing", colour: "#818a9b", dash: "dash", width: 1.5 });
});
