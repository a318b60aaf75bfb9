// Draws a table of words by layer and token. A click pins or chooses a cell; arrow keys move in it, Enter acts, Escape
// removes the pin; what is dragged onto a cell sets a field.

import { element } from "../element.js";
import { labelNodes, plainText } from "../glossed.js";
import { ask } from "../../store/store.js";

/**
 * @typedef {{text: string, gloss: string, note: string, share: number, spoken: string, pin: string, sets: Record<string, Page.Value>,
 *   marked: boolean, quiet: boolean, chosen: boolean, takes: string, gives: string}} WordCell
 * @typedef {{id: string, title: string, corner: string, rows: string[], cols: {label: string, gloss: string}[], cells: WordCell[][],
 *   dropField: string}} WordGridPart
 */

/** Where the arrow keys lead from a cell, by row and column. @type {Record<string, [number, number]>} */
const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
/** What a drag carries: the name of the cell it began in. */
const DRAGGED = "text/x-workbench-vector";

/** The place that a key leads to; the same one at the edge, null for any other key. @param {string} key @param {number} row @param {number} col @param {number} rows @param {number} cols */
export function moved(key, row, col, rows, cols) {
  if (key === "Home") return [row, 0];
  if (key === "End") return [row, cols - 1];
  const step = MOVES[key];
  if (!step) return null;
  return [Math.min(rows - 1, Math.max(0, row + step[0])), Math.min(cols - 1, Math.max(0, col + step[1]))];
}

/** @param {WordCell} cell */
function buttonOf({ text, gloss, note, share, spoken, marked, quiet }) {
  const button = element("button", ["cell", marked && "marked", quiet && "quiet"].filter(Boolean).join(" "));
  button.type = "button";
  const said = plainText(spoken);
  button.title = said;
  button.setAttribute("aria-label", said);
  button.style.setProperty("--share", `${100 * share}%`);
  const named = element("span", "name");
  named.append(...labelNodes(text, gloss));
  button.append(...(text ? [named] : []), element("span", "number", note));
  return button;
}

/** Lets a cell be dragged, and take what is dragged. @param {HTMLButtonElement} button @param {WordCell} cell @param {(name: string) => void} dropped */
function addDragging(button, { gives, takes }, dropped) {
  if (gives) {
    button.draggable = true;
    button.ondragstart = (event) => event.dataTransfer?.setData(DRAGGED, gives);
  }
  if (!takes) return;
  button.ondragover = (event) => {
    if (!event.dataTransfer?.types.includes(DRAGGED)) return;
    event.preventDefault();
    button.classList.add("over");
  };
  button.ondragleave = () => button.classList.remove("over");
  button.ondrop = (event) => {
    event.preventDefault();
    button.classList.remove("over");
    const name = event.dataTransfer?.getData(DRAGGED) ?? "";
    if (name) dropped(`${takes}.${name}`);
  };
}

/** @param {{store: Page.Store}} context */
function wordGrid({ store }) {
  const node = element("div", "word-grid"), heading = element("div", "title"), scrolled = element("div", "scrolled"), table = element("table");
  table.setAttribute("role", "grid");
  scrolled.append(table);
  node.append(heading, scrolled);
  node.dataset.workbench = "word-grid";
  /** @type {HTMLButtonElement[][]} */
  let buttons = [];
  /** @type {WordGridPart | null} */
  let shown = null;

  const mark = () => {
    const pin = store.state?.selection.pin ?? "";
    shown?.cells.forEach((row, at) => row.forEach((cell, col) => {
      const isPinned = pin !== "" && cell.pin === pin;
      buttons[at][col].setAttribute("aria-pressed", String(cell.chosen || isPinned));
      buttons[at][col].classList.toggle("pinned", isPinned);
    }));
  };
  /** @param {WordCell} cell */
  const act = (cell) => {
    const isPinned = cell.pin && store.state?.selection.pin === cell.pin;
    ask(store, cell.pin ? { do: { pin: isPinned ? "" : cell.pin } } : { with: cell.sets });
    if (cell.pin) store.pinned(!isPinned);
  };
  /** @param {KeyboardEvent} event @param {number} row @param {number} col */
  const keyed = (event, row, col) => {
    if (event.key === "Escape" && shown?.cells[row][col].pin && store.state?.selection.pin) ask(store, { do: { pin: "" } });
    const to = moved(event.key, row, col, buttons.length, buttons[0].length);
    if (!to || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    buttons[row][col].tabIndex = -1;
    buttons[to[0]][to[1]].tabIndex = 0;
    buttons[to[0]][to[1]].focus();
  };
  /** The place that has the focus, or had it. */
  const place = () => {
    const at = buttons.findIndex((row) => row.some((button) => button.tabIndex === 0));
    return at < 0 ? [0, 0] : [at, buttons[at].findIndex((button) => button.tabIndex === 0)];
  };

  /** @param {WordCell} cell @param {number} row @param {number} col @param {string} field */
  const cellOf = (cell, row, col, field) => {
    const button = buttonOf(cell), data = element("td");
    button.onclick = () => act(cell);
    button.onkeydown = (event) => keyed(event, row, col);
    button.onfocus = () => {
      buttons.flat().forEach((one) => { one.tabIndex = -1; });
      button.tabIndex = 0;
    };
    addDragging(button, cell, (name) => ask(store, { with: { [field]: name } }));
    button.tabIndex = -1;
    data.append(button);
    return { data, button };
  };

  return {
    node,
    refresh: mark,
    /** @param {WordGridPart} part */
    show(part) {
      const hadFocus = node.contains(document.activeElement);
      const [row, col] = place();
      const head = element("tr");
      head.append(element("th", "about", part.corner), ...part.cols.map(({ label, gloss }) => {
        const made = element("th", "token");
        made.append(...labelNodes(label, gloss));
        made.scope = "col";
        return made;
      }));
      buttons = [];
      const lines = part.cells.map((cells, at) => {
        const line = element("tr"), name = Object.assign(element("th", "layer", part.rows[at]), { scope: "row" });
        const made = cells.map((cell, place) => cellOf(cell, at, place, part.dropField));
        buttons.push(made.map(({ button }) => button));
        line.append(name, ...made.map(({ data }) => data));
        return line;
      });
      shown = part;
      heading.textContent = part.title;
      node.dataset.id = part.id;
      table.setAttribute("aria-label", part.title);
      table.replaceChildren(head, ...lines);
      const kept = buttons[Math.min(row, buttons.length - 1)]?.[Math.min(col, part.cols.length - 1)];
      if (kept) {
        kept.tabIndex = 0;
        if (hadFocus) kept.focus({ preventScroll: true });
      }
      mark();
      node.dataset.drawn = String(performance.now());
    },
  };
}

/** @param {Page.AddKind} addKind */
export default function register(addKind) {
  addKind("word_grid", wordGrid);
}
