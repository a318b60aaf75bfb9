// A control that is moved gets its picture from here, ahead of the page: the page's own answer
// takes many times longer and draws the same. Python counts; this asks and draws.

import { decode } from "./payload.js";
import { confirm, update } from "./board.js";

/** How long after the last touch a control still counts as being moved. */
const TOUCH_MS = 600;
/** By then a busy browser too has moved the control: nothing else may tell that it has. */
const SETTLED_MS = 60;
const EVENTS = ["input", "change", "keydown", "click", "pointerdown"];

export function watchControls(board) {
  board.ahead = { asked: [], busy: false, control: null, until: 0 };
  const onEvent = (event) => touch(board, event);
  const onMove = () => board.ahead.held && soon(board);
  const onRelease = () => { board.ahead.held = false; };
  for (const name of EVENTS) document.addEventListener(name, onEvent, true);
  document.addEventListener("pointermove", onMove, true);
  document.addEventListener("pointerup", onRelease, true);
  board.stopWatching = () => {
    clearTimeout(board.ahead.late);
    clearTimeout(board.ahead.settled);
    for (const name of EVENTS) document.removeEventListener(name, onEvent, true);
    document.removeEventListener("pointermove", onMove, true);
    document.removeEventListener("pointerup", onRelease, true);
  };
}

function controlOf(board, target) {
  const controls = board.header?.ahead?.controls ?? {};
  return Object.keys(controls).find((key) => target.closest?.(`.st-key-${key}`));
}

function touch(board, event) {
  const key = controlOf(board, event.target);
  if (!key) return;
  board.ahead.control = key;
  board.ahead.until = performance.now() + TOUCH_MS;
  if (event.type === "pointerdown") board.ahead.held = true;
  // A slider has its new value already. A number field may be half typed, or is about to be stepped.
  if (event.type === "input" && event.target.type === "range") ask(board);
  else if (event.type !== "input") soon(board);
}

/** After Streamlit's own listeners have moved the control. */
function soon(board) {
  board.ahead.until = performance.now() + TOUCH_MS;
  setTimeout(() => ask(board));
  clearTimeout(board.ahead.settled);
  board.ahead.settled = setTimeout(() => ask(board), SETTLED_MS);
}

/** The page's values with the touched control's as it stands now; null when that says nothing new. */
function wanted(board) {
  const page = board.header?.ahead, { control } = board.ahead;
  /** @type {HTMLInputElement | null} */
  const field = document.querySelector(`.st-key-${control} input`);
  const value = Number(field?.value);
  if (!page || !field || field.value === "" || !field.validity.valid || !Number.isFinite(value)) return null;
  const name = page.controls[control];
  return page.values[name] === value ? null : { ...page.values, [name]: value };
}

/** The matrices for some values; null where there is no answer: the page's own is on its way. */
async function itemsFor(address, text) {
  try {
    const answer = await fetch(address, { method: "POST", body: text });
    return answer.ok ? decode(await answer.arrayBuffer()).items : null;
  } catch {
    return null;
  }
}

async function ask(board) {
  const { ahead } = board;
  const values = performance.now() < ahead.until ? wanted(board) : null;
  const text = JSON.stringify(values);
  if (!values || ahead.busy || text === ahead.refused) return;
  ahead.busy = true;
  const asking = board.header;
  const items = await itemsFor(asking.ahead.address, text);
  ahead.refused = items ? null : text;
  if (items && board.header === asking) {
    ahead.asked.push(text);
    show(board, items, values);
  }
  ahead.busy = false;
  ask(board);
}

function show(board, items, values) {
  const { header } = board;
  update(board, { ...header, items, run: "", ahead: { ...header.ahead, values, drawn: true } });
}

/** The page's own answer. One to a value that the control has left since then is late: it waits. */
export function receive(board, header) {
  const { ahead } = board;
  clearTimeout(ahead.late);
  const place = header.ahead ? ahead.asked.lastIndexOf(JSON.stringify(header.ahead.values)) : -1;
  const isLate = place >= 0 && place < ahead.asked.length - 1 && performance.now() < ahead.until;
  ahead.asked.splice(0, place < 0 ? Infinity : place + 1);
  if (isLate) {
    ahead.late = setTimeout(() => { ahead.asked = []; update(board, header); }, TOUCH_MS);
    return;
  }
  if (isDrawn(board, header)) confirm(board, header);
  else update(board, header);
  ask(board);
}

/** Whether this is what was drawn ahead: the same values give the same matrices. */
function isDrawn(board, header) {
  const drawn = board.header?.ahead;
  return Boolean(drawn?.drawn && header.ahead) && drawn.address === header.ahead.address
    && JSON.stringify(drawn.values) === JSON.stringify(header.ahead.values);
}
