// Presets behind one button: a menu, where the picture needs the room of a row.

import { element } from "../picture/element.js";

/** @type {Record<string, number>} */
const MOVES = { ArrowDown: 1, ArrowUp: -1 };

/** Moves the focus among the entries; returns whether the key was one of the menu's. @param {HTMLElement[]} entries @param {KeyboardEvent} event */
function move(entries, event) {
  const at = entries.findIndex((one) => one === document.activeElement), count = entries.length;
  const to = event.key === "Home" ? 0 : event.key === "End" ? count - 1 : at + (MOVES[event.key] ?? 0);
  if (to === at) return false;
  entries[(to + count) % count].focus();
  return true;
}

/** @param {string} name */
function groupOf(name) {
  const node = element("div", "menu-group"), heading = element("div", "heading", name);
  node.setAttribute("role", "group");
  node.setAttribute("aria-label", name);
  heading.setAttribute("aria-hidden", "true");
  node.append(heading);
  return node;
}

/** Returns the entries, those of a group together after its heading. @param {HTMLElement[]} entries @param {Page.Chip[]} chips */
function grouped(entries, chips) {
  /** @type {HTMLElement[]} */
  const nodes = [];
  entries.forEach((entry, place) => {
    const { group } = chips[place];
    if (group && group !== chips[place - 1]?.group) nodes.push(groupOf(group));
    if (group) nodes.at(-1)?.append(entry);
    else nodes.push(entry);
  });
  return nodes;
}

/**
 * Returns a menu: `node`, and `show(title, chips)`. The button names the entry that is on, where there is room.
 * @param {(chip: Page.Chip) => HTMLButtonElement} entryOf returns the button of a chip
 * @param {(button: HTMLButtonElement, chip: Page.Chip) => void} update brings it up to date
 */
export function createMenu(entryOf, update) {
  const node = element("div", "menu"), button = element("button", "menu-button"), list = element("div", "menu-list");
  button.type = "button";
  button.setAttribute("aria-haspopup", "menu");
  list.setAttribute("role", "menu");
  const name = element("span", "menu-name"), current = element("span", "menu-current");
  button.append(name, current);
  node.append(button, list);
  /** @type {HTMLButtonElement[]} */
  let entries = [];
  let shown = "";
  const set = (/** @type {boolean} */ isOpen) => {
    list.hidden = !isOpen;
    button.setAttribute("aria-expanded", String(isOpen));
  };
  button.onclick = () => {
    set(Boolean(list.hidden));
    if (!list.hidden) (entries.find((one) => one.getAttribute("aria-checked") === "true") ?? entries[0])?.focus();
  };
  node.onkeydown = (event) => {
    if (list.hidden) return;
    if (event.key === "Escape") {
      set(false);
      button.focus();
    } else if (!move(entries, event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  node.addEventListener("focusout", ({ relatedTarget }) => node.contains(/** @type {Node | null} */ (relatedTarget)) || set(false));
  list.addEventListener("click", () => {
    set(false);
    button.focus();
  });
  set(false);
  return { node, show(/** @type {string} */ title, /** @type {Page.Chip[]} */ chips) {
    const text = JSON.stringify([title, chips.map(({ label, hint }) => [label, hint])]);
    if (text !== shown) {
      shown = text;
      name.textContent = title;
      list.setAttribute("aria-label", title);
      entries = chips.map(entryOf);
      for (const entry of entries) Object.assign(entry, { tabIndex: -1 }).setAttribute("role", "menuitemradio");
      list.replaceChildren(...grouped(entries, chips));
    }
    current.textContent = chips.find(({ on }) => on)?.label ?? "";
    chips.forEach((chip, place) => {
      entries[place].setAttribute("aria-checked", String(chip.on));
      update(entries[place], chip);
    });
  } };
}
