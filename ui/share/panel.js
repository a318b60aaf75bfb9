// The "Share" panel: the link, the picture, the data. It is loaded with the first click on its button.

import { withView } from "../store/address.js";
import { element } from "../picture/element.js";
import { dataTab } from "./data_tab.js";
import { sayOnPage } from "./drop.js";
import { linkTab } from "./link_tab.js";
import { pictureTab } from "./picture_tab.js";
import { fetchShared, requestOf } from "./server.js";
import { withStyles } from "./styles.js";

/** @type {Record<string, (context: Share.Context) => HTMLElement>} */
const TABS = { link: linkTab, picture: pictureTab, data: dataTab };
/** @type {Record<string, number>} */
const MOVES = { ArrowRight: 1, ArrowLeft: -1 };
let count = 0;

/** Returns the full URL of the current page. @param {Page.Store} store */
export function linkOf(store) {
  return `${location.origin}${location.pathname}${withView(store, store.address ?? location.search)}`;
}

/** Fetches all texts of the panel, with its style sheet. @param {Page.Store} store @param {string} link @returns {Promise<Share.About>} */
async function aboutOf(store, link) {
  const [answer] = await Promise.all([fetchShared(store, "about", requestOf(store, { link })), withStyles()]);
  return answer.json();
}

/**
 * Opens the panel over the page; it closes with Escape, its button or a click next to it.
 * @param {Page.Store} store @param {HTMLElement} opener
 */
export async function openPanel(store, opener) {
  if (!store.state) return;
  const link = linkOf(store), about = await aboutOf(store, link).catch(() => null);
  if (!about) return sayOnPage(store.shared.strings.no_answer);
  if (document.querySelector(".share-panel")) return;
  const dialog = element("dialog", "share-panel");
  dialog.dataset.workbench = "share";
  dialog.setAttribute("aria-label", store.shared.strings.share);
  dialog.append(headOf(dialog, store, about));
  const message = element("p", "message");
  message.setAttribute("role", "status");
  /** @type {Share.Context} */
  const context = { store, link, about, words: about.words, dialog, say: (text) => { message.textContent = text; } };
  dialog.append(tabsOf(context), message);
  // Inside the workbench's element, the theme's colours apply.
  opener.closest(".workbench")?.append(dialog);
  dialog.onclick = (event) => event.target === dialog && dialog.close();
  // Keys pressed in here are not steps on the page.
  dialog.onkeydown = (event) => event.stopPropagation();
  dialog.onclose = () => {
    dialog.remove();
    opener.focus();
  };
  dialog.showModal();
}

/** @param {HTMLDialogElement} dialog @param {Page.Store} store @param {Share.About} about */
function headOf(dialog, store, { words }) {
  const head = element("div", "head"), close = element("button", "chip quiet close", "✕");
  close.type = "button";
  close.setAttribute("aria-label", words.close);
  close.onclick = () => dialog.close();
  head.append(element("h2", "", store.shared.strings.share), close);
  return head;
}

/** @param {Share.Context} context */
function tabsOf(context) {
  const node = element("div", "tabs"), list = element("div", "tab-list"), names = Object.keys(TABS);
  const id = `share-${(count += 1)}`, body = element("div", "tab-body");
  list.setAttribute("role", "tablist");
  body.setAttribute("role", "tabpanel");
  body.id = `${id}-body`;
  const buttons = names.map((name) => {
    const button = element("button", "tab", context.words[`tab_${name}`]);
    Object.assign(button, { type: "button", id: `${id}-${name}`, onclick: () => show(name) });
    button.dataset.tab = name;
    button.setAttribute("role", "tab");
    button.setAttribute("aria-controls", body.id);
    return button;
  });
  list.append(...buttons);
  list.onkeydown = (event) => {
    const way = MOVES[event.key];
    if (!way) return;
    const at = buttons.findIndex((one) => one === document.activeElement), next = buttons[(at + way + buttons.length) % buttons.length];
    next.focus();
    next.click();
  };

  /** @param {string} name */
  function show(name) {
    context.say("");
    for (const button of buttons) {
      const isOn = button.dataset.tab === name;
      button.setAttribute("aria-selected", String(isOn));
      button.tabIndex = isOn ? 0 : -1;
    }
    body.setAttribute("aria-labelledby", `${id}-${name}`);
    body.replaceChildren(TABS[name](context));
  }

  show("link");
  node.append(list, body);
  return node;
}
