// Ask, undo, redo, back to the start and share: the same buttons in the same position on every page, and their keys.

import { element } from "../picture/element.js";
import { iconOf } from "../picture/icon.js";
import { ask, targetOf } from "../store/store.js";

/** Each in a 20 by 20 square: an arrow back, an arrow forward, and a circle back to the start. */
/** @type {Record<Page.StepName | "start", string>} */
const ICONS = {
  undo: "M7.5 4 3.5 8l4 4M3.5 8h8a4.5 4.5 0 0 1 0 9H8",
  redo: "M12.5 4l4 4-4 4M16.5 8h-8a4.5 4.5 0 0 0 0 9H12",
  start: "M4 4v4.5h4.5M4.3 8.5A6.5 6.5 0 1 1 3.8 12",
};

/** A question mark in a circle. */
const ASK = "M10 2.8a7.2 7.2 0 1 1 0 14.4a7.2 7.2 0 1 1 0-14.4M7.9 8.1a2.1 2.1 0 1 1 3.1 1.9c-.7.4-1 .8-1 1.6M10 13.9v.1";
/** Three points and the lines between them. */
const SHARE = "M7.2 9 12.8 5.8M7.2 11l5.6 3.2M5 12.2a2.2 2.2 0 1 1 0-4.4 2.2 2.2 0 0 1 0 4.4M15 7a2.2 2.2 0 1 1 0-4.4A2.2 2.2 0 0 1 15 7"
  + "M15 17.4a2.2 2.2 0 1 1 0-4.4 2.2 2.2 0 0 1 0 4.4";

/** What opens the field for questions. @type {(button: HTMLElement) => void} */
let openAsk = () => {};

/** From now on the button "Ask" opens it so. @param {(button: HTMLElement) => void} open */
export function offerAsk(open) {
  openAsk = open;
}

/** Takes one of the steps, if it is possible. @param {Page.Store} store @param {Page.StepName | "start"} name */
function take(store, name) {
  if (name !== "start") ask(store, { step: name });
  else {
    const to = targetOf(store, name);
    if (to) ask(store, { to });
  }
}

/** The button that opens the share panel, which is loaded only then. @param {Page.Store} store */
function shareButton(store) {
  const button = element("button", "chip quiet share");
  button.type = "button";
  button.setAttribute("aria-haspopup", "dialog");
  button.append(iconOf(SHARE));
  button.onclick = async () => (await import("../share/panel.js")).openPanel(store, button);
  return button;
}

/** The button that opens the field for questions. */
function askButton() {
  const button = element("button", "chip quiet ask-open");
  button.type = "button";
  button.setAttribute("aria-haspopup", "dialog");
  button.setAttribute("aria-expanded", "false");
  button.append(iconOf(ASK), element("span"));
  button.onclick = () => openAsk(button);
  return button;
}

/** @param {Page.Store} store */
export function createHistoryBar(store) {
  const node = element("div", "history-bar");
  node.setAttribute("role", "group");
  const asking = askButton();
  node.append(asking);
  const names = /** @type {(Page.StepName | "start")[]} */ (Object.keys(ICONS));
  const buttons = names.map((name) => {
    const button = element("button", "chip quiet");
    button.type = "button";
    button.dataset.move = name;
    button.append(iconOf(ICONS[name]));
    button.onclick = () => take(store, name);
    node.append(button);
    return { name, button };
  });
  const share = shareButton(store);
  node.append(share);
  return { node, refresh() {
    const { strings } = store.shared;
    for (const text of asking.querySelectorAll("span")) text.textContent = strings.ask;
    asking.title = strings.ask_help;
    asking.setAttribute("aria-label", strings.ask);
    share.setAttribute("aria-label", strings.share);
    share.title = `${strings.share}\n${strings.share_help}`;
    node.setAttribute("aria-label", strings.steps);
    for (const { name, button } of buttons) {
      button.setAttribute("aria-label", strings[name]);
      button.title = `${strings[name]}\n${strings[`${name}_help`]}`;
      // A button without effect keeps the focus.
      button.setAttribute("aria-disabled", String(!targetOf(store, name)));
    }
  } };
}

/** Returns the step for a key; null while the user is typing, because text fields have their own undo. @param {KeyboardEvent} event */
export function stepOfKey(event) {
  const isTyping = /** @type {Element | null} */ (event.target)?.matches?.("input:not([type=range], [type=checkbox]), textarea, [contenteditable=true]");
  if (isTyping || event.altKey || !(event.ctrlKey || event.metaKey)) return null;
  const key = event.key.toLowerCase();
  if (key === "y" || (key === "z" && event.shiftKey)) return "redo";
  return key === "z" ? "undo" : null;
}

/** Listens for the undo and redo keys until it is stopped. @param {Page.Store} store */
export function listenForSteps(store) {
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    const name = stepOfKey(event);
    if (!name) return;
    take(store, name);
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("keydown", onKey, true);
  return () => document.removeEventListener("keydown", onKey, true);
}
