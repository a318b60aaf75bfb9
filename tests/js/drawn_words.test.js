import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { themed } from "../../ui/answer/curves.js";
import { THEMES } from "../../ui/picture/matrix_view/colour.js";
import { drawLegend, legendOf, namesOf } from "../../ui/share/curves_figure.js";
import { SvgContext } from "../../ui/share/svg_context.js";
import { SvgPath } from "../../ui/share/svg_path.js";
import { drawRows } from "../../ui/share/token_rows.js";
import { figureDrawn, isIn, middleOf, readBack } from "./drawn.js";

const near = (one, other, slack = 0.5) => Math.abs(one - other) <= slack, RISE = 0.35;

/** What is drawn on a context of its own. */
function drawn(draw) {
  const context = new SvgContext({ measure: (_, text) => 6 * text.length, imageOf: () => "" });
  draw(context);
  return readBack(context.body);
}

const KEYS = ["I", "see", "cats"], QUERIES = ["나", "는", "본다"], GLOSSES = { keys: ["저", "보다", "고양이들"], queries: ["me", "", "sees"] }, HEADS = ["#1d7779", "#b15901", "#c661b1"];
/** Three heads of which two are shown, no two weights alike. */
const WEIGHTS = [[0.9, 0.02, 0.08, 0.3, 0.45, 0.25, 0.1, 0.2, 0.7], [0.15, 0.35, 0.5, 0.6, 0.03, 0.37, 0.22, 0.66, 0.12]];

function lines(shown, more = {}) {
  return {
    kind: "lines", id: "lines", shape: [shown.length || 1, 3, 3], numbers: Float32Array.from(shown.length ? WEIGHTS.flat() : WEIGHTS[0]), keys: KEYS, queries: QUERIES, shown, threshold: 0.05,
    heads: HEADS.map((colour, place) => ({ name: `head ${place + 1}`, colour, on: !shown.length || shown.includes(place) })), aligned: [], notes: [], pins: "",
    keyGlosses: GLOSSES.keys, queryGlosses: GLOSSES.queries, strings: { keys: "keys", queries: "queries", heads: "heads" }, ...more,
  };
}

/** The lines between words, by the words at their ends. */
function readLines(figure) {
  const ends = (words) => words.map((word) => figure.text(word)).map(({ y, "font-size": size }) => y - RISE * size), keys = ends(KEYS), queries = ends(QUERIES);
  const rowAt = (rows, y) => rows.findIndex((row) => near(row, y, 1.5));
  return figure.strokes.filter(({ fill }) => fill === "none").map(({ stroke, pieces: [[from, to]], "stroke-width": width = 1, "stroke-dasharray": dash, "stroke-opacity": opacity = 1 }) => (
    { colour: stroke, key: rowAt(keys, from[1]), query: rowAt(queries, to[1]), width, isDashed: Boolean(dash), opacity, isAcross: from[0] < to[0] }));
}

for (const theme of ["light", "dark"]) {
  test(`lines join the words of their weight in their head's colour, and the legend names the heads that are on: ${theme}`, async () => {
    const shown = [0, 2], data = lines(shown), figure = await figureDrawn({ kind: "lines", view: { data, pins: new Set() } }, theme), read = readLines(figure), wanted = [];
    WEIGHTS.forEach((weights, picture) => weights.forEach((weight, at) => {
      if (weight >= data.threshold) wanted.push({ colour: HEADS[shown[picture]], query: Math.floor(at / 3), key: at % 3, weight });
    }));
    const keyOf = ({ colour, query, key }) => `${colour}: ${query} on ${key}`;
    assert.deepEqual(read.map(keyOf).sort(), wanted.map(keyOf).sort());
    assert.ok(read.every(({ isAcross, isDashed }) => isAcross && !isDashed));
    const widths = wanted.sort((one, other) => one.weight - other.weight).map((one) => read.find((line) => keyOf(line) === keyOf(one)).width);
    widths.slice(1).forEach((width, place) => assert.ok(width > widths[place]));
    for (const head of shown) {
      const name = figure.text(String(head + 1)), swatch = figure.marks.find(({ kind, fill }) => kind === "rect" && fill === HEADS[head]);
      assert.ok(swatch.x < name.x && name.x - swatch.x < 30, `head ${head + 1}`);
    }
    assert.ok(!figure.texts.some(({ text }) => text === "2") && figure.texts.some(({ text }) => text === "what the lines mean"));
  });
}

test("each word has its own gloss beside it, keys at the left and queries at the right", async () => {
  const figure = await figureDrawn({ kind: "lines", view: { data: lines([]), pins: new Set() } }, "light");
  for (const [words, glosses] of /** @type {[string[], string[]][]} */ ([[KEYS, GLOSSES.keys], [QUERIES, GLOSSES.queries]])) {
    words.forEach((word, place) => {
      const row = figure.text(word), beside = figure.texts.filter((one) => one["font-size"] === 11 && near(one.y, row.y, 3) && (one.x < figure.text("queries").x - 50) === (words === KEYS));
      assert.deepEqual(beside.map(({ text }) => text), glosses[place] ? [glosses[place]] : [], word);
    });
  }
  assert.ok(middleOf(figure.text("keys")) < middleOf(figure.text("queries")));
});

test("a pinned word is bold and leaves the other words' lines faint; a negative difference is red, what belongs together is dashed", async () => {
  const signed = lines([], { numbers: Float32Array.from(WEIGHTS[0], (value, at) => (at === 4 ? -value : value)), aligned: [[2, 1]] });
  const figure = await figureDrawn({ kind: "lines", view: { data: signed, pins: new Set(["q1"]) } }, "dark"), read = readLines(figure).filter(({ isDashed }) => !isDashed);
  assert.equal(figure.text("는")["font-weight"], 700);
  assert.ok(read.every(({ query, opacity }) => (query === 1 ? opacity > 0.25 : opacity < 0.1)));
  assert.deepEqual(read.filter(({ colour }) => colour === "#b2182b").map(({ query, key }) => [query, key]), [[1, 1]]);
  assert.deepEqual(readLines(figure).filter(({ isDashed }) => isDashed).map(({ query, key }) => [query, key]), [[2, 1]]);
});

test("a curve keeps its numbers and colour in either theme, and its name stands after a line that looks as it does", () => {
  const trace = (name, color, y, line = {}) => ({ type: "scatter", mode: "lines", name, x: [0, 1, 2], y, line: { color, width: 2, ...line } });
  const data = [trace("this one", "#4a6cf0", [1, 2, 3], { width: 3 }), trace("the other", "#c9681b", [3, 2, 1], { dash: "dash" }), { mode: "markers+text", x: [1], y: [2], text: ["peak"] }];
  const layout = { height: 300, xaxis: { title: { text: "step" }, range: [0, 2] }, yaxis: { title: { text: "rate" } } };
  for (const theme of Object.values(THEMES)) {
    const made = themed({ data, layout }, { line: theme.line, ink: theme.ink, background: theme.surface, font: "x" }, 300);
    assert.deepEqual(made.data, data);
    assert.deepEqual([made.layout.xaxis.range, made.layout.xaxis.title.text, made.layout.yaxis.title.text, made.layout.yaxis.autorange], [[0, 2], "step", "rate", undefined]);
    assert.deepEqual([made.layout.font.color, made.layout.xaxis.gridcolor, made.layout.hoverlabel.bgcolor], [theme.ink, theme.line, theme.surface]);
    const legend = drawn((context) => drawLegend(context, legendOf(namesOf({ data }), (name) => 6 * name.length, 500).places, { ...theme, font: "x" }, 100));
    for (const { name, line } of data.slice(0, 2)) {
      const said = legend.text(name), [swatch] = legend.strokes.filter(({ stroke }) => stroke === line.color), [[, y], [right]] = swatch.pieces[0];
      assert.ok(right < said.x && said.x - right < 10 && near(y, said.y - RISE * 12));
      assert.deepEqual([swatch["stroke-width"] ?? 1, Boolean(swatch["stroke-dasharray"])], [line.width, Boolean(line.dash)]);
    }
  }
});

test("rows of a film: each token in its box after its title, a wrong one struck out, a right row ticked", () => {
  const rows = [{ title: "Input", tokens: [{ text: "b", gloss: "bee" }, { text: "a" }] }, { title: "Wrote", colour: "#123456", isWhole: true, tokens: [{ text: "x", isRight: true }, { text: "y", isRight: false }] }];
  const film = drawn((context) => drawRows(context, rows, { ...THEMES.light, font: "x" }, 80, 400)), at = (text) => film.text(text);
  assert.ok(at("Input").x < middleOf(at("b")) && middleOf(at("b")) < middleOf(at("bee")) && middleOf(at("bee")) < middleOf(at("a")));
  assert.ok(near(at("x").y, at("Wrote").y, 3) && at("Wrote").y > at("Input").y && at("Wrote").fill === "#123456" && near(at("✓").y, at("x").y, 3) && at("✓").x > at("y").x);
  const boxes = film.marks.filter(({ kind, "fill-opacity": opacity }) => kind === "path" && opacity === 0.2), struck = film.marks.filter(({ kind }) => kind === "rect");
  assert.deepEqual(boxes.map(({ pieces: [[[x]]] }) => x < middleOf(at("y")) && x > middleOf(at("x"))), [false, true]);
  assert.notEqual(boxes[0].fill, boxes[1].fill);
  assert.ok(struck.length === 1 && isIn(struck[0], middleOf(at("y")), struck[0].y));
});

/** What draws on its own canvas, which a saved picture takes as pixels. */
const OF_PIXELS = ["createImageData", "createPattern", "putImageData"];
/** What else is called a context: what an equation depends on, what a tab of Share shows. */
const NO_DRAWINGS = ["data_tab.js", "equations.js", "panel.js", "svg_context.js"];

test("whatever a drawing asks of its context, the one that writes SVG has", () => {
  const known = new Set([...[SvgContext, SvgPath].flatMap((one) => Object.getOwnPropertyNames(one.prototype)), ...Object.keys(new SvgContext({ measure: () => 0, imageOf: () => "" })), ...OF_PIXELS]);
  const folders = ["ui", "pages"].map((name) => new URL(`../../${name}/`, import.meta.url)), asked = [];
  for (const folder of folders) {
    for (const path of readdirSync(folder, { recursive: true, encoding: "utf-8" }).filter((one) => one.endsWith(".js") && !NO_DRAWINGS.some((name) => one.endsWith(name)))) {
      const source = readFileSync(new URL(path, folder), "utf-8"), within = source.matchAll(/(?<!\/)\b(?:context|pen)\??\.(\w+)|getContext\("2d"\)\.(\w+)|Object\.assign\((?:context|pen), \{([^}]*)\}/g);
      for (const [, name, own, assigned] of within) {
        const names = assigned ? [...assigned.matchAll(/(?:^|, ?)\s*(\w+)(?=:|,|\s*$)/g)].map(([, one]) => one) : [name ?? own];
        asked.push(...names.map((one) => ({ one, path })));
      }
    }
  }
  assert.ok(asked.length > 300 && asked.some(({ one }) => one === "textBaseline"));
  assert.deepEqual(asked.filter(({ one }) => !known.has(one)), []);
});

test("a call or a setting that the context lacks is an error in every test of a drawing", () => {
  const context = /** @type {any} */ (new SvgContext({ measure: () => 0, imageOf: () => "" }));
  assert.throws(() => context.ellipse(0, 0, 1, 1, 0, 0, 7), /has no ellipse/);
  assert.throws(() => { context.shadowBlur = 4; }, /has no shadowBlur/);
  assert.throws(() => Object.assign(context, { letterSpacing: "1px" }), /has no letterSpacing/);
});
