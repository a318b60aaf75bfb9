// The matrices of one view, laid out in the order of the equation, with their hovered and pinned cells.

import { pixelRatio } from "../pixel_ratio.js";
import { element } from "../element.js";
import { exactPlain, itemOf, sentence } from "./cell_words.js";
import { ramp, themeOf } from "./colour.js";
import { drawBase, resize } from "./draw.js";
import { drawSelection } from "./draw_selection.js";
import { fitted, measureAll } from "./fit.js";
import { cellOrigin } from "./geometry.js";
import { axesText, endsOf, stripOf, widthsOf } from "./legend.js";
import { outerWidth } from "./lines.js";
import { createTables } from "./table.js";
import { isInside, matricesOf, parsePin, pinText, selectionOf } from "./selection.js";

/** @param {HTMLElement} root @returns {Matrices.Board} */
export function createBoard(root) {
  const host = /** @type {HTMLElement} */ (root.querySelector(".board"));
  host.replaceChildren();
  const live = element("div", "live");
  live.setAttribute("aria-live", "polite");
  const line = element("div", "line");
  const readout = element("span", "readout");
  const editor = element("input", "editor");
  editor.hidden = true;
  // The decimal keyboards of some phones have no minus.
  editor.inputMode = "text";
  const hint = element("span", "hint");
  line.append(readout, editor, hint);
  const stage = element("div", "stage");
  const foot = element("div", "foot");
  /** @type {Partial<Matrices.Board>} */
  const made = {
    host, stage, foot, line, live, readout, editor, hint, panels: [], items: [], pin: null, hover: null,
    incomingPin: undefined, sentPins: [],
  };
  // The page's data comes with the first update, and the page connects the board.
  const board = /** @type {Matrices.Board} */ (made);
  board.tables = createTables(board);
  foot.append(line, board.tables.opener);
  host.append(stage, foot, board.tables.node, live);
  return board;
}

/** @param {Matrices.Board} board @param {Matrices.Matrix} item */
function colourBar(board, item) {
  const bar = element("div", "bar"), ends = endsOf(item);
  if (!ends) return bar;
  const { css } = ramp(board.theme, item.scale);
  const stops = [0, 64, 128, 191, 255].map((step) => css[step]);
  const strip = element("span", "strip");
  strip.style.background = `linear-gradient(90deg, ${stops.join(",")})`;
  bar.append(element("span", "end", ends[0]), strip, element("span", "end", ends[1]));
  return bar;
}

/**
 * The accessible name of a matrix: its name, its size, and whether it can be edited or painted.
 * @param {Matrices.Board} board @param {Matrices.Matrix} item
 */
function spokenName(board, item) {
  const { matrix, matrix_tiles: tiles, matrix_edit: edit, matrix_paint: paint } = board.strings;
  const isPainted = item.paintable || (item.answer?.kind === "mask" && !item.answer.isRevealed);
  const words = [item.tiles > 1 ? tiles : matrix, ...(item.editable ? [edit] : []), ...(isPainted ? [paint] : [])];
  return words.join(" ").replace("{name}", item.name).replace("{count}", String(item.tiles))
    .replace("{rows}", String(item.rowCount)).replace("{cols}", String(item.colCount));
}

/** @param {Matrices.Board} board @param {Matrices.Matrix} item */
function createPanel(board, item) {
  const figure = element("figure", `panel ${item.kind}`);
  figure.dataset.id = item.id;
  figure.dataset.workbench = "matrix";
  const caption = element("figcaption", "");
  const name = element("span", "name", item.name);
  if (item.role) name.style.color = board.theme.roles[item.role];
  caption.append(name);
  if (item.note) caption.append(Object.assign(element("span", "note", item.note), { title: item.note }));
  const frame = element("div", "frame");
  const stack = element("div", "stack");
  const base = element("canvas", "base"), overlay = element("canvas", "overlay");
  base.setAttribute("aria-hidden", "true");
  overlay.tabIndex = 0;
  overlay.setAttribute("role", "application");
  overlay.setAttribute("aria-label", spokenName(board, item));
  stack.append(base, overlay);
  frame.append(stack);
  const axes = element("div", "axes", axesText(item));
  figure.append(caption, frame, colourBar(board, item), axes);
  /** @type {Partial<Matrices.Panel>} */
  const panel = { item, figure, frame, stack, base, overlay };
  // Laying out the board measures it.
  return /** @type {Matrices.Panel} */ (panel);
}

/**
 * The theme as last read, with which a new board is drawn: to read it makes the browser compute all styles.
 * @type {Picture.Theme | undefined}
 */
let lastTheme;

/** What changes of a matrix while its elements stay. */
const CHANGING = new Set(["values", "hidden", "marks", "bars", "limit", "rowCount", "colCount", "shape", "note", "rows", "cols", "covered", "answer", "crowd", "bare"]);

/** A key of the matrices without their numbers. While it is unchanged, elements are kept, with focus and hover. @param {Matrices.Header} header */
function shapeOf(header) {
  return JSON.stringify(header.items.map((item) => Object.entries(item).filter(([name]) => !CHANGING.has(name))));
}

/** @param {Matrices.Board} board @param {Matrices.Header} header */
function build(board, header) {
  board.stage.replaceChildren();
  board.panels = [];
  /** @type {HTMLElement | null} */
  let group = null;
  for (const item of header.items) {
    if (item.kind === "break") {
      board.stage.append(element("div", item.text ? "break titled" : "break", item.text ?? ""));
    } else if (item.kind === "operator") {
      group = element("div", "group");
      group.append(element("span", "operator", item.text));
      board.stage.append(group);
    } else {
      const panel = createPanel(board, item);
      board.panels.push(panel);
      if (item.below) {
        board.stage.lastElementChild?.classList.add("stacked");
        board.stage.lastElementChild?.append(panel.figure);
        continue;
      }
      if (!group) board.stage.append((group = element("div", "group")));
      group.append(panel.figure);
      group = null;
    }
  }
}

/**
 * Whether the legend says the same as before, in the same colours: a new one makes the browser lay out all of its line.
 * @param {Matrices.Matrix} was @param {Matrices.Matrix} now
 */
function hasSameLegend(was, now) {
  return was.scale === now.scale && String(endsOf(was)) === String(endsOf(now));
}

/** @param {Matrices.Board} board @param {Matrices.Header} header */
function refresh(board, header) {
  const shown = matricesOf(header.items);
  board.panels.forEach((panel, place) => {
    const was = panel.item;
    panel.item = shown[place];
    panel.overlay.setAttribute("aria-label", spokenName(board, panel.item));
    panel.figure.querySelector(".note")?.replaceChildren(panel.item.note ?? "");
    if (!hasSameLegend(was, panel.item)) panel.figure.querySelector(".bar")?.replaceWith(colourBar(board, panel.item));
    panel.figure.querySelector(".axes")?.replaceChildren(axesText(panel.item));
  });
}

/** @param {Matrices.Board} board @param {Matrices.Header} given */
export function update(board, given) {
  board.given = given;
  const header = board.header = board.veil?.(given) ?? given;
  board.theme ??= lastTheme ??= themeOf(board.host);
  board.strings = header.strings;
  board.items = header.items;
  // An error message about typed input stays until the next attempt, whatever the page sends in the meantime.
  if (!board.hint.classList.contains("wrong")) board.hint.textContent = header.strings.hint;
  for (const item of header.items) {
    item.font = board.theme.font;
    if (!item.shape) continue;
    item.ownRowLabels ??= item.rowLabels;
    item.ownColLabels ??= item.colLabels;
    item.widths ??= widthsOf(item);
  }
  const shape = shapeOf(header) + board.theme.surface;
  if (shape === board.shape) refresh(board, header);
  else build(board, header);
  board.shape = shape;
  adoptPin(board, header);
  if (board.hover && !parsePin(header.items, textOf(header.items, board.hover))) board.hover = null;
  layout(board);
  for (const panel of board.panels) board.connect(panel);
}

/** @param {Matrices.Item[]} items @param {Matrices.Pin} place */
function textOf(items, place) {
  const item = matricesOf(items).find((one) => one.id === place.id);
  return item ? pinText(item, place.cell) : "";
}

/**
 * Take over the server's pin, unless it is the echo of one sent from here, which may be outdated.
 * @param {Matrices.Board} board @param {Matrices.Header} header
 */
function adoptPin(board, header) {
  const echo = board.sentPins.lastIndexOf(header.pin);
  board.sentPins.splice(0, echo + 1);
  const moved = echo < 0 && header.pin !== board.incomingPin;
  board.incomingPin = header.pin;
  const wanted = moved ? parsePin(header.items, header.pin) : board.pin;
  const item = wanted && matricesOf(header.items).find((one) => one.id === wanted.id);
  board.pin = item && isInside(item, wanted.cell) ? wanted : null;
}

/** Follow a change of the theme. Call it after drawing: reading the theme makes the browser compute styles. @param {Matrices.Board} board */
export function followTheme(board) {
  const theme = lastTheme = themeOf(board.host);
  if (theme.surface === board.theme.surface) return;
  board.theme = theme;
  update(board, board.given);
}

/** Align the text around a matrix with its cells. @param {Matrices.Panel} panel */
function setWords({ figure, item, at }) {
  const caption = /** @type {HTMLElement} */ (figure.querySelector("figcaption"));
  const strip = /** @type {HTMLElement | null} */ (figure.querySelector(".strip"));
  caption.style.paddingLeft = `${at.left}px`;
  caption.style.height = `${at.caption}px`;
  for (const line of /** @type {NodeListOf<HTMLElement>} */ (figure.querySelectorAll(".bar, .axes"))) line.style.marginLeft = `${at.left}px`;
  if (strip) strip.style.width = `${stripOf(item, at)}px`;
}

/** @param {Matrices.Board} board */
export function layout(board) {
  const width = board.width ?? board.stage.clientWidth;
  if (!width || !board.panels.length) return;
  board.width = width;
  board.ratio = pixelRatio();
  measureAll(board, fitted(board));
  for (const panel of board.panels) {
    panel.stack.style.width = `${panel.at.width}px`;
    panel.figure.style.width = `${outerWidth(panel.item, panel.at)}px`;
    panel.stack.style.height = `${panel.at.height}px`;
    setWords(panel);
    resize(panel.base, panel.at, board.ratio);
    resize(panel.overlay, panel.at, board.ratio);
  }
  // After setting all sizes, because drawing text makes the browser recompute styles after each change.
  for (const panel of board.panels) {
    drawBase(panel, board.theme, board.ratio);
    const { cell } = panel.at, first = cellOrigin(panel.item, panel.at, { tile: 0, row: 0, col: 0 });
    panel.overlay.dataset.cells = [first.x, first.y, cell.width, cell.height].join(" ");
  }
  drawSelections(board);
}

/** @param {Matrices.Board} board */
export function hoveredSelection(board) {
  return board.hover && selectionOf(itemOf(board, board.hover.id), board.hover.cell);
}

/**
 * The cell whose arithmetic is shown while nothing is pinned, on this board or on another one.
 * @param {Pick<Matrices.Board, "header" | "items">} board
 */
function explainedPlace({ header, items }) {
  return header.explained && !header.pin ? parsePin(items, header.explained) : null;
}

/** @param {Matrices.Board} board */
export function drawSelections(board) {
  const marked = board.pin ?? explainedPlace(board);
  const pinned = marked && selectionOf(itemOf(board, marked.id), marked.cell);
  const hovered = hoveredSelection(board) ?? board.lent;
  for (const panel of board.panels) {
    drawSelection(panel, board.theme, board.ratio, pinned, hovered);
    panel.figure.dataset.drawn = String(performance.now());
  }
  describe(board);
  board.host.dataset.drawn = String(performance.now());
}

/** @param {Matrices.Board} board */
function describe(board) {
  const place = board.hover ?? board.pin;
  board.readout.textContent = place ? sentence(board, place) : "";
  board.readout.classList.toggle("pinned", Boolean(board.pin && !board.hover));
  const { pin } = board, editable = pin && itemOf(board, pin.id).editable;
  if (board.editor.hidden === Boolean(editable)) board.editor.hidden = !editable;
  if (editable && !board.typing) {
    board.editor.value = exactPlain(board, pin);
    board.editor.setAttribute("aria-label", sentence(board, pin));
  }
}
