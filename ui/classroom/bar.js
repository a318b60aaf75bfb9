// The bar of a class along the upper edge of the window; the page makes room for it.

import { element } from "../picture/element.js";
import { appElement } from "../streamlit/streamlit.js";

/** The colours of the theme, which Streamlit sets where it mounts something. */
const COLOURS = ["--st-text-color", "--st-background-color", "--st-secondary-background-color", "--st-border-color", "--st-primary-color", "--st-link-color", "--st-font", "--st-green-text-color", "--st-red-text-color"];

/** Gives what lies outside Streamlit's elements the colours of the theme. @param {HTMLElement} node @param {Element} host */
export function colourLike(node, host) {
  const style = getComputedStyle(host);
  for (const name of host.isConnected ? COLOURS : []) node.style.setProperty(name, style.getPropertyValue(name));
}

/** @param {() => Element} host an element with the colours of the theme */
export function createBar(host) {
  const { documentElement: root } = document, node = element("section", "class-bar");
  node.setAttribute("role", "region");
  const fit = () => {
    const height = node.isConnected ? node.offsetHeight : 0;
    if (root.style.getPropertyValue("--class-bar") === `${height}px`) return;
    root.style.setProperty("--class-bar", `${height}px`);
    dispatchEvent(new Event("resize"));
  };
  const observer = new ResizeObserver(fit);
  return {
    node,
    /** @param {string} name for screen readers */
    show(name) {
      node.setAttribute("aria-label", name);
      colourLike(node, host());
      if (node.isConnected) return;
      document.body.prepend(node);
      root.setAttribute("data-class", "");
      observer.observe(node);
      fit();
    },
    hide() {
      if (!node.isConnected) return;
      observer.disconnect();
      node.remove();
      root.removeAttribute("data-class");
      root.style.removeProperty("--class-bar");
      dispatchEvent(new Event("resize"));
    },
  };
}

/** A dialog over the page. @param {string} title @param {HTMLElement[]} content @param {{host: Element, close: string, className?: string}} looks */
export function openDialog(title, content, { host, close, className = "" }) {
  const node = element("dialog", `class-dialog ${className}`), head = element("h2", "", title), shut = element("button", "class-close", "×");
  Object.assign(shut, { type: "button", title: close, onclick: () => node.close() });
  shut.setAttribute("aria-label", close);
  colourLike(node, host);
  node.setAttribute("aria-label", title);
  node.append(shut, head, ...content);
  node.onclose = () => node.remove();
  node.onclick = ({ target }) => {
    if (target === node) node.close();
  };
  appElement().append(node);
  node.showModal();
  return node;
}
