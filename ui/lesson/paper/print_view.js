// A document over the page, to look at and to print; the browser's printing makes the PDF.

import { element } from "../../picture/element.js";
import { appElement } from "../../streamlit/streamlit.js";
import { button } from "../fields.js";

/**
 * Opens an empty view; `show` fills it. It closes with Escape or its button.
 * @param {string} title @param {{print: string, close: string}} words
 */
export function openView(title, words) {
  const dialog = element("dialog", "lesson-print"), head = element("div", "print-head"), opener = document.activeElement;
  const frame = element("iframe"), message = element("p", "meta"), space = element("span", "space");
  const print = button(words.print, () => frame.contentWindow?.print(), "chip primary");
  print.disabled = true;
  frame.title = title;
  head.append(element("strong", "", title), space, print, button(words.close, () => dialog.close()));
  message.setAttribute("role", "status");
  dialog.append(head, message, frame);
  dialog.setAttribute("aria-label", title);
  dialog.onkeydown = (event) => event.stopPropagation();
  dialog.onclose = () => {
    dialog.remove();
    if (opener instanceof HTMLElement) opener.focus();
  };
  // In the panel, the colours of the theme apply.
  (document.querySelector(".lesson-panel") ?? appElement()).append(dialog);
  dialog.showModal();
  return {
    say: (/** @type {string} */ text) => { message.textContent = text; },
    isOpen: () => dialog.isConnected,
    show(/** @type {string} */ html) {
      message.textContent = "";
      frame.srcdoc = html;
      frame.onload = () => { print.disabled = false; };
    },
  };
}

/** @param {string} html @param {string} title @param {{print: string, close: string}} words */
export function showDocument(html, title, words) {
  openView(title, words).show(html);
}
