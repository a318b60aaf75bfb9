// Draws each kind of part. A part keeps its element as long as the next answer has a part of the same kind and id in
// its place, so that focus, hover and scroll position are kept.

import { element } from "../picture/element.js";
import { glossedElement, glossedNodes, labelNodes } from "../picture/glossed.js";
import { pageAnchor } from "../picture/page_anchor.js";
import { linesPart } from "../picture/word_lines/word_lines.js";
import { arithmeticPart } from "./arithmetic_part.js";
import { askedPart } from "./asked.js";
import { addPredictor, coveredLines } from "../picture/prediction/predictors.js";
import { boardPart } from "./board_part.js";
import { code } from "./code_part.js";
import { curvesPart } from "./curves.js";
import { program } from "./program_part.js";
import { progressPart } from "./progress_part.js";
import { createMenu } from "./menu.js";
import { ask, prefetch } from "../store/store.js";
import { reveal } from "./reveal.js";
import { refreshNotes, rememberPress } from "./watched.js";

/**
 * Text in which **bold** is supported, and the gloss of a token.
 * @template {keyof HTMLElementTagNameMap} K @param {K} tag @param {string} className @param {string} text
 */
export function words(tag, className, text) {
  const made = element(tag, className);
  text.split("**").forEach((piece, place) => {
    if (piece) made.append(...(place % 2 ? [element("strong", "", piece)] : glossedNodes(piece)));
  });
  return made;
}

/** @param {{store: Page.Store}} context */
function note({ store }) {
  const node = element("p", "note-line");
  return { node, show(/** @type {Page.NotePart} */ part) {
    node.className = `note-line ${part.tone}`;
    // What says numbers is not shown while some are covered.
    node.classList.toggle("numbered", part.tone !== "untrained" && /\d/.test(part.text));
    node.title = part.about;
    node.replaceChildren(...words("span", "", part.text).childNodes);
  } };
}

function link() {
  const node = element("p", "note-line quiet");
  return { node, show(/** @type {Page.LinkPart} */ part) {
    const anchor = part.page ? pageAnchor(part, part.label) : Object.assign(element("a", "", part.label), { href: part.address });
    node.replaceChildren(...words("span", "", `${part.text} `).childNodes, anchor);
  } };
}

/** @param {{text: string, address: string}} link */
function paperLink({ text, address }) {
  return Object.assign(element("a", "paper", text), { href: address, target: "_blank", rel: "noopener noreferrer" });
}

/** The end of a page: what one now knows, and the way on. */
function corridor() {
  const node = element("nav", "corridor");
  return { node, show(/** @type {Page.CorridorPart} */ part) {
    const known = element("p", "known"), onward = pageAnchor(part, "", "onward");
    known.append(element("span", "over", part.now_known), element("span", "", part.known), ...(part.paper ? [paperLink(part.paper)] : []));
    onward.append(element("span", "over", part.next), element("span", "question", part.question), element("span", "where", part.title));
    node.setAttribute("aria-label", part.next);
    node.replaceChildren(known, onward);
  } };
}

function heading() {
  const node = element("div", "heading-line");
  return { node, show(/** @type {Page.HeadingPart} */ { title, about }) {
    node.replaceChildren(glossedElement("h2", "", title), ...(about ? [words("p", "about", about)] : []));
  } };
}

/** The chip's setting, and its selection if it has one. @param {Page.Store} store @param {Pick<Page.Chip, "setting" | "selection">} chip */
export function targetOfChip(store, { setting, selection }) {
  return { setting, selection: selection ?? store.state?.selection ?? { pin: "", trail: "" } };
}

/** Applies the chip. @param {Page.Store} store @param {Page.Chip} chip */
function press(store, chip) {
  ask(store, { to: targetOfChip(store, chip) });
}

/** @param {Page.Store} store @param {HTMLButtonElement} button @param {Page.Chip} chip @param {Page.ChipsPart | null} [row] */
export function pressed(store, button, chip, row = null) {
  button.onpointerdown = (event) => event.button === 0 && prefetch(store, { to: targetOfChip(store, chip) });
  button.onclick = () => {
    if (row) rememberPress(store, row, chip);
    press(store, chip);
    if (chip.reveal) reveal(chip.reveal);
  };
}

/** @param {Page.Store} store @param {Page.Chip} chip @param {string} [className] */
function chipOf(store, chip, className = "chip") {
  const button = element("button", className);
  button.append(...labelNodes(chip.label, chip.gloss));
  button.type = "button";
  if (chip.hint) button.title = chip.hint;
  pressed(store, button, chip);
  return button;
}

/** A row of chips. The note of the chip clicked last comes after them until the setting changes. @param {{store: Page.Store}} context */
function chips({ store }) {
  const node = element("div", "chips");
  const watch = element("span", "watch");
  node.append(watch);
  watch.setAttribute("role", "status");
  /** @type {HTMLButtonElement[]} */
  let buttons = [];
  let shown = "";
  /** @type {Omit<Page.ChipRow, "part">} */
  const made = {
    setNote: (text) => { if (watch.textContent !== text) watch.replaceChildren(...(text ? [element("span", "", text)] : [])); },
    keepRoom: (longest) => { if (watch.dataset.longest !== longest) watch.dataset.longest = longest; },
  };
  const row = /** @type {Page.ChipRow} */ (made);
  return { node, refresh: () => refreshNotes(store), close: () => store.chipRows.delete(row), show(/** @type {Page.ChipsPart} */ part) {
    row.part = part;
    store.chipRows.add(row);
    const text = JSON.stringify(part.chips.map(({ label, gloss, hint }) => [label, gloss, hint]));
    node.className = `chips ${part.look}${part.inLine ? " in-line" : ""}`;
    node.dataset.row = part.id;
    if (text !== shown) {
      buttons = part.chips.map((chip) => chipOf(store, chip));
      // Keep the title on the same line as the first chip.
      const [first, ...others] = buttons, start = element("span", "start");
      start.append(...(part.title && first ? [element("span", "title", part.title)] : []), ...(first ? [first] : []));
      node.setAttribute("role", "group");
      node.setAttribute("aria-label", part.title || part.id);
      node.replaceChildren(start, ...others, watch);
      shown = text;
    }
    part.chips.forEach((chip, place) => {
      const button = buttons[place];
      button.setAttribute("aria-pressed", String(chip.on));
      button.disabled = chip.fixed;
      pressed(store, button, chip, part);
    });
    refreshNotes(store);
  } };
}

/** The same chips behind one button; their note is among the suggestions. @param {{store: Page.Store}} context */
function menu({ store }) {
  const row = /** @type {Page.ChipRow} */ (/** @type {Omit<Page.ChipRow, "part">} */ ({ setNote: () => {} }));
  const made = createMenu((chip) => chipOf(store, chip, "menu-entry"), (button, chip) => pressed(store, button, chip, row.part));
  return { node: made.node, close: () => store.chipRows.delete(row), show(/** @type {Page.ChipsPart} */ part) {
    row.part = part;
    store.chipRows.add(row);
    made.node.dataset.row = part.id;
    made.show(part.title, part.chips);
    refreshNotes(store);
  } };
}

/** @param {{store: Page.Store}} context */
function legend({ store }) {
  const node = element("div", "legend");
  /** @type {Page.LegendPart["entries"]} */
  let entries = [];
  const draw = () => {
    // Of a covered line only its name is said, not its peak.
    const covered = coveredLines(store);
    node.replaceChildren(...entries.map((entry) => {
      const line = element("span", "entry"), swatch = element("span", "swatch");
      swatch.style.background = entry.colour;
      line.append(swatch, element("span", "", covered.get(entry.colour) ?? entry.text));
      if (entry.action) line.append(chipOf(store, entry.action, "chip small"));
      return line;
    }));
  };
  return { node, close: addPredictor(store, { follow: draw }), show(/** @type {Page.LegendPart} */ part) {
    ({ entries } = part);
    draw();
  } };
}

function table() {
  const node = element("div", "plain-table");
  return { node, show(/** @type {Page.TablePart} */ { columns, rows }) {
    const head = element("tr"), made = element("table");
    head.append(...columns.map((name) => Object.assign(element("th", "", name), { scope: "col" })));
    const body = element("tbody");
    body.append(...rows.map((row) => {
      const line = element("tr");
      line.append(...row.map((cell) => element("td", "", cell)));
      return line;
    }));
    const top = element("thead");
    top.append(head);
    made.append(top, body);
    node.replaceChildren(made);
  } };
}

/** Separate areas side by side. @param {{store: Page.Store}} context */
function columns({ store }) {
  const node = element("div", "columns");
  const views = () => /** @type {(Element & {shown?: Page.PartView[]})[]} */ ([...node.children]).flatMap((column) => column.shown ?? []);
  const all = (/** @type {"refresh" | "moved" | "close"} */ what) => views().forEach((view) => view[what]?.());
  return { node, views, refresh: () => all("refresh"), moved: () => all("moved"), close: () => all("close"), show(/** @type {Page.ColumnsPart} */ part) {
    while (node.children.length < part.columns.length) node.append(element("div", "column"));
    [...node.children].forEach((column, place) => showParts(store, column, part.columns[place] ?? []));
  } };
}

/** Discards everything that was changed by hand; next to it the switches of how the matrices are shown. @param {{store: Page.Store}} context */
function resetPart({ store }) {
  const node = element("div", "chips"), button = element("button", "chip quiet"), switches = element("span", "chips switches");
  button.type = "button";
  /** @type {HTMLButtonElement[]} */
  let chips = [];
  let shown = "";
  return { node, show(/** @type {Page.ResetPart} */ part) {
    const { strings } = store.shared;
    button.textContent = strings.reset;
    button.title = strings.reset_help;
    // It keeps the focus when there is nothing left to discard.
    button.setAttribute("aria-disabled", String(!part.reset));
    button.onclick = () => part.reset && press(store, part.reset);
    // Chips that stay the same keep their elements, and so the focus.
    const given = [...part.extra, ...part.further], count = part.extra.length;
    const labels = JSON.stringify([count, ...given.map(({ label, hint }) => [label, hint])]);
    if (labels !== shown) {
      chips = given.map((chip) => chipOf(store, chip));
      switches.replaceChildren(...chips.slice(0, count));
      node.replaceChildren(button, switches, ...chips.slice(count));
      shown = labels;
    }
    given.forEach((chip, place) => {
      if (place < count) chips[place].setAttribute("aria-pressed", String(chip.on));
      pressed(store, chips[place], chip);
    });
  } };
}

/** @type {Record<string, (context: {store: Page.Store}) => Page.PartView>} */
const KINDS = {
  board: boardPart, curves: curvesPart, note, link, corridor, heading, asked: askedPart, arithmetic: arithmeticPart, chips, menu, legend, table, code, program, columns, reset: resetPart,
  lines: linesPart, progress: progressPart,
};

/**
 * Registers how another kind of part is drawn: `make({store})` returns its `node` and `show(part)`.
 * @param {string} kind @param {Parameters<Page.AddKind>[1]} make
 */
export function addKind(kind, make) {
  KINDS[kind] = make;
}

/** Makes `nodes` the children. One that can stay where it is does, since a moved one loses the focus. @param {Element} parent @param {Element[]} nodes */
function putInOrder(parent, nodes) {
  for (const one of [...parent.children]) if (!nodes.includes(one)) one.remove();
  let next = parent.firstElementChild;
  for (const node of nodes) {
    if (node === next) next = next.nextElementSibling;
    else parent.insertBefore(node, next);
  }
}

/** Draws the parts of an area into its element. @param {Page.Store} store @param {Page.Shown} mount @param {Page.Part[]} parts */
export function showParts(store, mount, parts) {
  mount.shown ??= [];
  const kept = [...mount.shown];
  mount.shown = parts.map((part) => {
    const place = kept.findIndex((one) => one.kind === part.kind && one.id === part.id);
    const [view] = place < 0 ? [] : kept.splice(place, 1);
    return view ?? { kind: part.kind, id: part.id, ...KINDS[part.kind]({ store }) };
  });
  for (const view of kept) view.close?.();
  putInOrder(mount, mount.shown.map(({ node }) => node));
  mount.shown.forEach((view, place) => view.show(parts[place]));
}
