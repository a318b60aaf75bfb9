// The field "Ask": what is typed is looked up on the server, and a choice opens the page that answers it.

import { element } from "../picture/element.js";
import { pageAnchor } from "../picture/page_anchor.js";
import { openHere } from "../shell/workbench.js";
import { decodeFrame } from "../store/bytes.js";

/** How long a person may pause between two keys before the questions are looked up. */
const PAUSE_MS = 70;

/** @typedef {{key: string, question: string, answer: string, title: string, page: string, address: string, brings: Record<string, Page.Value>, pin: string, view: string}} Entry */
/** @typedef {{fits: boolean, message: string, questions: Entry[]}} Found */
/** @typedef {{url: string, language: string, longest: number, strings: Record<string, string>}} Sent */

/** The place of the next option; beyond either end comes the other one. @param {number} at @param {number} by @param {number} count */
export function nextPlace(at, by, count) {
  if (!count) return -1;
  if (at < 0) return by > 0 ? 0 : count - 1;
  return (at + by + count) % count;
}

/** The list's box: below the field or, where there is more room, above it; within the window. @param {DOMRect} field @param {{width: number, height: number}} size */
export function boxOf(field, size) {
  const edge = 12, width = Math.min(440, size.width - 2 * edge);
  const left = Math.max(edge, Math.min(field.left, size.width - width - edge));
  const below = size.height - field.bottom - edge, above = field.top - edge;
  return below >= Math.min(320, above) ? { left, width, top: field.bottom + 6, height: below - 6 } : { left, width, bottom: size.height - field.top + 6, height: above - 6 };
}

/** One question with its answer, as a link. @param {Entry} entry @param {number} place @param {() => void} opened */
function optionOf(entry, place, opened) {
  const link = pageAnchor({ ...entry }, "", "option"), follow = link.onclick;
  link.id = `ask-option-${place}`;
  link.setAttribute("role", "option");
  link.tabIndex = -1;
  link.append(element("span", "question", entry.question), element("span", "answer", entry.answer), element("span", "where", entry.title));
  link.onclick = (event) => {
    // The part of a picture is opened with its page.
    if (event.ctrlKey || event.metaKey || event.shiftKey || entry.view) return;
    if (openHere(entry.page, { setting: entry.brings, selection: { pin: entry.pin, trail: "" } })) event.preventDefault();
    else follow?.call(link, event);
    if (event.defaultPrevented) opened();
  };
  return link;
}

/** The field and its list. */
function createField() {
  const node = element("div", "ask-field"), label = element("label"), input = element("input"), list = element("div", "ask-list");
  const message = element("p", "message"), options = element("div", "options");
  input.type = "search";
  input.id = "ask-input";
  input.autocomplete = "off";
  input.spellcheck = false;
  label.htmlFor = input.id;
  for (const [name, value] of Object.entries({ role: "combobox", "aria-autocomplete": "list", "aria-controls": "ask-options", "aria-expanded": "false" })) input.setAttribute(name, value);
  options.id = "ask-options";
  options.setAttribute("role", "listbox");
  message.setAttribute("role", "status");
  list.popover = "manual";
  list.append(message, options);
  node.append(label, input, list);
  return { node, label, input, list, message, options };
}

/** @param {ReturnType<typeof createField>} field @param {() => Sent} sent */
function listen({ node, input, list, message, options }, sent) {
  let at = -1, timer = 0, asked = 0;
  const links = () => /** @type {HTMLAnchorElement[]} */ ([...options.children]);
  const isOpen = () => input.getAttribute("aria-expanded") === "true";
  const place = () => {
    const { left, width, top, bottom, height } = boxOf(input.getBoundingClientRect(), { width: innerWidth, height: innerHeight });
    Object.assign(list.style, { left: `${left}px`, width: `${width}px`, maxHeight: `${height}px`, top: top === undefined ? "auto" : `${top}px`, bottom: bottom === undefined ? "auto" : `${bottom}px` });
  };
  const close = () => {
    asked += 1;
    clearTimeout(timer);
    if (isOpen()) list.hidePopover();
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
    at = -1;
  };
  const choose = (/** @type {number} */ to) => {
    at = to;
    links().forEach((link, index) => link.setAttribute("aria-selected", String(index === at)));
    const chosen = links()[at];
    if (!chosen) return;
    input.setAttribute("aria-activedescendant", chosen.id);
    chosen.scrollIntoView({ block: "nearest" });
  };
  const leave = () => {
    input.value = "";
    close();
    input.blur();
  };
  const show = (/** @type {Found} */ { fits, message: words, questions }) => {
    message.textContent = words;
    message.classList.toggle("misses", !fits);
    options.replaceChildren(...questions.map((entry, index) => optionOf(entry, index, leave)));
    list.scrollTop = 0;
    place();
    if (!isOpen()) list.showPopover();
    input.setAttribute("aria-expanded", "true");
    choose(fits && questions.length ? 0 : -1);
  };
  const look = async () => {
    const number = ++asked, { url, language, strings } = sent();
    const query = new URLSearchParams({ lang: language, q: input.value });
    const response = await fetch(`${url}?${query}`).catch(() => null);
    const found = response?.ok ? await response.json() : { fits: false, message: strings.offline, questions: [] };
    if (number === asked) show(found);
  };
  const lookSoon = () => {
    clearTimeout(timer);
    if (!input.value.trim()) close();
    else timer = setTimeout(look, PAUSE_MS);
  };
  input.oninput = lookSoon;
  input.onfocus = lookSoon;
  input.onkeydown = (event) => {
    if (event.isComposing) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by && isOpen()) choose(nextPlace(at, by, links().length));
    else if (event.key === "Enter" && isOpen()) links()[Math.max(at, 0)]?.click();
    else if (event.key === "Escape" && isOpen()) close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onAway = (/** @type {Event} */ event) => {
    if (!node.contains(/** @type {Node} */ (event.target))) close();
  };
  const onMoved = () => isOpen() && place();
  document.addEventListener("pointerdown", onAway, true);
  document.addEventListener("focusin", onAway);
  addEventListener("resize", onMoved);
  return { again: () => isOpen() && look(), stop: () => {
    close();
    document.removeEventListener("pointerdown", onAway, true);
    document.removeEventListener("focusin", onAway);
    removeEventListener("resize", onMoved);
  } };
}

/** @typedef {{field: ReturnType<typeof createField>, sent: Sent, again?: () => unknown, stop?: () => void}} Made */

/** @type {WeakMap<Element, Made>} */
const fields = new WeakMap();

/** @param {Element} host @param {Sent} sent @returns {Made} */
function makeIn(host, sent) {
  /** @type {Made} */
  const made = { field: createField(), sent };
  host.replaceChildren(made.field.node);
  fields.set(host, made);
  return Object.assign(made, listen(made.field, () => made.sent));
}

/** Draws the field; with other texts when the language changes. @param {{data: Uint8Array, parentElement: Element}} component */
export function mount({ data, parentElement }) {
  const host = parentElement.querySelector(".ask");
  const sent = /** @type {Sent} */ (/** @type {unknown} */ (decodeFrame(data).header));
  if (!host) return () => {};
  const made = fields.get(host) ?? makeIn(host, sent), { label, input } = made.field;
  made.sent = sent;
  label.textContent = sent.strings.label;
  input.placeholder = sent.strings.placeholder;
  input.maxLength = sent.longest;
  made.again?.();
  return () => {
    if (!host.isConnected) made.stop?.();
  };
}
