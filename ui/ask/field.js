// A field for questions: what is typed is looked up on the server, and a choice opens the page that answers it. Before
// anything is typed, it offers the questions that the open page answers.

import { element } from "../picture/element.js";
import { openPage } from "../shell/workbench.js";
import { boxOf, firstPlace, nextPlace, optionsOf } from "./options.js";

/** How long a person may pause between two keys before the questions are looked up. */
const PAUSE_MS = 70;

/** @typedef {import("./options.js").Found} Found */
/** @typedef {{url: string, language: string, longest: number, strings: Record<string, string>}} Sent */
/** @typedef {ReturnType<typeof createField>} Field */

/** The field and its list; the list lies over the page, or with `isInline` below the field. @param {string} id @param {boolean} isInline */
export function createField(id, isInline) {
  const node = element("div", "ask-field"), label = element("label"), input = element("input"), list = element("div", "ask-list");
  const message = element("p", "message"), options = element("div", "options");
  input.type = "search";
  input.id = `${id}-input`;
  input.autocomplete = "off";
  input.spellcheck = false;
  label.htmlFor = input.id;
  for (const [name, value] of Object.entries({ role: "combobox", "aria-autocomplete": "list", "aria-controls": `${id}-options`, "aria-expanded": "false" })) input.setAttribute(name, value);
  options.id = `${id}-options`;
  options.setAttribute("role", "listbox");
  message.setAttribute("role", "status");
  if (isInline) list.hidden = true;
  else list.popover = "manual";
  list.append(message, options);
  node.append(label, input, list);
  return { id, isInline, node, label, input, list, message, options };
}

/** @param {Field} field @param {Sent} sent */
export function writeField({ input, label, options }, { strings, longest }) {
  label.textContent = strings.label;
  input.placeholder = strings.placeholder;
  input.maxLength = longest;
  options.setAttribute("aria-label", strings.label);
}

/** What a field asks the server. @param {Sent} sent @param {string} typed */
async function lookedUp({ url, language, strings }, typed) {
  const query = new URLSearchParams(typed.trim() ? { lang: language, q: typed } : { lang: language, page: openPage() });
  const response = await fetch(`${url}?${query}`).catch(() => null);
  return /** @type {Found} */ (response?.ok ? await response.json() : { kind: "nearest", message: strings.offline, questions: [] });
}

/**
 * Follows what is done in a field.
 * @param {Field} field @param {() => Sent} sent @param {() => void} chosen called when an answer is opened
 */
export function listen(field, sent, chosen) {
  const { id, isInline, node, input, list, message, options } = field;
  let at = -1, timer = 0, asked = 0, isStale = false, isEntered = false;
  const links = () => /** @type {HTMLAnchorElement[]} */ ([...options.children]);
  const isOpen = () => input.getAttribute("aria-expanded") === "true";
  const place = () => {
    if (isInline) return;
    const { left, width, top, bottom, height } = boxOf(input.getBoundingClientRect(), { width: innerWidth, height: innerHeight });
    Object.assign(list.style, { left: `${left}px`, width: `${width}px`, maxHeight: `${height}px`, top: top === undefined ? "auto" : `${top}px`, bottom: bottom === undefined ? "auto" : `${bottom}px` });
  };
  const setOpen = (/** @type {boolean} */ open) => {
    if (isInline) list.hidden = !open;
    else if (open !== isOpen()) list[open ? "showPopover" : "hidePopover"]();
    input.setAttribute("aria-expanded", String(open));
  };
  const close = () => {
    asked += 1;
    clearTimeout(timer);
    setOpen(false);
    input.removeAttribute("aria-activedescendant");
    at = -1;
    isStale = isEntered = false;
  };
  const choose = (/** @type {number} */ to) => {
    at = to;
    links().forEach((link, index) => link.setAttribute("aria-selected", String(index === at)));
    const one = links()[at];
    if (!one) return input.removeAttribute("aria-activedescendant");
    input.setAttribute("aria-activedescendant", one.id);
    one.scrollIntoView({ block: "nearest" });
  };
  const leave = () => {
    input.value = "";
    close();
    input.blur();
    chosen();
  };
  const show = (/** @type {Found} */ found) => {
    message.textContent = found.message;
    message.classList.toggle("misses", found.kind === "nearest");
    options.replaceChildren(...optionsOf(found, id, leave));
    options.hidden = !found.questions.length;
    list.scrollTop = 0;
    place();
    setOpen(Boolean(found.message || found.questions.length));
    choose(firstPlace(found));
    isStale = false;
    // Enter was pressed before this was found.
    if (isEntered) links()[at]?.click();
    isEntered = false;
  };
  const look = async () => {
    const number = ++asked;
    const found = await lookedUp(sent(), input.value);
    if (number === asked) show(found);
  };
  const lookSoon = () => {
    clearTimeout(timer);
    isStale = true;
    timer = setTimeout(look, PAUSE_MS);
  };
  input.oninput = () => (input.value.trim() || isInline ? lookSoon() : close());
  input.onfocus = () => input.value.trim() && lookSoon();
  input.onclick = () => isOpen() || lookSoon();
  input.onkeydown = (event) => {
    if (event.isComposing) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by && isOpen()) choose(nextPlace(at, by, links().length));
    else if (by) look();
    else if (event.key === "Enter" && isStale) isEntered = true;
    else if (event.key === "Enter") links()[at]?.click();
    else if (event.key === "Escape" && isOpen() && !isInline) close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onAway = (/** @type {Event} */ event) => {
    if (!isInline && isOpen() && !node.contains(/** @type {Node} */ (event.target))) close();
  };
  const onMoved = () => isOpen() && place();
  document.addEventListener("pointerdown", onAway, true);
  document.addEventListener("focusin", onAway);
  addEventListener("resize", onMoved);
  return { look, again: () => isOpen() && look(), stop: () => {
    close();
    document.removeEventListener("pointerdown", onAway, true);
    document.removeEventListener("focusin", onAway);
    removeEventListener("resize", onMoved);
  } };
}
