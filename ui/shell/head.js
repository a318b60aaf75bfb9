// What stands above the picture: which head it is, and where the picture begins below it.

import { listenForHeight, scrolled, scroller } from "../streamlit/streamlit.js";

/**
 * Tells the style sheets which head the page has: that of a picture which has the window, or a page's own. They must not
 * look for it with `:root:has(...)`: then every change below would style the whole document anew.
 * @param {HTMLElement[]} hosts
 */
export function markHead(hosts) {
  const of = (/** @type {string} */ name) => hosts.find(({ classList }) => classList.contains(name));
  const front = of("front"), host = front ?? of("above"), { documentElement: root } = document;
  if (!host) return;
  root.dataset.head = front ? "front" : "page";
  // The head covers what scrolls below it.
  root.style.setProperty("--behind-head", getComputedStyle(host).getPropertyValue("--st-background-color"));
}

/** @param {HTMLElement} host */
function topOf(host) {
  return Math.round(host.getBoundingClientRect().top + scrolled());
}

/** The docked arithmetic ends at the lower edge of the window, so it has to know where the picture begins. @param {HTMLElement[]} hosts */
export function placeDock(hosts) {
  for (const host of hosts) {
    if (!host.classList.contains("main")) continue;
    // First read, then written: a style that has changed makes the browser lay out the page before it can be read.
    const top = topOf(host), left = Math.round(scroller()?.getBoundingClientRect().left ?? 0);
    if (host.dataset.top !== String(top)) host.style.setProperty("--top", `${top}px`);
    host.dataset.top = String(top);
    host.style.setProperty("--left", `${left}px`);
  }
}

/**
 * Controls may come, or wrap, after the picture below them was fitted into the window; returns a function that ends it.
 * @param {() => HTMLElement[]} hostsOf @param {() => void} fitAgain
 */
export function followTop(hostsOf, fitAgain) {
  let top = 0;
  return listenForHeight(() => {
    const hosts = hostsOf(), main = hosts.find((host) => host.classList.contains("main"));
    if (!main || topOf(main) === top) return;
    top = topOf(main);
    placeDock(hosts);
    fitAgain();
  });
}
