// Draws every picture of the answers in some files as it is saved, in light and dark, and prints where what is drawn is
// not what was answered: `tests/pages/test_drawn.py` starts it with the answers of the pages.

import { readFileSync } from "node:fs";

import { decodeAnswer } from "../../ui/store/bytes.js";
import { THEMES } from "../../ui/picture/matrix_view/colour.js";
import { createLayout, placedAt } from "../../ui/picture/model_map/layout.js";
import { cellRect, hitAt } from "../../ui/picture/model_map/points.js";
import { isHiddenAt, tensorsOf, valueAt } from "../../ui/picture/model_map/tensors.js";
import { apart, colourFor, figureDrawn, middleOf, numberIn } from "./drawn.js";

const RISE = 0.35, LETTERS = ["#000000", "#ffffff"], ROOM = { width: 1300, height: 700 };
const faults = [], counts = { numbers: 0, colours: 0, labels: 0, lines: 0 };
const middleDown = ({ y, "font-size": size }) => y - RISE * size;
const isSo = (holds, what, where) => { if (!holds && faults.length < 40) faults.push(`${where}: ${what}`); };

/** Whether a text is a number, with as many digits as it shows. */
function isNumber(text, value) {
  if (text === "NaN") return Number.isNaN(value);
  const said = numberIn(text), [, decimals = ""] = /\.(\d+)$/.exec(text) ?? [];
  if (!Number.isFinite(said) || text.includes("e")) return said === value || Math.abs(said - value) <= 0.06 * Math.abs(value);
  return Math.abs(said - value) <= 0.5 * 10 ** -decimals.length + 1e-6 * Math.abs(value);
}

/** Whether a text is a label, perhaps shortened, or its gloss. */
function isLabel(text, axis, place) {
  const label = axis.labels ? axis.labels[place] : String(place + axis.first), start = text.replace(/…$/, "");
  return [label, axis.glosses?.[place] ?? ""].some((one) => one === text || (start !== text && one?.startsWith(start)));
}

function assertColour(item, value, ground, theme, where) {
  counts.colours += 1;
  if (Number.isNaN(value)) return;
  const wanted = colourFor(theme, item.scale, value, item.limit);
  isSo(typeof ground === "string" && apart(ground, wanted) <= 3, `${value} is ${JSON.stringify(ground)?.slice(0, 40)}, not ${wanted}`, where);
}

/** The rectangles of the cells of a matrix, one after the other as they were drawn: row by row. */
function cellsIn(drawn, count) {
  const rects = drawn.marks.filter(({ kind, stroke }) => kind === "rect" && !stroke);
  for (let at = 0; at + count <= rects.length; at++) {
    const all = rects.slice(at, at + count), [first] = all;
    if (count > 1 && all.every(({ width, height }) => Math.abs(width - first.width) < 0.02 && Math.abs(height - first.height) < 0.02)) return all;
  }
  return [];
}

function checkCells(drawn, item, theme, where) {
  const { rowCount, colCount, values, hidden, scale } = item, cells = cellsIn(drawn, rowCount * colCount);
  if (!cells.length) return isSo(rowCount * colCount === 1, "no cells are drawn", where);
  const numbers = drawn.texts.filter(({ fill, anchor, text }) => anchor === "middle" && LETTERS.includes(fill) && text !== "");
  const { x: left, y: top } = cells[0], step = { x: colCount > 1 ? cells[1].x - left : cells[0].width, y: rowCount > 1 ? cells[colCount].y - top : cells[0].height };
  cells.forEach((cell, at) => {
    const [row, col] = [Math.floor(at / colCount), at % colCount], own = `${where}[${row}, ${col}]`;
    isSo(Math.abs(cell.x - left - col * step.x) < 0.3 && Math.abs(cell.y - top - row * step.y) < 0.3, "it is not in its place", own);
    if (hidden?.[at]) return isSo(cell.fill.startsWith("url("), "it is hidden, and not hatched", own);
    assertColour(item, values[at], cell.fill, theme, own);
  });
  for (const text of numbers) {
    const col = Math.floor((text.x - left) / step.x), row = Math.floor((middleDown(text) - top) / step.y), at = row * colCount + col;
    if (row < 0 || col < 0 || row >= rowCount || col >= colCount) continue;
    counts.numbers += 1;
    isSo(!hidden?.[at] && isNumber(text.text, values[at]), `“${text.text}” is written, not ${values[at]}`, `${where}[${row}, ${col}]`);
  }
  const written = numbers.length, visible = values.length - (hidden ? hidden.reduce((sum, one) => sum + one, 0) : 0);
  isSo(!written || written >= visible || scale === "mask", `${written} numbers are written, of ${visible}`, where);
  checkLabels(drawn, item, { left, top, step }, where);
}

function checkLabels(drawn, { rows, cols, rowCount, colCount, bars }, { left, top, step }, where) {
  const beside = drawn.texts.filter(({ fill, "font-size": size }) => !LETTERS.includes(fill) && (size === 12 || size === 11));
  for (const label of beside.filter(({ anchor, x, isTurned }) => anchor === "end" && x < left && !isTurned)) {
    const row = Math.floor((middleDown(label) - top) / step.y);
    counts.labels += 1;
    isSo(row >= 0 && row < rowCount && isLabel(label.text, rows, row), `“${label.text}” is the name of row ${row}`, where);
  }
  for (const label of beside.filter(({ y, isTurned, text }) => y < top && y > top - 30 && !isTurned && text !== bars?.title)) {
    const col = Math.floor((middleOf(label) - left) / step.x);
    if (col < 0 || col >= colCount || label.anchor !== "middle") continue;
    counts.labels += 1;
    isSo(isLabel(label.text, cols, col), `“${label.text}” is the name of column ${col}`, where);
  }
}

function checkPictures(drawn, item, theme, where) {
  const { rowCount, colCount, tiles, values, hidden } = item, pictures = drawn.marks.filter(({ kind }) => kind === "image"), size = rowCount * colCount;
  isSo(pictures.length === tiles, `${pictures.length} pictures of ${tiles}`, where);
  pictures.forEach(({ x, y, width, height, picture }, tile) => {
    // Where several numbers share a point, their mean is drawn.
    if (picture.width !== colCount || picture.height !== rowCount) return;
    const apartBy = Math.max(1, Math.floor(size / 400));
    for (let at = 0; at < size; at += apartBy) {
      const place = tile * size + at, ground = drawn.groundAt(x + ((at % colCount) + 0.5) * (width / colCount), y + (Math.floor(at / colCount) + 0.5) * (height / rowCount));
      if (hidden?.[place]) isSo(ground?.pattern, "it is hidden, and not hatched", `${where}[${tile}, ${at}]`);
      else assertColour(item, values[place], ground, theme, `${where}[${tile}, ${at}]`);
    }
    if (item.kind !== "tiles" || tiles > 40) return;
    const title = drawn.texts.find((text) => Math.abs(text.x - x) < 2 && text.y < y && text.y > y - 12);
    isSo(title && isLabel(title.text, item.tileAxis, tile), `“${title?.text}” is the name of tile ${tile}`, where);
  });
}

async function checkBoard(part, theme, where) {
  const board = { items: part.items, pin: null };
  await figureDrawn({ kind: "board", board }, theme);
  for (const item of part.items.filter(({ shape }) => shape)) {
    const drawn = await figureDrawn({ kind: "board", board, id: item.id }, theme), own = `${where}, ${item.id}`, isPicture = drawn.marks.some(({ kind }) => kind === "image");
    (isPicture ? checkPictures : checkCells)(drawn, item, theme, own);
  }
}

/** The map as a whole, and near at a few cells: every number in sight is the one of the tensor that is there. */
async function checkMap(part, theme, where) {
  const tensors = tensorsOf(part), layout = createLayout(part, ROOM), grid = tensors.findLastIndex(({ own }) => own === "masked"), vector = tensors.findIndex(({ own }) => own === "hidden");
  const view = { layout, tensors, labels: 104, theme: { accent: "#123456" }, time: null, seen: "now", cells: new Map(), selection: { hovered: null, pinned: null, parameter: null, trail: [], origins: [], ends: [] } };
  const draw = (camera) => figureDrawn({ kind: "map", view: { ...view, camera, placed: placedAt(layout, camera.t) } }, theme);
  await draw({ t: 0, x: 0, y: 0 });
  const placed = placedAt(layout, 1);
  for (const place of [grid, vector]) {
    const rect = cellRect(layout, placed, place, tensors[place].shape.map((size, axis) => (axis < tensors[place].shape.length - 2 ? 0 : size - 1))), camera = { t: 1, x: rect.x - 500, y: rect.y - 300 };
    const drawn = await draw(camera), [, corner] = drawn.marks.filter(({ kind }) => kind === "rect"), numbers = drawn.texts.filter(({ fill, anchor }) => anchor === "middle" && LETTERS.includes(fill));
    isSo(numbers.length > 5, `${numbers.length} numbers near ${tensors[place].name}`, where);
    for (const { text, x, y, "font-size": size } of numbers) {
      const hit = hitAt(layout, placed, x - corner.x - 104 + camera.x, y - RISE * size - corner.y + camera.y), tensor = tensors[hit?.place];
      counts.numbers += 1;
      isSo(tensor && !isHiddenAt(tensors, tensor, hit.index) && isNumber(text, valueAt(tensor, hit.index)), `“${text}” is written on ${tensor?.name} ${hit?.index}`, where);
      if (tensor) assertColour({ scale: tensor.scale, limit: tensor.limit }, valueAt(tensor, hit.index), drawn.groundAt(x, y - RISE * size), theme, `${where}, ${tensor.name} ${hit.index}`);
    }
  }
}

async function checkLines(part, theme, where) {
  const drawn = await figureDrawn({ kind: "lines", view: { data: part, pins: new Set() } }, theme), wanted = part.numbers.filter((weight) => Math.abs(weight) >= part.threshold).length;
  const lines = drawn.strokes.filter(({ "stroke-dasharray": dash }) => !dash), colours = part.shown.map((head) => part.heads[head].colour);
  counts.lines += lines.length;
  isSo(lines.length === wanted, `${lines.length} lines of ${wanted}`, where);
  isSo(!colours.length || lines.every(({ stroke }) => colours.includes(stroke) || stroke === "#b2182b"), "a line has the colour of no head that is shown", where);
  for (const word of [...part.keys, ...part.queries]) isSo(drawn.texts.some(({ text }) => text === word || text.endsWith("…")), `“${word}” is nowhere`, where);
}

const CHECKS = { board: checkBoard, map: checkMap, lines: checkLines };
for (const path of process.argv.slice(2)) {
  const { areas } = decodeAnswer(new Uint8Array(readFileSync(path)));
  for (const [area, parts] of Object.entries(areas)) {
    for (const part of parts.flatMap((one) => [one, ...(one.kind === "columns" ? one.columns.flat() : [])])) {
      for (const theme of CHECKS[part.kind] ? Object.keys(THEMES) : []) await CHECKS[part.kind](part, theme, `${path.split("/").at(-1)}, ${area}, ${theme}`);
    }
  }
}
process.stdout.write(JSON.stringify({ faults, counts }));
