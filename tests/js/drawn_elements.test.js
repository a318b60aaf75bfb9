import assert from "node:assert/strict";
import { test } from "node:test";

import "./drawn.js";
import { kindOf, newBox } from "./a_page.js";
import registerSteps from "../../pages/multi_head_attention/steps.js";
import { createPrediction } from "../../pages/training/prediction.js";
import registerNext from "../../ui/explain/next_words/next_words.js";
import { showArithmetic } from "../../ui/explain/arithmetic/arithmetic.js";
import { THEMES } from "../../ui/picture/matrix_view/colour.js";
import { createLegend } from "../../ui/picture/model_map/legend.js";
import { aNumberedMap } from "./a_drawn_map.js";
import { apart, colourFor } from "./drawn.js";

const texts = (nodes) => nodes.map((one) => one.textContent);

test("each bar beside the arithmetic has its own name, number and length; a negative one goes the other way", () => {
  const rows = [["cat", 0.5, "고양이"], ["sat", -2, ""], ["mat", 1, ""]].map(([label, value, gloss]) => ({ label, value, text: String(value), ...(gloss ? { gloss } : {}) }));
  const box = newBox(), spans = [["0.5", "query", "Q@0.1"], ["·", "", ""], ["−4", "key", "K@1.1"], ["= −2", "result", ""]].map(([text, role, to]) => ({ text, role, to, spoken: to && `cell ${to}` }));
  showArithmetic(box, { title: "Scores[ cat, sat ]", question: "How well they match", sentence: "Compares a query with a key.", crumbs: [], lines: [{ label: "sum", spans, level: "numbers" }], bars: [{ title: "products", rows, isShare: false }] }, () => {});
  const bars = box.all("row");
  assert.deepEqual(bars.map((bar) => [bar.all("label")[0].textContent, bar.all("number")[0].textContent, bar.all("fill")[0].style.width, bar.all("minus").length]),
    [["cat 고양이", "0.5", "12.5%", 0], ["sat", "-2", "50%", 1], ["mat", "1", "25%", 0]]);
  assert.deepEqual(box.all("sum")[0].children.filter(({ tag }) => tag).map((one) => [one.textContent, one.className, one.dataset.to ?? ""]), spans.map(({ text, role, to }) => [text, role || "plain", to]));
  assert.equal(box.all("heading")[0].textContent, "Scores[ cat, sat ]");
});

const told = (sentence, bars = []) => ({ title: "Scores[ cat, sat ] = 1", question: "How it computes", sentence, crumbs: [], bars,
  lines: [["made of", "numbers"], ["in words", "idea"], ["goes into", "all"]].map(([label, level]) => ({ label, level, spans: [{ text: "1", role: "", to: "", spoken: "" }] })) });

test("a number shows its sentence, then its picture, then its arithmetic", () => {
  const box = newBox(), bars = ["products", "unscaled"].map((title) => ({ title, rows: [{ label: "a", value: 1, text: "1" }], isShare: false }));
  showArithmetic(box, told("Compares a query with a key.", bars), () => {});
  const [status, steps, first, working, second] = box.children;
  assert.equal(status.textContent, "Scores[ cat, sat ] = 1. Compares a query with a key.");
  assert.deepEqual(steps.children.map((one) => one.className), ["levels", "heading", "sentence", "step at-idea"]);
  assert.deepEqual([first, second].map((one) => one.className), ["bars at-idea", "bars at-all"]);
  assert.deepEqual([working.className, working.children.map((one) => one.className)], ["working at-numbers", ["how", "step at-numbers", "step at-all"]]);
});

test("without a sentence a reader hears how the number is computed", () => {
  const box = newBox();
  showArithmetic(box, told(""), () => {});
  assert.equal(box.children[0].textContent, "Scores[ cat, sat ] = 1. How it computes");
  assert.equal(box.all("sentence").length, 0);
});

test("the level that a person chose stays for every number and every box, and nothing is asked of the server", () => {
  const box = newBox(), asked = [], names = { level: "How much to show", level_idea: "Idea", level_numbers: "Numbers", level_all: "All" };
  showArithmetic(box, told("One."), (to) => asked.push(to), names);
  const options = () => box.all("level").map((one) => one.children[0]);
  assert.deepEqual([box.all("levels")[0].attributes["aria-label"], box.all("level").map((one) => one.textContent)], ["How much to show", ["Idea", "Numbers", "All"]]);
  assert.deepEqual([box.dataset.level, options().map((one) => one.checked)], ["numbers", [false, true, false]]);
  options()[2].onchange();
  assert.equal(box.dataset.level, "all");
  const kept = box.all("levels")[0];
  showArithmetic(box, told("Another."), (to) => asked.push(to), names);
  assert.equal(box.all("levels")[0], kept);
  const other = newBox();
  showArithmetic(other, told("One."), () => {}, names);
  assert.deepEqual([box.dataset.level, other.dataset.level, asked], ["all", "all", []]);
});

test("probable tokens stand in their order, each with its gloss, and a bar as long as its probability", () => {
  const rows = [["고양이", "cat", 0.62], ["개", "dog", 0.31], ["새", "", 0.07]].map(([name, gloss, share], at) => ({ name, gloss, share, text: `${100 * share}%`, chosen: at === 1 })), picture = kindOf(registerNext, "next_words");
  picture.show({ title: "Next token", before: "<start>", rows });
  const drawn = picture.node.all("row");
  assert.deepEqual(drawn.map((row) => [row.all("name")[0].textContent, row.all("fill")[0].style.width, row.all("number")[0].textContent]), [["고양이 cat", "62%", "62%"], ["개 dog", "31%", "31%"], ["새", "7.000000000000001%", "7.000000000000001%"]]);
  assert.deepEqual(drawn.map((row) => row.classList.contains("chosen")), [false, true, false]);
});

test("the map's legend goes from minus to plus and from 0 to 1 in the map's own colours, and names each head by its own", () => {
  const part = { ...aNumberedMap(), colours: ["#111111", "#222222", "#333333"] }, filled = { ...part, strings: { ...part.strings, legend: { numbers: "numbers", weights: "weights", heads: "heads", about: "" } } };
  for (const theme of Object.values(THEMES)) {
    const legend = createLegend();
    legend.refresh({ part: filled, theme });
    const [numbers, weights] = legend.node.all("scale");
    assert.deepEqual([numbers, weights].map((one) => one.textContent), ["numbers−+", "weights01"]);
    for (const [scale, name] of /** @type {[any, string][]} */ ([[numbers, "diverging"], [weights, "weights"]])) {
      const [swatch] = scale.all("swatch");
      assert.equal(swatch.style.background, `linear-gradient(90deg, ${theme.ramps[name].join(", ")})`);
      assert.equal(scale.children.indexOf(swatch), 2);
    }
    assert.deepEqual(legend.node.all("head").map((one) => [one.textContent, one.style["--head"]]), [["1", "#111111"], ["2", "#222222"]]);
  }
});

test("the small picture of a step has a point for each number, in the colours of its scale", () => {
  const numbers = Uint8Array.from([0, 127, 254, 255, 60, 200, 10, 254]), step = (label, at, scale) => ({ label, shape: "(2, 2)", rows: 2, cols: 2, at, scale, on: false });
  const picture = kindOf(registerSteps, "steps");
  for (const name of ["light", "dark"]) {
    Object.assign(globalThis, { getComputedStyle: () => ({ getPropertyValue: () => THEMES[name].surface, fontFamily: "x" }) });
    const own = name === "light" ? picture : kindOf(registerSteps, "steps");
    own.show({ title: "Steps", numbers, steps: [step("project", 0, "diverging"), step("attend", 4, "weights")] });
    assert.deepEqual(texts(own.node.all("name")), ["project", "attend"]);
    own.node.children.forEach((card, place) => {
      const [canvas] = card.children.filter(({ pixels }) => pixels);
      [...canvas.pixels].forEach((pixel, at) => {
        const number = numbers[4 * place + at], scale = place ? "weights" : "diverging", value = place ? number / 254 : (2 * number) / 254 - 1;
        if (number === 255) return assert.equal(pixel, 0);
        const colour = `#${[0, 8, 16].map((by) => ((pixel >>> by) & 255).toString(16).padStart(2, "0")).join("")}`;
        assert.ok(apart(colour, colourFor(name, scale, value, 1)) <= 2, `${name}, ${scale}, ${number}: ${colour}`);
      });
    });
  }
});

test("what a model writes stands token by token, the wrong ones marked, each with its own gloss", () => {
  const prediction = createPrediction();
  prediction.show({ source: ["b", "a"], due: ["a", "b"], strings: { input: "Input", right: "right", wrong: "wrong" }, glosses: { a: "alpha" }, lines: [{ title: "At step 5", written: ["a", "x"], colour: "#123456" }, { title: "At step 9", written: ["a", "b"] }] });
  const [input, first, second] = prediction.node.all("row");
  assert.deepEqual([input, first, second].map((row) => row.all("title")[0].textContent), ["Input", "At step 5", "At step 9"]);
  assert.deepEqual([first, second].map((row) => row.all("token").map((token) => [token.textContent, token.tag])), [[["a", "ins"], ["x", "del"]], [["a", "ins"], ["b", "ins"]]]);
  assert.deepEqual([first, second].map((row) => row.classList.contains("whole")), [false, true]);
  assert.deepEqual(input.all("glossed").map((one) => one.textContent), ["a alpha"]);
  assert.equal(first.style["--run"], "#123456");
});
