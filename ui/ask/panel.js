// The field for questions that the button "Ask" in the head of a page opens, where the sidebar is folded or not.

import { element } from "../picture/element.js";
import { createField, listen, writeField } from "./field.js";

/** @typedef {import("./field.js").Sent} Sent */

/** The panel below a button, with its right edge in the window. @param {DOMRect} button @param {{width: number, height: number}} size */
export function panelBox(button, size) {
  const edge = 12, width = Math.min(460, size.width - 2 * edge), top = button.bottom + 6;
  return { left: Math.max(edge, Math.min(button.left, size.width - width - edge)), top, width, height: size.height - top - edge };
}

/** Returns a panel: `open(button)` shows it, `stop` ends it. @param {() => Sent} sent */
export function createPanel(sent) {
  const node = element("div", "ask-panel"), field = createField("ask-panel", true);
  /** @type {HTMLElement | null} */
  let opener = null;
  node.popover = "auto";
  node.append(field.node);
  const { look, stop } = listen(field, sent, () => node.hidePopover());
  node.ontoggle = (event) => opener?.setAttribute("aria-expanded", String(event.newState === "open"));
  // The field would only be emptied.
  node.onkeydown = (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    node.hidePopover();
    opener?.focus();
  };
  return { open(/** @type {HTMLElement} */ button) {
    opener = button;
    // There the theme's colours are known.
    button.closest(".workbench")?.append(node);
    writeField(field, sent());
    const { left, top, width, height } = panelBox(button.getBoundingClientRect(), { width: innerWidth, height: innerHeight });
    Object.assign(node.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, maxHeight: `${height}px` });
    node.showPopover();
    field.input.focus();
    look();
  }, stop() {
    stop();
    node.remove();
  } };
}
