// What a key-value cache keeps while a decoder writes token by token: which rows of K and V come from it at a step, and
// how many numbers that is. Pure: tested without a browser.

import { filled, stageAt } from "./narration.js";
import { encoderSteps } from "./play.js";

/** The bytes of a number in float32 and in half precision. */
const FLOAT32 = 4, HALF = 2;
const KEPT = ["keys", "values"];

/**
 * The row of the decoder that is computed: the one that playback has come to, else the pinned one, else the last. -1
 * before the decoder reads its first token.
 * @param {ModelMap.Part} part @param {number | null} time @param {Pick<ModelMap.Cell, "side" | "row"> | null} pinned
 */
export function newRow(part, time, pinned) {
  const last = part.tgt.labels.length - 1;
  if (time !== null) return Math.min(last, Math.max(-1, stageAt(time) - encoderSteps(part)));
  return pinned?.side === "tgt" ? pinned.row : last;
}

/**
 * The first rows of a column that come from the cache when `row` is computed: [from, until). Of K and V of the target
 * those before it; of the source all, once its first token is read.
 * @param {ModelMap.Part} part @param {ModelMap.Column} column @param {number} row
 */
export function keptRows(part, { kind, place, section, side }, row) {
  const { stack, part: sublayer } = part.sections[section];
  if (kind !== "vector" || stack !== "decoder" || !KEPT.includes(part.tensors[place].own)) return 0;
  if (sublayer === "cross_attention") return row > 0 ? part[side].labels.length : 0;
  return sublayer === "self_attention" ? Math.max(0, row) : 0;
}

/**
 * Whether a row of a side is computed in the step in which the decoder computes `row`.
 * @param {ModelMap.Side} side @param {number} at @param {number} row
 */
export function isComputed(side, at, row) {
  return row < 0 || (side === "src" ? row === 0 : at === row);
}

/**
 * The texts of what is kept, in pairs of a name and a number.
 * @param {ModelMap.Part} part @param {number} row @returns {{title: string, token: string, text: string, lines: [string, string][]} | null}
 */
export function cacheWords(part, row) {
  const { cache, strings: { cache: words }, tgt } = part;
  if (!cache || !words) return null;
  if (row < 0) return { title: words.title, token: "", text: words.empty, lines: [] };
  const { self_attention: own, cross_attention: source } = cache, rows = row + 1;
  const token = filled(words.token, { number: rows, count: tgt.labels.length, token: tgt.labels[row] });
  const text = row ? words.later : [words.first, source ? words.first_source : ""].join(" ").trim();
  return { title: words.title, token, text, lines: linesOf(words, own, source, rows, part.src.labels.length) };
}

/**
 * @param {ModelMap.Texts} words @param {ModelMap.Cached} own @param {ModelMap.Cached | null} source @param {number} rows @param {number} sources
 * @returns {[string, string][]}
 */
function linesOf(words, own, source, rows, sources) {
  const ownTotal = rows * own.layers * own.numbers, sourceTotal = source ? sources * source.layers * source.numbers : 0, total = ownTotal + sourceTotal;
  /** @type {[string, string][]} */
  const lines = [
    [words.each, `2 × ${own.kv_heads} × ${own.d_k} = ${counted(own.numbers)}`],
    [words.own, `${rows} × ${own.layers} × ${counted(own.numbers)} = ${counted(ownTotal)}`],
  ];
  if (source) lines.push([words.source, `${sources} × ${source.layers} × ${counted(source.numbers)} = ${counted(sourceTotal)}`]);
  lines.push([words.float32, filled(words.bytes, { numbers: counted(total), size: FLOAT32, total: counted(FLOAT32 * total) })]);
  lines.push([words.half, filled(words.bytes, { numbers: counted(total), size: HALF, total: counted(HALF * total) })]);
  if (own.unshared > own.numbers) lines.push([filled(words.unshared, { heads: own.heads }), `${rows} × ${own.layers} × ${counted(own.unshared)} = ${counted(rows * own.layers * own.unshared)}`]);
  lines.push([words.rows, counted(rows)], [words.rows_without, `${rows} × ${rows + 1} ÷ 2 = ${counted((rows * (rows + 1)) / 2)}`]);
  return lines;
}

/** @param {number} number */
function counted(number) {
  return number.toLocaleString("en");
}
