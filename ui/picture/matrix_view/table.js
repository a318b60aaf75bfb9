// Shows any matrix of a board as a table, for screen readers and for copying.

import { element } from "../element.js";
import { iconOf } from "../icon.js";
import { exactText } from "./numbers.js";
import { cellIndex, isHidden, matricesOf, namedAt } from "./selection.js";

/** The most numbers in a table; a larger matrix is split into pages of rows. */
const MOST_NUMBERS = 512;

/** The number of rows of a matrix on one page. @param {Matrices.Matrix} item */
export function rowsAtOnce(item) {
  return Math.min(item.rowCount, Math.max(1, Math.floor(MOST_NUMBERS / item.colCount)));
}

/** The names of `count` indices of an axis, from `from` on. @param {Matrices.Axis} axis @param {number} count @param {number} [from] */
function spokenPlaces(axis, count, from = 0) {
  return Array.from({ length: count }, (_, place) => `${axis.spoken} ${namedAt(axis, from + place)}`.trim());
}

/**
 * One page of a matrix, as text.
 * @returns {{columns: string[], rows: {name: string, cells: string[]}[]}}
 * @param {Matrices.Matrix} item @param {number} tile @param {number} from @param {string} hiddenWord @param {string} [coveredWord]
 */
export function tablePage(item, tile, from, hiddenWord, coveredWord = "?") {
  const count = Math.min(rowsAtOnce(item), item.rowCount - from);
  const textAt = (/** @type {number} */ row, /** @type {number} */ col) => {
    const cell = { tile, row, col };
    if (item.covered?.[cellIndex(item, cell)]) return coveredWord;
    return isHidden(item, cell) && item.scale !== "mask" ? hiddenWord : exactText(item.values[cellIndex(item, cell)]);
  };
  const rows = spokenPlaces(item.rows, count, from).map((name, row) => ({
    name, cells: Array.from({ length: item.colCount }, (_, col) => textAt(from + row, col)),
  }));
  return { columns: spokenPlaces(item.cols, item.colCount), rows };
}

/** @param {ReturnType<typeof tablePage>} returnType @param {string} caption */
function tableElement({ columns, rows }, caption) {
  const table = element("table"), head = element("tr"), top = element("thead"), body = element("tbody");
  const scoped = (/** @type {string} */ text, /** @type {string} */ scope) => Object.assign(element("th", "", text), { scope });
  head.append(element("td"), ...columns.map((name) => scoped(name, "col")));
  top.append(head);
  body.append(...rows.map(({ name, cells }) => {
    const line = element("tr");
    line.append(scoped(name, "row"), ...cells.map((text) => element("td", "", text)));
    return line;
  }));
  table.append(element("caption", "", caption), top, body);
  return table;
}

/** The choices of the select box: every matrix of a board, and each tile. @param {Matrices.Board} board */
function choices(board) {
  return matricesOf(board.items).flatMap((item) => {
    if (item.kind !== "tiles") return [{ item, tile: 0, name: item.name }];
    return spokenPlaces(item.tileAxis, item.tiles).map((name, tile) => ({ item, tile, name: `${item.name}, ${name}` }));
  });
}

/** @param {string} text @param {() => void} onclick */
function button(text, onclick) {
  return Object.assign(element("button", "chip small", text), { type: "button", onclick });
}

/** An icon of a table with a header row and a header column. */
const ICON = "M3 4.5h14v11H3z M3 8h14 M8 4.5v11 M3 11.8h14 M12.5 8v7.5";

/** Create the button that opens the tables of a board, and the element that shows them. @param {Matrices.Board} board */
export function createTables(board) {
  const node = element("div", "tables"), opener = button("", () => toggle()), chooser = element("select");
  const label = element("label"), caption = element("span"), steps = element("div", "steps"), frame = element("div", "table-frame");
  const before = button("", () => step(-1)), after = button("", () => step(1));
  let chosen = 0, from = 0, isOpen = false;
  opener.className = "chip quiet as-table";
  opener.append(iconOf(ICON));
  label.append(caption, chooser);
  steps.append(label, before, after);
  frame.tabIndex = 0;
  frame.setAttribute("role", "region");
  node.append(steps, frame);
  node.hidden = true;
  chooser.onchange = () => { chosen = chooser.selectedIndex; from = 0; fill(); };

  function toggle() {
    isOpen = !isOpen;
    if (isOpen) choosePinned(choices(board));
    refresh();
  }

  /** @param {number} way */
  function step(way) {
    from += way * rowsAtOnce(choices(board)[chosen].item);
    fill();
  }

  /** Select the pinned matrix, and the page with the pin. @param {ReturnType<typeof choices>} all */
  function choosePinned(all) {
    if (!board.pin) return;
    const { id, cell } = board.pin;
    const place = all.findIndex(({ item, tile }) => item.id === id && (item.kind !== "tiles" || tile === cell.tile));
    if (place < 0) return;
    const count = rowsAtOnce(all[place].item);
    [chosen, from] = [place, Math.floor(cell.row / count) * count];
  }

  function fill() {
    const all = choices(board), { strings } = board;
    chosen = Math.min(chosen, all.length - 1);
    const { item, tile, name } = all[chosen], count = rowsAtOnce(item);
    from = from < item.rowCount ? Math.max(0, from) : 0;
    const last = Math.min(from + count, item.rowCount);
    const part = strings.table_rows.replace("{first}", String(from + 1)).replace("{last}", String(last)).replace("{count}", String(item.rowCount));
    const title = count < item.rowCount ? `${name} (${part})` : name;
    frame.replaceChildren(tableElement(tablePage(item, tile, from, strings.hidden, strings.predict_covered), title));
    frame.setAttribute("aria-label", title);
    chooser.selectedIndex = chosen;
    before.hidden = after.hidden = count >= item.rowCount;
    before.disabled = from === 0;
    after.disabled = last === item.rowCount;
  }

  /** Update after a change of the board; cheap while no table is open. */
  function refresh() {
    const { strings } = board, all = choices(board);
    opener.title = isOpen ? strings.table_close : strings.table_open;
    opener.setAttribute("aria-label", opener.title);
    opener.setAttribute("aria-expanded", String(isOpen));
    opener.hidden = !all.length;
    node.hidden = !isOpen || !all.length;
    if (node.hidden) {
      frame.replaceChildren();
      return;
    }
    const names = all.map(({ name }) => name);
    if (names.join("\n") !== [...chooser.options].map(({ text }) => text).join("\n")) {
      chooser.replaceChildren(...names.map((name) => element("option", "", name)));
    }
    caption.textContent = strings.table_matrix;
    label.hidden = all.length < 2;
    before.textContent = strings.table_before;
    after.textContent = strings.table_after;
    fill();
  }

  return { node, opener, refresh };
}
