// Pointer, touch and keyboard input. Hovering is handled here; pins, edits and painting are sent to the server.

import { last } from "../last.js";
import { typedNumber } from "./numbers.js";
import { drawBase } from "./draw.js";
import { cellAt } from "./geometry.js";
import { movedBy } from "./moves.js";
import { cellIndex, isHidden, matricesOf, pinText } from "./selection.js";
import { drawSelections } from "./board.js";
import { sentence } from "./cell_words.js";
import { tellOthers } from "./link.js";
import { pointInBox } from "../zoom.js";

const FIRST = { tile: 0, row: 0, col: 0 };

/** @param {Matrices.Pin | null} one @param {Matrices.Pin | null} other */
function same(one, other) {
  return one !== null && other !== null && one.id === other.id
    && one.cell.row === other.cell.row && one.cell.col === other.cell.col && one.cell.tile === other.cell.tile;
}

/** @param {Matrices.Panel} panel @param {MouseEvent} event */
function placeAt(panel, event) {
  const box = panel.overlay.getBoundingClientRect();
  const { x, y } = pointInBox(event, box), cell = cellAt(panel.item, panel.at, x, y);
  return cell && { id: panel.item.id, cell };
}

/** @param {Matrices.Board} board @param {Matrices.Pin | null} place */
function hover(board, place) {
  if (same(board.hover, place) || (!board.hover && !place)) return;
  board.hover = place;
  drawSelections(board);
  tellOthers(board);
}

/** @param {Matrices.Board} board */
function takeBackComplaint(board) {
  board.editor.classList.remove("wrong");
  board.hint.classList.remove("wrong");
  board.hint.textContent = board.strings.hint;
}

/** @param {Matrices.Board} board @param {Matrices.Pin | null} place */
export function pin(board, place) {
  board.pin = place;
  board.typing = board.isEdited = false;
  takeBackComplaint(board);
  drawSelections(board);
  board.live.textContent = place ? sentence(board, place) : board.strings.released;
  const item = place && matricesOf(board.items).find((one) => one.id === place.id);
  const text = item ? pinText(item, place.cell) : "";
  board.sentPins.push(text);
  board.tell({ pin: text });
}

/**
 * Keep a copy of a matrix before the user changes it, so that the changed cells flash with the others.
 * @param {Matrices.Board} board @param {Matrices.Matrix} item
 */
function keepUntouched(board, item) {
  board.touched ??= new Map();
  if (!board.touched.has(item.id)) board.touched.set(item.id, item.values.slice());
}

/** @param {Matrices.Board} board @param {Matrices.Panel} panel @param {Matrices.Pin} place @param {boolean} hidden */
function paint(board, panel, place, hidden) {
  const { item } = panel, index = cellIndex(item, place.cell);
  if (!item.hidden || Boolean(item.hidden[index]) === hidden) return;
  keepUntouched(board, item);
  item.hidden[index] = hidden ? 1 : 0;
  item.values[index] = hidden ? 1 : 0;
  board.stroke?.push([place.cell.row, place.cell.col]);
  drawBase(panel, board.theme, board.ratio);
  board.host.dataset.drawn = panel.figure.dataset.drawn = String(performance.now());
}

/** @param {Matrices.Board} board @param {Matrices.Panel} panel @param {boolean} hidden */
function endStroke(board, panel, hidden) {
  if (board.stroke?.length) {
    const [row, col] = last(board.stroke);
    board.live.textContent = sentence(board, { id: panel.item.id, cell: { tile: 0, row, col } });
    board.tell({ change: { matrix: panel.item.id, cells: board.stroke, hidden } });
  }
  board.stroke = null;
}

/** @param {Matrices.Board} board @param {Matrices.Panel} panel @param {Matrices.Pin} place @param {PointerEvent} event */
function startPainting(board, panel, place, event) {
  const hidden = !isHidden(panel.item, place.cell);
  board.stroke = [];
  panel.overlay.setPointerCapture(event.pointerId);
  paint(board, panel, place, hidden);
  panel.overlay.onpointermove = (move) => {
    const next = placeAt(panel, move);
    if (next) paint(board, panel, next, hidden);
  };
  const end = () => {
    panel.overlay.onpointermove = panel.overlay.onpointerup = panel.overlay.onpointercancel = null;
    endStroke(board, panel, hidden);
  };
  panel.overlay.onpointerup = panel.overlay.onpointercancel = end;
}

/** Whether a cell is one in which a prediction is answered. @param {Matrices.Board} board @param {Matrices.Pin | null} place */
function isAnswered({ answering }, place) {
  return Boolean(place && answering?.matrix === place.id);
}

/** Answers in a cell, and in those that the pointer is drawn over. @param {Matrices.Board} board @param {Matrices.Panel} panel @param {Matrices.Pin} place @param {PointerEvent} event */
function startAnswering(board, panel, place, event) {
  const { overlay } = panel;
  if (!board.answering?.start(place.cell)) return;
  overlay.setPointerCapture(event.pointerId);
  overlay.onpointermove = (move) => {
    const next = placeAt(panel, move);
    if (next) board.answering?.go(next.cell);
  };
  overlay.onpointerup = overlay.onpointercancel = () => { overlay.onpointermove = overlay.onpointerup = overlay.onpointercancel = null; };
}

/** @param {Matrices.Board} board @param {string} text */
function edit(board, text) {
  const { pin: pinned } = board, panel = board.panels.find((one) => one.item.id === pinned?.id);
  if (!pinned || !panel) return false;
  const { id, cell } = pinned;
  const value = typedNumber(text);
  board.editor.classList.toggle("wrong", value === null);
  if (value === null) {
    const message = board.strings.not_a_number.replace("{text}", text.trim().slice(0, 40));
    board.live.textContent = board.hint.textContent = message;
    board.hint.classList.add("wrong");
    return false;
  }
  takeBackComplaint(board);
  board.typing = false;
  board.isEdited = true;
  keepUntouched(board, panel.item);
  panel.item.values[cellIndex(panel.item, cell)] = value;
  drawBase(panel, board.theme, board.ratio);
  drawSelections(board);
  board.live.textContent = sentence(board, pinned);
  board.tell({ change: { matrix: id, row: cell.row, col: cell.col, value } });
  return true;
}

/** @param {Matrices.Board} board @param {string} text */
function startTyping(board, text) {
  board.typing = true;
  board.editor.hidden = false;
  board.editor.focus();
  board.editor.value = text;
}

/** @param {Matrices.Board} board */
function typeAnew(board) {
  board.isEdited = false;
  startTyping(board, board.editor.value);
  board.editor.select();
}

/**
 * The cell from which keys move: the pin, else the last cell, because the page may have moved the pin elsewhere.
 * @param {Matrices.Board} board @param {Matrices.Panel} panel
 */
function standing(board, { item, stood }) {
  if (board.pin?.id === item.id) return board.pin.cell;
  const isThere = stood && stood.tile < item.tiles && stood.row < item.rowCount && stood.col < item.colCount;
  return isThere ? stood : null;
}

/**
 * Pin the cell that a key moves to, at first the first cell. Returns whether the key moves the pin.
 * @param {Matrices.Board} board @param {Matrices.Panel} panel @param {KeyboardEvent} event
 */
function move(board, panel, event) {
  const { item, at } = panel, from = standing(board, panel);
  const isFar = event.ctrlKey || event.metaKey;
  const cell = movedBy(item, at.columns ?? 1, from ?? FIRST, event.key, isFar);
  if (!cell) return false;
  panel.stood = from || isFar ? cell : FIRST;
  pin(board, { id: item.id, cell: panel.stood });
  return true;
}

/**
 * Handle the other keys: remove the pin, paint, pin, type. Returns whether the key did anything.
 * @param {Matrices.Board} board @param {Matrices.Panel} panel @param {string} key
 */
function act(board, panel, key) {
  const { item } = panel, pinned = board.pin?.id === item.id ? board.pin : null;
  if (key === "Escape") pin(board, null);
  else if (pinned && isAnswered(board, pinned) && (key === " " || key === "Enter")) board.answering?.start(pinned.cell);
  else if (item.paintable && pinned && (key === " " || key === "Enter")) {
    board.stroke = [];
    const hidden = !isHidden(item, pinned.cell);
    paint(board, panel, pinned, hidden);
    endStroke(board, panel, hidden);
  } else if (key === "Enter" && !pinned) pin(board, { id: item.id, cell: FIRST });
  else if (key === "Enter" && item.editable) startTyping(board, board.editor.value);
  else if (item.editable && pinned && /^[0-9.,+\-\u2212]$/.test(key)) startTyping(board, key);
  else return false;
  return true;
}

/** @param {Matrices.Board} board @param {Matrices.Panel} panel @param {KeyboardEvent} event */
function onKey(board, panel, event) {
  if (event.altKey) return;
  const isFar = event.metaKey || event.ctrlKey;
  if (!move(board, panel, event) && (isFar || !act(board, panel, event.key))) return;
  event.preventDefault();
  event.stopPropagation();
}

/** @param {Matrices.Board} board @param {KeyboardEvent} event */
function onEditorKey(board, event) {
  const back = () => board.panels.find((one) => one.item.id === board.pin?.id)?.overlay.focus();
  if (event.key === "Enter") {
    if (edit(board, board.editor.value)) back();
  } else if (event.key === "Escape") {
    board.typing = false;
    takeBackComplaint(board);
    drawSelections(board);
    back();
  } else {
    board.typing = true;
  }
  event.stopPropagation();
}

/** @param {Matrices.Board} board */
export function connectEditor(board) {
  board.editor.onkeydown = (event) => onEditorKey(board, event);
  board.editor.onblur = () => {
    if (board.typing && board.pin && board.editor.value.trim() !== "") edit(board, board.editor.value);
    board.typing = false;
  };
}

/** @param {Matrices.Board} board @param {Matrices.Panel} panel */
export function connectPanel(board, panel) {
  const { overlay } = panel;
  overlay.classList.toggle("paintable", Boolean(panel.item.paintable) || board.answering?.matrix === panel.item.id);
  overlay.onpointerdown = (event) => {
    const place = placeAt(panel, event);
    if (!place || event.button > 0) return;
    overlay.focus({ preventScroll: true });
    if (isAnswered(board, place)) startAnswering(board, panel, place, event);
    else if (panel.item.paintable) startPainting(board, panel, place, event);
    else board.prefetch(same(board.pin, place) ? "" : pinText(panel.item, place.cell));
  };
  overlay.onclick = (event) => {
    const place = placeAt(panel, event);
    if (!place || isAnswered(board, place) || (event.detail > 1 && panel.item.editable)) return;
    // Who clicks the number that he has just typed wants to type another one.
    if (board.isEdited && same(board.pin, place)) typeAnew(board);
    else pin(board, same(board.pin, place) && !panel.item.paintable ? null : place);
  };
  overlay.ondblclick = (event) => {
    const place = placeAt(panel, event);
    if (!place || !panel.item.editable) return;
    pin(board, place);
    typeAnew(board);
  };
  overlay.onmousemove = (event) => hover(board, placeAt(panel, event));
  overlay.onmouseleave = () => hover(board, null);
  overlay.onkeydown = (event) => onKey(board, panel, event);
}
