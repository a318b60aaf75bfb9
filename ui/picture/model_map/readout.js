// The text around the map: the readout below it, the decoded text, and the field for editing a number.

import { ask } from "../../store/store.js";
import { element } from "../element.js";
import { withGloss } from "../glossed.js";
import { exactText, typedNumber } from "../matrix_view/numbers.js";
import { aboutTitle } from "./about.js";
import { countOf, shortName } from "./draw_parameters.js";
import { resultSide, sentenceSide } from "./layout.js";
import { cellName, kindOfRow, rowName, sectionName, tokenId } from "./names.js";
import { endOf, filled, narrationAt, percentText } from "./narration.js";
import { glossOfNext } from "./next_tokens.js";
import { frontOf } from "./overlay.js";
import { writeCell } from "./places.js";
import { seenAt } from "./play.js";
import { isHiddenAt, offsetOf, valueAt } from "./tensors.js";

/**
 * Update the readout. During playback it describes the step that is being drawn; otherwise the hovered cell, the step
 * at which playback is paused, or the pinned cell. Also shows the edit field if the number is editable.
 * @param {ModelMap.Readable} view
 */
export function updateReadout(view) {
  const { pinned, parameter } = view.selection, hovered = view.isPlaying ? null : view.selection.hovered;
  const story = hovered && !view.ending ? "" : storyOf(view), place = hovered ?? pinned ?? parameter;
  const words = story || readoutText(view, place), { strings } = view.part;
  setText(view.readout, words || (view.hasParameters ? parameterCount(view) : "") || hintOf(strings));
  view.readout.classList.toggle("quiet", !words);
  setText(view.legend, view.hasOrigins ? view.originsText ?? "" : "");
  const { editable } = view.part, isEmbedding = pinned && editable.includes(view.part.tensors[pinned.place].name);
  const isEditable = editable.length > 0 && !hovered && !story && Boolean(isEmbedding || parameter);
  view.editor.hidden = !isEditable;
  view.editor.setAttribute("aria-label", view.part.strings.set_by_hand ?? "");
  if (!isEditable || document.activeElement === view.editor) return;
  view.editor.value = String((parameter ? parameterValue(view, parameter) : pinned && nowAt(view, pinned)) ?? "");
}

/** Leave unchanged text untouched, because this runs for every frame. @param {HTMLElement} node @param {string} text */
function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** @param {ModelMap.Strings} strings */
function hintOf(strings) {
  return window.matchMedia("(pointer: coarse)").matches ? strings.hint_touch : strings.hint;
}

/** The total number of parameters, shown while there is no other text. @param {Pick<ModelMap.View, "part">} view */
function parameterCount({ part }) {
  return filled(part.strings.parameter_count, { count: part.parameterCount.toLocaleString("en") });
}

/** The next tokens after each token, in the displayed forward pass. @param {Pick<ModelMap.View, "part" | "seen">} view */
export function nextOf({ part, seen }) {
  return seen === "other" && part.otherNext.length ? part.otherNext : part.next;
}

/** The narration of the displayed step; empty when everything is shown. @param {ModelMap.Readable} view */
export function storyOf(view) {
  if (view.ending) return endOf(view.part, view.ending, nextOf(view), { hasSuggestions: Boolean(frontOf(view)) });
  if (view.time === null || !view.placed) return "";
  const { title, text } = narrationAt(view.part, view.placed, view.time, nextOf(view));
  return title ? `${title}: ${text}` : text;
}

/** @param {ModelMap.Readable} view @param {ModelMap.Hit | null | undefined} place */
export function readoutText(view, place) {
  const { part, tensors } = view;
  if (!place) return "";
  if (place.title) return aboutTitle(part, place.title);
  if (place.parameter) return parameterWords(view, place);
  if (place.next) return nextWords(view, place);
  if (place.place === undefined) {
    const label = part[place.side].labels[place.row], gloss = part[place.side].glosses[place.row];
    const hide = place.isWord && place.side === sentenceSide(part) && part.strings.hide ? ` · ${part.strings.hide}` : "";
    const meaning = gloss ? meaningOf(part.strings, gloss) : "";
    const kind = kindOfRow(part, place.side, place.row);
    return `${label}${kind ? ` · ${kind}` : ""}${gloss ? ` (${gloss}${meaning ? `: ${meaning}` : ""})` : ""}${hide}`;
  }
  const value = valueAt(tensors[place.place], place.index);
  if (part.isCompared && view.seen !== "now" && value !== undefined) return `${cellName(part, place)}: ${comparedWords(view, place)}`;
  if (isHiddenAt(tensors, tensors[place.place], place.index)) return `${cellName(part, place)} = ${part.strings.hidden}`;
  return value === undefined ? cellName(part, place) : `${cellName(part, place)} = ${exactText(value)}`;
}

/**
 * Describe a possible next token and its probability.
 * @param {Pick<ModelMap.View, "part" | "seen">} view @param {{row: number, next: {name: string, share: number}}} x
 */
function nextWords({ part, seen }, { row, next: { name, share } }) {
  const token = withGloss(name, glossOfNext(nextOf({ part, seen })[row], name));
  const words = filled(part.strings.next_token, { before: rowName(part[resultSide(part)], row), token, probability: percentText(share) });
  return part.tensors.some(({ own }) => own === "probabilities") && tokenId(part, name) >= 0 ? `${words} · ${part.strings.click_to_pin}` : words;
}

/** The number in the current forward pass, whichever of the two is displayed. @param {ModelMap.Readable} view @param {ModelMap.Cell} cell */
function nowAt(view, { place, index }) {
  const tensor = view.tensors[place], { at } = view.part.tensors[place];
  if (view.seen === "now") return valueAt(tensor, index);
  return tensor.pool > 1 || tensor.sent ? view.cells.get(tensor.name)?.numbers[offsetOf(tensor, index)] : view.part.numbers[at + offsetOf(tensor, index)];
}

/** A cell's numbers in both forward passes. @param {ModelMap.Readable} view @param {number} place @param {number[]} index */
function bothAt({ part: { tensors, numbers }, tensors: shown, cells, otherCells }, place, index) {
  const offset = offsetOf(tensors[place], index), at = tensors[place].at + offset, { name, pool, sent } = shown[place];
  const total = tensors.reduce((sum, { count }) => sum + count, 0);
  if (pool === 1 && !sent) return [numbers[at], numbers[total + at]];
  return [cells, otherCells].map((one) => one.get(name)?.numbers[offset] ?? NaN);
}

/** Both numbers of a cell, labelled by forward pass, and their difference. @param {ModelMap.Readable} view @param {ModelMap.Cell} cell */
function comparedWords(view, { place, index }) {
  const { strings: { tools } } = view.part, [now, other] = bothAt(view, place, index);
  const difference = now === other ? 0 : now - other;
  const numbers = { [tools.seen_now]: now, [tools.seen_other]: other, [tools.seen_difference]: difference };
  return Object.entries(numbers).map(([name, value]) => `${name} ${exactText(value)}`).join(" · ");
}

/** @param {ModelMap.Readable} view @param {ModelMap.PinnedParameter} place */
function parameterWords(view, place) {
  const column = view.part.tensors.findIndex(({ parameters }) => parameters.some(({ name }) => name === place.parameter.name));
  const own = shortName(place.parameter), where = sectionName(view.part, column);
  const shape = filled(view.part.strings.parameter.count, { count: countOf(place.parameter) });
  const name = `${where} · ${shape} · ${own}[ ${place.parameterIndex.join(", ")} ]`, value = parameterValue(view, place);
  return value === undefined ? name : `${name} = ${exactText(value)}`;
}

/** The value of a parameter; undefined until it has been received. @param {ModelMap.Readable} view @param {ModelMap.PinnedParameter} pinnedParameter */
function parameterValue(view, { parameter, parameterIndex }) {
  const cells = view.cells.get(parameter.name);
  return cells?.pool === 1 ? cells.numbers[offsetOf(parameter, parameterIndex)] : undefined;
}

/** @param {ModelMap.View} view */
export function connectEditor(view) {
  const { editor } = view;
  editor.onkeydown = (event) => {
    if (event.key === "Escape") view.stage.focus();
    if (event.key !== "Enter") return;
    const value = typedNumber(editor.value), { pinned, parameter } = view.selection;
    const cell = parameter ? `${parameter.parameter.name}@${parameter.parameterIndex.join(".")}` : pinned && writeCell(view.part, pinned);
    if (value === null) view.live.textContent = view.part.strings.not_a_number.replace("{text}", editor.value);
    else if (cell) ask(view.store, { do: { change: { cell, value } } });
  };
}

/** Show the text decoded so far, with the meanings of its morphemes, and what is told of this step. @param {ModelMap.View} view */
export function showWritten(view) {
  const { part, time, written } = view;
  // No line for it if the model decodes nothing.
  written.hidden = !part.written;
  const seen = seenAt(part, time ?? Infinity), pieces = [];
  const text = seen.isAll ? part.written : part.tgt.labels.slice(1, Math.max(1, seen.row + 1)).join(" ");
  pieces.push(element("span", "text", text || "…"));
  const names = part.next.slice(0, seen.isAll ? part.next.length : Math.max(0, seen.row)).map((next, row) => part.glossesNext?.[row]);
  const glosses = names.flatMap((name) => name || []);
  if (glosses.length) pieces.push(glossLine(part, glosses));
  written.replaceChildren(...pieces);
  view.before.textContent = seen.isAll ? part.before : "";
  view.node.closest(".workbench")?.classList.toggle("playing", !seen.isAll || Boolean(view.ending));
  // What takes the arithmetic's place, also where a link opens the map in the middle of playback.
  view.story.refresh(view);
}

/**
 * The glosses of the tokens, in order; each abbreviation has its expansion as a tooltip.
 * @param {ModelMap.Part} part @param {string[]} names
 */
function glossLine(part, names) {
  const line = Object.assign(element("span", "glosses"), { title: names.join(" · ") });
  line.append(...names.flatMap((name, place) => [...(place ? [" · "] : []), glossOf(part, name)]));
  return line;
}

/** @param {Pick<ModelMap.Part, "strings">} part @param {string} name */
function glossOf({ strings }, name) {
  const meaning = meaningOf(strings, name);
  return meaning ? Object.assign(element("abbr", "", name), { title: meaning }) : name;
}

/** Expand the abbreviations in a gloss such as "PAST.ADNOMINAL". @param {Pick<ModelMap.Strings, "abbreviations">} strings @param {string} gloss */
export function meaningOf({ abbreviations = {} }, gloss) {
  return gloss.split(/[./]/).map((piece) => abbreviations[piece]).filter(Boolean).join("; ");
}
