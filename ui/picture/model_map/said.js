// What the map says in words: the line below it, the text that is written, the field for a number set by hand.

import { ask } from "../../answer/store.js";
import { element } from "../element.js";
import { exactText, typedNumber } from "../matrix_view/numbers.js";
import { cellName, sectionTitle } from "./names.js";
import { writeCell } from "./places.js";
import { encoderSteps, seenAt } from "./play.js";
import { isHiddenAt, offsetOf, valueAt } from "./tensors.js";

/** The line below: what is pointed at, else what is pinned; and the number's field where it can be changed. */
export function say(view) {
  const { hovered, pinned, parameter } = view.selection, place = hovered ?? pinned ?? parameter;
  const words = wordsOf(view, place), { strings } = view.part;
  const hint = window.matchMedia("(pointer: coarse)").matches ? strings.hint_touch : strings.hint;
  view.readout.textContent = words || stepWords(view) || hint;
  view.readout.classList.toggle("quiet", !words);
  view.legend.textContent = view.hasWay ? view.wayWords ?? "" : "";
  const { editable } = view.part, isEmbedding = pinned && editable.includes(view.part.tensors[pinned.place].name);
  const isEditable = editable.length > 0 && !hovered && Boolean(isEmbedding || parameter);
  view.editor.hidden = !isEditable;
  view.editor.setAttribute("aria-label", view.part.strings.set_by_hand ?? "");
  if (!isEditable || document.activeElement === view.editor) return;
  view.editor.value = String((parameter ? parameterValue(view, parameter) : nowAt(view, pinned)) ?? "");
}

/** Which step of the way is on while it plays; nothing when all is shown. */
function stepWords({ part, time }) {
  if (time === null) return "";
  const steps = encoderSteps(part), { strings } = part;
  if (time < steps) return sectionTitle(part, part.sections[Math.floor(time)]);
  return strings.step_word.replace("{number}", String(Math.floor(time - steps) + 1)).replace("{count}", String(part.next.length));
}

export function wordsOf(view, place) {
  const { part, tensors } = view;
  if (!place) return "";
  if (place.parameter) return parameterWords(view, place);
  if (place.place === undefined) {
    const label = part[place.side].labels[place.row], gloss = part[place.side].glosses[place.row];
    const hide = place.isWord && place.side === "src" && part.strings.hide ? ` · ${part.strings.hide}` : "";
    return `${label}${gloss ? ` (${gloss})` : ""}${hide}`;
  }
  const value = valueAt(tensors[place.place], place.index);
  if (part.isCompared && view.seen !== "now" && value !== undefined) return `${cellName(part, place)}: ${comparedWords(view, place)}`;
  if (isHiddenAt(tensors, tensors[place.place], place.index)) return `${cellName(part, place)} = ${part.strings.hidden}`;
  return value === undefined ? cellName(part, place) : `${cellName(part, place)} = ${exactText(value)}`;
}

/** The number in the forward that is in force, whichever is looked at. */
function nowAt(view, { place, index }) {
  const tensor = view.tensors[place], { at } = view.part.tensors[place];
  return view.seen === "now" || tensor.pool > 1 ? valueAt(tensor, index) : view.part.numbers[at + offsetOf(tensor, index)];
}

/** Both numbers of a cell by the names of what they are from, and how far they are apart. */
function comparedWords(view, { place, index }) {
  const { tensors, strings: { tools } } = view.part, total = tensors.reduce((sum, { count }) => sum + count, 0);
  const at = tensors[place].at + offsetOf(tensors[place], index), now = view.part.numbers[at], other = view.part.numbers[total + at];
  const difference = now === other ? 0 : now - other;
  const numbers = { [tools.seen_now]: now, [tools.seen_other]: other, [tools.seen_difference]: difference };
  return Object.entries(numbers).map(([name, value]) => `${name} ${exactText(value)}`).join(" · ");
}

function parameterWords(view, place) {
  const column = view.part.tensors.findIndex(({ parameters }) => parameters.some(({ name }) => name === place.parameter.name));
  const own = place.parameter.name.split(".").slice(-2).join("."), where = sectionTitle(view.part, view.part.sections.find(({ tensors }) => tensors.includes(column)));
  const name = `${where} · ${own}[ ${place.parameterIndex.join(", ")} ]`, value = parameterValue(view, place);
  return value === undefined ? name : `${name} = ${exactText(value)}`;
}

/** A parameter's number; undefined as long as it is not here. */
function parameterValue(view, { parameter, parameterIndex }) {
  const cells = view.cells.get(parameter.name);
  return cells?.pool === 1 ? cells.numbers[offsetOf(parameter, parameterIndex)] : undefined;
}

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

/** The text, as far as it has been written, with what its morphemes mean. */
export function showWritten(view) {
  const { part, time, written } = view;
  // Where nothing is written by the model there is no line for it.
  written.hidden = !part.written;
  const seen = seenAt(part, time ?? Infinity), pieces = [];
  const text = seen.isAll ? part.written : part.tgt.labels.slice(1, Math.max(1, seen.row + 1)).join(" ");
  pieces.push(element("span", "text", text || "…"));
  const names = part.next.slice(0, seen.isAll ? part.next.length : Math.max(0, seen.row)).map((next, row) => part.glossesNext?.[row]);
  if (part.glossesNext) pieces.push(element("span", "glosses", names.filter(Boolean).join(" · ")));
  if (part.before && seen.isAll) pieces.push(Object.assign(element("span", "before", part.before), { title: part.before }));
  written.replaceChildren(...pieces);
  view.node.closest(".workbench")?.classList.toggle("playing", !seen.isAll);
}
