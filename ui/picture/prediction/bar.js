// The bar of a prediction: what is covered, how to answer, the answer, and what came of it.

import { element } from "../element.js";
import { iconOf } from "../icon.js";
import { forPointer } from "../pointer_words.js";
import { namedAt } from "../matrix_view/selection.js";
import { isShareOf, sumHint } from "./answers.js";
import { askerNow } from "./asking.js";
import { coversFor, kindsFor, questionOf } from "./offers.js";
import { askedCells, cellOf, coveredCells } from "./places.js";
import { orderList } from "./order_list.js";
import { placesDrawing } from "./places_drawing.js";
import { called, nameOf, truthOf } from "./session.js";
import { truePlaces } from "./scores.js";
import { said } from "./words.js";

/** A pencil above an eye. */
const ICON = "M3.2 8.6l.5-2.3L9.6.9l1.9 1.9-5.9 5.3z M2.5 14.2c2-2.9 4.6-4.3 7.5-4.3s5.5 1.4 7.5 4.3c-2 2.9-4.6 4.3-7.5 4.3s-5.5-1.4-7.5-4.3z M10 12.2a2 2 0 100 4 2 2 0 000-4z";
/** The most keys that are offered as buttons; of more, the cell itself is clicked. */
const MOST_BUTTONS = 16;

/** The button that opens a bar; it is named later. @param {() => void} onclick */
export function createOpener(onclick) {
  const opener = Object.assign(element("button", "chip quiet predict"), { type: "button", onclick });
  opener.append(iconOf(ICON));
  return opener;
}

/** Names the opener, and says whether its bar is open. @param {HTMLElement} opener @param {Matrices.Strings} strings @param {boolean} isOpen */
export function nameOpener(opener, strings, isOpen) {
  opener.title = strings.predict_help ?? "";
  opener.setAttribute("aria-label", strings.predict_help ?? "");
  opener.setAttribute("aria-expanded", String(isOpen));
}

/** @param {string} text @param {string} className @param {() => void} onclick */
export function buttonOf(text, className, onclick) {
  return Object.assign(element("button", `chip ${className}`, text), { type: "button", onclick });
}

/** @param {string} label @param {string[]} names @param {number} chosen @param {(place: number) => void} choose */
export function selectOf(label, names, chosen, choose) {
  const node = element("select");
  node.setAttribute("aria-label", label);
  node.title = label;
  node.append(...names.map((name) => element("option", "", name)));
  node.selectedIndex = chosen;
  node.onchange = () => choose(node.selectedIndex);
  return node;
}

/**
 * Draws a bar again by `act`, and gives the focus back to the select box that had it, under its name.
 * @param {HTMLElement} bar @param {() => void} act
 */
export function keepingFocus(bar, act) {
  const focused = document.activeElement, name = focused && bar.contains(focused) && focused.matches("select") ? focused.getAttribute("aria-label") : null;
  act();
  const same = [...bar.querySelectorAll("select")].find((one) => one.getAttribute("aria-label") === name);
  same?.focus({ preventScroll: true });
}

/**
 * @typedef {object} Acts
 * @property {() => void} askClass @property {() => void} open @property {() => void} again @property {() => void} stop @property {() => void} reveal
 * @property {(question: Prediction.Question) => void} ask
 * @property {() => void} changed
 * @property {(order: number[]) => void} move
 */

/** @param {Acts} acts */
export function createBar(acts) {
  const node = element("div", "prediction"), opener = createOpener(acts.open), message = element("p", "message");
  node.hidden = true;
  node.setAttribute("role", "group");
  message.setAttribute("role", "status");
  /** @type {HTMLInputElement[]} */
  let fields = [];
  /** @type {() => void} */
  let renew = () => {};
  node.onkeydown = (event) => {
    if (event.key === "Escape") acts.stop();
    // Keys pressed in here are not steps on the page, and do not move the pin.
    event.stopPropagation();
  };

  /** @param {import("./session.js").Session | null} session @param {Matrices.Matrix[]} items @param {Matrices.Matrix | undefined} item @param {Matrices.Strings} strings */
  function show(session, items, item, strings) {
    node.hidden = !session || !item || Boolean(session.crowd);
    opener.setAttribute("aria-expanded", String(!node.hidden));
    if (!session || !item || session.crowd) return node.replaceChildren();
    node.setAttribute("aria-label", strings.predict);
    node.dataset.kind = session.question.kind;
    message.className = "message";
    if (session.result) return showResult(session, item, strings);
    const made = answerOf(session, item, strings, acts);
    ({ fields } = made);
    renew = made.renew ?? (() => {});
    const choices = element("span", "choices"), actions = actionsOf(session, strings);
    choices.append(...choicesOf(session, items, item, strings, acts.ask));
    message.textContent = "";
    node.replaceChildren(choices, made.node, message, actions);
    refresh(session, item, strings);
  }

  /** @param {import("./session.js").Session} session @param {Matrices.Strings} strings */
  function actionsOf({ events }, strings) {
    const actions = element("span", "actions");
    if (askerNow()) actions.append(buttonOf(strings.predict_ask_class, "ask-class", acts.askClass));
    actions.append(buttonOf(events.send ? strings.predict_send : strings.predict_reveal, "reveal", acts.reveal), buttonOf(strings.predict_stop, "quiet stop", acts.stop));
    return actions;
  }

  /** @param {import("./session.js").Session} session @param {Matrices.Matrix} item @param {Matrices.Strings} strings */
  function showResult(session, item, strings) {
    const { result, isStale, question, cells, answer } = session, actions = element("span", "actions");
    message.textContent = isStale ? strings.predict_stale : result?.text ?? "";
    message.className = isStale ? "message" : `message ${result?.isRight ? "right" : "off"}`;
    actions.append(buttonOf(strings.predict_again, "again", acts.again), buttonOf(strings.predict_stop, "quiet stop", acts.stop));
    const picture = question.kind === "order" && !isStale
      ? [placesDrawing(cells.map((index) => nameOf(item, question, index)), answer.given.map(Number), truePlaces(answer.given, answer.truth), strings)] : [];
    fields = [];
    node.replaceChildren(message, actions, ...picture);
  }

  /** Brings the hint and the pressed buttons up to date. @param {import("./session.js").Session} session @param {Matrices.Matrix | undefined} item @param {Matrices.Strings} strings */
  function refresh(session, item, strings) {
    renew();
    if (!item || session.result) return;
    const hint = sumHint(session.question.kind, session.given, isShareOf(truthOf(item, session.cells)));
    message.className = "message";
    message.textContent = hint ? said(strings, hint.text, hint.params) : "";
    for (const field of fields) field.removeAttribute("aria-invalid");
  }

  return {
    node, opener, show, refresh,
    /** @param {Matrices.Strings} strings */
    name: (strings) => nameOpener(opener, strings, !node.hidden),
    /** @param {string} text */
    say(text) {
      message.className = "message";
      message.textContent = text;
    },
    /** @param {{at: number, text: string}} problem */
    complain({ at, text }) {
      message.className = "message wrong";
      message.textContent = text;
      fields[at]?.setAttribute("aria-invalid", "true");
      fields[at]?.focus();
    },
    /** @param {number} at */
    focusField: (at) => fields[at]?.focus(),
    /** The focus goes to the first field, else to the first button of what is to be done. */
    focus() {
      const target = fields[0] ?? node.querySelector(".answer :is(button, [tabindex='0'])") ?? node.querySelector(".actions button");
      /** @type {HTMLElement | null} */ (target)?.focus({ preventScroll: true });
    },
  };
}

/**
 * What is asked, as select boxes: matrix, way to answer, what is covered, row and column. A box with one option is left out.
 * @param {import("./session.js").Session} session @param {Matrices.Matrix[]} items @param {Matrices.Matrix} item
 * @param {Matrices.Strings} strings @param {(question: Prediction.Question) => void} ask
 */
function choicesOf({ question }, items, item, strings, ask) {
  const able = items.filter((one) => kindsFor(one).length), kinds = kindsFor(item), covers = coversFor(item, question.kind);
  const { tile, row, col, kind, cover } = question, at = { tile, row, col };
  const rows = Array.from({ length: item.rowCount }, (_, place) => place).filter((place) => coveredCells(item, { ...question, cover: "row", row: place }).length);
  const cols = askedCells(item, { ...question, kind: "row", cover: "row" }).map((index) => cellOf(item, index).col);
  const needsRow = !(cover === "all" && (kind === "mask" || kind === "pick"));
  const needsCol = kind === "cell" || (kind === "mask" && cover === "cell");
  const nameIn = (/** @type {Matrices.Axis} */ axis) => (/** @type {number} */ place) => `${axis.spoken} ${namedAt(axis, place)}`.trim();
  /** @type {[string, string[], number, (place: number) => void][]} */
  const boxes = [
    [strings.predict_matrix, able.map(({ name }) => name), able.indexOf(item), (place) => ask(questionOf(able[place], kindsFor(able[place]).find((one) => one === kind) ?? kindsFor(able[place])[0]))],
    [strings.predict_how, kinds.map((one) => strings[`predict_kind_${one}`]), kinds.indexOf(/** @type {any} */ (kind)), (place) => ask(questionOf(item, kinds[place], at))],
    [strings.predict_cover, covers.map((one) => strings[`predict_cover_${one}`]), covers.indexOf(cover), (place) => ask({ ...question, cover: /** @type {Prediction.Cover} */ (covers[place]) })],
    ...(item.kind === "tiles" ? [/** @type {[string, string[], number, (place: number) => void]} */ ([item.tileAxis.spoken, Array.from({ length: item.tiles }, (_, place) => nameIn(item.tileAxis)(place)), tile, (place) => ask(questionOf(item, kind, { ...at, tile: place }, cover))])] : []),
    [strings.predict_row, needsRow ? rows.map(nameIn(item.rows)) : [], rows.indexOf(row), (place) => ask(inRow(item, { ...question, row: rows[place] }))],
    [strings.predict_col, needsCol ? cols.map(nameIn(item.cols)) : [], cols.indexOf(col), (place) => ask({ ...question, col: cols[place] })],
  ];
  return boxes.filter(([, names]) => names.length > 1).map(([label, names, chosen, choose]) => selectOf(label, names, chosen, choose));
}

/** The same question in another row, where its column may have no number. @param {Matrices.Matrix} item @param {Prediction.Question} question */
function inRow(item, question) {
  const cols = askedCells(item, { ...question, kind: "row", cover: "row" }).map((index) => cellOf(item, index).col);
  return cols.includes(question.col) ? question : { ...question, col: cols[0] ?? 0 };
}

/** @typedef {{node: HTMLElement, fields: HTMLInputElement[], renew?: () => void}} Fields */

/** What somebody answers with. @param {import("./session.js").Session} session @param {Matrices.Matrix} item @param {Matrices.Strings} strings @param {Acts} acts @returns {Fields} */
function answerOf(session, item, strings, acts) {
  const { kind } = session.question;
  if (kind === "mask") return paintingOf(session, strings);
  if (kind === "pick") return pickOf(session, item, strings, acts.changed);
  if (kind === "order") return orderOf(session, item, strings, acts.move);
  return numbersOf(session, item, strings, acts);
}

/** A field for each number. @param {import("./session.js").Session} session @param {Matrices.Matrix} item @param {Matrices.Strings} strings @param {Acts} acts @returns {Fields} */
function numbersOf({ question, cells, given }, item, strings, acts) {
  const node = element("span", "answer numbers");
  const fields = cells.map((index, at) => {
    const label = element("label", "number"), field = element("input"), { row, col } = cellOf(item, index);
    Object.assign(field, { type: "text", inputMode: "text", maxLength: 24, autocomplete: "off", value: given.texts[at] });
    const place = item.colCount > 1 ? called(item.cols, col) : called(item.rows, row);
    label.append(element("span", "", question.kind === "cell" ? `${item.name} [${namedAt(item.rows, row)}, ${namedAt(item.cols, col)}]` : place), field);
    field.oninput = () => {
      given.texts[at] = field.value;
      acts.changed();
    };
    field.onkeydown = (event) => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      const next = fields[at + 1];
      if (next) next.focus();
      else acts.reveal();
    };
    node.append(label);
    return field;
  });
  return { node, fields };
}

/** @param {import("./session.js").Session} session @param {Matrices.Strings} strings @returns {Fields} */
function paintingOf({ given }, strings) {
  const node = element("span", "answer", forPointer(strings.predict_paint)), count = element("span", "count");
  node.append(" ", count);
  return { node, fields: [], renew() {
    count.textContent = said(strings, "predict_painted", { count: given.chosen.filter(Boolean).length });
  } };
}

/** @param {import("./session.js").Session} session @param {Matrices.Matrix} item @param {Matrices.Strings} strings @param {() => void} changed @returns {Fields} */
function pickOf({ question, cells, given }, item, strings, changed) {
  const node = element("span", "answer answers");
  const picked = element("span", "count"), text = () => given.chosen.flatMap((is, at) => (is ? [nameOf(item, question, cells[at])] : [])).join("");
  node.append(element("span", "asked", forPointer(question.cover === "all" ? strings.predict_pick_all : said(strings, "predict_pick_row", { row: called(item.rows, question.row) }))));
  if (cells.length > MOST_BUTTONS || question.cover === "all") {
    node.append(picked);
    return { node, fields: [], renew: () => { picked.textContent = text(); } };
  }
  const buttons = cells.map((index, at) => buttonOf(nameOf(item, question, index), "small", () => {
    given.chosen.fill(false);
    given.chosen[at] = true;
    changed();
  }));
  node.setAttribute("role", "group");
  node.append(...buttons);
  return { node, fields: [], renew: () => buttons.forEach((button, at) => button.setAttribute("aria-pressed", String(given.chosen[at]))) };
}

/** @param {import("./session.js").Session} session @param {Matrices.Matrix} item @param {Matrices.Strings} strings @param {(order: number[]) => void} move @returns {Fields} */
function orderOf({ question, cells, given }, item, strings, move) {
  const node = element("span", "answer"), list = orderList(cells.map((index) => nameOf(item, question, index)), () => given.order, move, strings);
  node.append(element("span", "asked", forPointer(strings.predict_order_how)), list.node);
  return { node, fields: [], renew: list.refresh };
}
