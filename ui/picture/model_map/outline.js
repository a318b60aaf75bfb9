// The map as a list of its steps with their shapes, for screen readers; each step as a table on demand.

import { element } from "../element.js";
import { last } from "../last.js";
import { exactText } from "../matrix_view/numbers.js";
import { columnName } from "./draw_words.js";
import { lastLabel, rowName, sectionName, sectionTitle } from "./names.js";
import { placeOf } from "./places.js";
import { isHiddenAt, valueAt } from "./tensors.js";

const MOST_NUMBERS = 512;

/** @param {ModelMap.View} view */
export function createOutline(view) {
  const node = element("details", "outline"), title = element("summary"), body = element("div", "body");
  const steps = element("ul", "steps"), table = element("div", "table");
  body.append(steps, table);
  node.append(title, body);
  node.ontoggle = () => node.open && fill();
  let shown = "";
  const fill = () => {
    const { part } = view, key = JSON.stringify([part.strings.titles, part.tensors.map(({ name, shape }) => [name, shape])]);
    if (key === shown) return;
    shown = key;
    table.replaceChildren();
    steps.replaceChildren(...part.sections.map((section) => sectionItem(view, section, table)));
  };
  return { node, refresh: () => {
    title.textContent = view.part.strings.outline.title;
    if (node.open) fill();
  } };
}

/** @param {ModelMap.View} view @param {ModelMap.Section} section @param {HTMLElement} table */
function sectionItem(view, section, table) {
  const item = element("li"), list = element("ul");
  item.append(element("span", "section", sectionTitle(view.part, section)), list);
  list.append(...section.tensors.map((place) => tensorItem(view, place, table)));
  return item;
}

/** @param {ModelMap.View} view @param {number} place @param {HTMLElement} table */
function tensorItem(view, place, table) {
  const { part } = view, tensor = part.tensors[place], item = element("li");
  const count = tensor.parameters.reduce((sum, { shape }) => sum + shape.reduce((product, size) => product * size, 1), 0);
  const counted = count ? ` · ${part.strings.outline.parameters.replace("{count}", count.toLocaleString("en"))}` : "";
  const name = `${columnName(part.strings, tensor)} (${tensor.shape.join(", ")})${counted}`;
  const go = Object.assign(element("button", "chip small", name), { type: "button" });
  go.onclick = async () => {
    const row = view.selection.pinned?.row ?? 0, rows = last(tensor.shape, 2);
    const index = [...Array(tensor.shape.length - 2).fill(0), Math.min(row, rows - 1), 0];
    view.pin(placeOf(part, place, index), { isFlown: true });
    await view.full(place);
    table.replaceChildren(tableOf(view, place, 0));
    table.querySelector("table")?.focus();
  };
  item.append(go);
  return item;
}

/**
 * A table of a head's numbers: one row per token, at most about `MOST_NUMBERS` cells.
 * @param {ModelMap.View} view @param {number} place @param {number} head
 */
function tableOf(view, place, head) {
  const { part, tensors } = view, tensor = tensors[place], rows = part[tensor.rows].labels.map((_, row) => rowName(part[tensor.rows], row));
  const columns = Array.from({ length: last(tensor.shape) }, (_, at) => lastLabel(part, tensor, at));
  const count = Math.min(columns.length, Math.max(1, Math.floor(MOST_NUMBERS / rows.length)));
  const box = element("div"), table = element("table"), top = element("tr"), body = element("tbody"), thead = element("thead");
  table.tabIndex = 0;
  const scoped = (/** @type {string} */ text, /** @type {string} */ scope) => Object.assign(element("th", "", text), { scope });
  top.append(element("td"), ...columns.slice(0, count).map((name) => scoped(name, "col")));
  thead.append(top);
  body.append(...rows.map((name, row) => {
    const line = element("tr");
    line.append(scoped(name, "row"), ...columns.slice(0, count).map((_, at) => element("td", "", cellText(view, tensor, tensor.heads ? [head, row, at] : [row, at]))));
    return line;
  }));
  const names = [sectionName(part, place), columnName(part.strings, tensor)];
  if (tensor.heads) names.push(part.strings.head.replace("{number}", String(head + 1)));
  if (count < columns.length) names.push(part.strings.outline.first.replace("{count}", String(count)).replace("{total}", String(columns.length)));
  table.append(element("caption", "", names.join(" · ")), thead, body);
  if (tensor.heads > 1) box.append(headChips(view, place, head, box));
  box.append(table);
  return box;
}

/** @param {ModelMap.View} view @param {number} place @param {number} head @param {HTMLElement} box */
function headChips(view, place, head, box) {
  const chips = element("div", "chips");
  chips.append(...Array.from({ length: view.tensors[place].heads }, (_, number) => {
    const chip = element("button", "chip small", view.part.strings.head.replace("{number}", String(number + 1)));
    chip.type = "button";
    chip.setAttribute("aria-pressed", String(number === head));
    chip.onclick = () => box.replaceWith(tableOf(view, place, number));
    return chip;
  }));
  return chips;
}

/** @param {ModelMap.View} view @param {ModelMap.Tensor} tensor @param {number[]} index */
function cellText(view, tensor, index) {
  if (isHiddenAt(view.tensors, tensor, index)) return view.part.strings.hidden;
  const value = valueAt(tensor, index);
  return value === undefined ? "…" : exactText(value);
}
