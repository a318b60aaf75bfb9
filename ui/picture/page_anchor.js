// Links to other pages of the app that keep the session.

import { sidebarLink } from "../streamlit/streamlit.js";
import { element } from "./element.js";

/** The first page, whose link in the sidebar has no name in its path. */
const FIRST = "overview";

/**
 * A link to a page that clicks the sidebar's link, if there is one, to keep the session. What it brings is sent before
 * the current page is left.
 * @param {{page: string, address: string, brings: Record<string, Page.Value>, pin?: string}} target
 * @param {string} [label] @param {string} [className]
 */
export function pageAnchor({ page, address, brings, pin = "" }, label = "", className = "") {
  const anchor = Object.assign(element("a", className, label), { href: address });
  if (Object.keys(brings).length) anchor.dataset.brings = JSON.stringify({ page, fields: brings, pin });
  anchor.onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const own = sidebarLink(page === FIRST ? "" : page);
    if (!own) return;
    event.preventDefault();
    own.click();
  };
  return anchor;
}
