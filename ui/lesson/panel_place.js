// Where the panel of lessons is: in the sidebar, or a sheet of its own where that is folded or the window narrow.

import { appElement, isSidebarOpen, openSidebar, uncoverPage } from "../streamlit/streamlit.js";

/** The narrowest window in which the panel is in the sidebar, and the one in which the sidebar is unfolded for it. */
const BESIDE = "(min-width: 769px)", ROOMY = "(min-width: 1080px)";
/** The colours of the theme, which Streamlit sets where it mounts something. */
const COLOURS = ["--st-text-color", "--st-background-color", "--st-secondary-background-color", "--st-border-color", "--st-primary-color", "--st-link-color", "--st-font", "--st-green-text-color", "--st-red-text-color"];

/** Makes room for the panel that opens: the sidebar unfolds beside a wide page, and no longer covers a narrow one. */
export function makeRoom() {
  if (matchMedia(ROOMY).matches) openSidebar();
  else if (isSidebarOpen()) uncoverPage();
}

/**
 * Puts panel and bar where there is room for them.
 * @param {Record<"host" | "opener" | "panel" | "bar", HTMLElement>} elements @param {{isOpen: boolean, isFolded: boolean}} state
 */
export function settlePanel({ host, opener, panel, bar }, { isOpen, isFolded }) {
  const { documentElement: root } = document, style = getComputedStyle(host);
  const isBeside = isSidebarOpen() && matchMedia(BESIDE).matches && !root.hasAttribute("data-present"), isSheet = isOpen && !isBeside;
  for (const node of [panel, bar]) {
    // Between one sidebar and the next the colours stay.
    for (const name of host.isConnected ? COLOURS : []) node.style.setProperty(name, style.getPropertyValue(name));
    node.classList.toggle("as-sheet", isSheet);
    if (isSheet !== (node.parentElement !== host)) (isSheet ? appElement() : host).append(node);
  }
  panel.hidden = !isOpen || isFolded;
  bar.hidden = !isOpen || !isFolded;
  opener.hidden = isOpen;
  root.toggleAttribute("data-lesson", isOpen && !(isFolded && isBeside));
  root.toggleAttribute("data-lesson-sheet", isSheet);
  root.toggleAttribute("data-lesson-folded", isSheet && isFolded);
  root.style.setProperty("--behind-lesson", style.getPropertyValue("--st-background-color"));
  root.style.setProperty("--lesson-height", isSheet ? `${(isFolded ? bar : panel).offsetHeight}px` : "0px");
}
