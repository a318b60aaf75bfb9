// Rows of tokens, position under position; a click on one shows the arithmetic of its number.

import { pressed } from "../../ui/answer/parts.js";
import { element } from "../../ui/picture/element.js";
import { labelNodes } from "../../ui/picture/glossed.js";

/** With more columns cells are narrower, so that the last one, which is dropped, is seen next to the loss, too. */
const MANY = 8;

/** @param {Page.Store} store @param {EncoderDecoder.TokenCell} cell */
function contentOf(store, cell) {
  const { picked, tone } = cell, node = element(picked ? "button" : "span", `token ${tone}`), word = element(tone === "dropped" ? "del" : "span", "word");
  word.append(...labelNodes(cell.text, cell.gloss));
  node.append(word);
  if (cell.about) node.append(element("span", "about", cell.about));
  if (picked && node instanceof HTMLButtonElement) {
    node.type = "button";
    node.setAttribute("aria-pressed", String(picked.on));
    pressed(store, node, picked);
  }
  return node;
}

/** @param {Page.Store} store @param {EncoderDecoder.TokenRow} row */
function rowOf(store, row) {
  const line = element("tr"), label = element("th", "", row.label);
  label.scope = "row";
  if (row.code) label.append(element("br"), element("code", "", row.code));
  line.append(label, ...row.cells.map((cell) => {
    const place = element("td");
    if (cell.text) place.append(contentOf(store, cell));
    return place;
  }));
  return line;
}

/** @param {EncoderDecoder.TokenRow} row */
function headingOf({ heading, cells }) {
  const line = element("tr", "group"), title = element("th", "", heading);
  title.colSpan = cells.length + 1;
  title.scope = "colgroup";
  line.append(title);
  return line;
}

/** @param {{store: Page.Store}} context */
function tokenRowsPart({ store }) {
  const node = element("div", "token-rows"), table = element("table");
  node.append(table);
  // Rows that are wider than the page can also be scrolled with keys.
  const observer = new ResizeObserver(() => {
    if (node.scrollWidth > node.clientWidth) node.tabIndex = 0;
    else node.removeAttribute("tabindex");
  });
  for (const one of [node, table]) observer.observe(one);
  return { node, close: () => observer.disconnect(), show(/** @type {EncoderDecoder.TokenRowsPart} */ { name, rows }) {
    const buttons = () => [...table.querySelectorAll("button")];
    const focused = buttons().findIndex((one) => one === document.activeElement);
    table.setAttribute("aria-label", name);
    const columns = Math.max(1, ...rows.map(({ cells }) => cells.length));
    table.style.setProperty("--columns", String(columns));
    table.classList.toggle("many", columns > MANY);
    table.replaceChildren(...rows.flatMap((row) => [...(row.heading ? [headingOf(row)] : []), rowOf(store, row)]));
    buttons()[focused]?.focus();
  } };
}

/** @param {Page.AddKind} addKind */
export default function register(addKind) {
  addKind("token_rows", tokenRowsPart);
}
