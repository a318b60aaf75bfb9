// All terms in a panel, with a field that filters them.

import { element } from "../picture/element.js";
import { termNodes } from "./card.js";

/** The terms whose name, other forms or sentence contain what was typed, those by name first. @param {Glossary.Term[]} terms @param {string} typed */
export function filtered(terms, typed) {
  const wanted = typed.trim().toLowerCase();
  if (!wanted) return terms;
  const isNamed = (/** @type {Glossary.Term} */ { forms, symbol }) => [...forms, symbol].some((one) => one.toLowerCase().includes(wanted));
  const named = terms.filter(isNamed);
  return [...named, ...terms.filter((term) => !isNamed(term) && term.sentence.toLowerCase().includes(wanted))];
}

/** A panel with the list; `open(button)` shows it. @param {() => Record<string, string>} strings @param {() => Promise<Glossary.Term[] | null>} terms */
export function createList(strings, terms) {
  const node = element("div", "glossary-list"), head = element("div", "head"), title = element("h2", "title"), close = element("button", "close", "×");
  const field = element("input", "filter"), count = element("p", "count"), list = element("dl", "terms"), walk = element("p", "walk");
  /** @type {HTMLElement | null} */
  let opener = null;
  node.popover = "auto";
  node.setAttribute("role", "dialog");
  field.type = "search";
  field.autocomplete = "off";
  close.type = "button";
  count.setAttribute("role", "status");
  list.tabIndex = 0;
  head.append(title, close);
  node.append(head, field, count, list, walk);
  const hide = () => node.hidePopover();
  const draw = async () => {
    const all = await terms(), texts = strings();
    const found = all ? filtered(all, field.value) : [];
    count.textContent = !all ? texts.offline : found.length ? texts.count.replace("{count}", String(found.length)).replace("{all}", String(all.length)) : texts.nothing;
    list.replaceChildren(...found.flatMap((term) => {
      const said = element("dd");
      said.append(...termNodes(term, texts, hide));
      return [element("dt", "", term.name), said];
    }));
    list.scrollTop = 0;
  };
  close.onclick = () => {
    hide();
    opener?.focus();
  };
  field.oninput = draw;
  node.onkeydown = (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    close.click();
  };
  return { node, open(/** @type {HTMLElement} */ button) {
    const texts = strings();
    opener = button;
    title.textContent = texts.title;
    walk.textContent = texts.walk;
    field.placeholder = texts.filter;
    for (const [one, name] of /** @type {const} */ ([[node, texts.title], [field, texts.filter], [close, texts.close], [list, texts.title]])) one.setAttribute("aria-label", name);
    node.showPopover();
    field.focus();
    draw();
  } };
}
