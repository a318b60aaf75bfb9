// Formatted text of a lesson as elements. Only the tags listed here are made, and text is never read as HTML.

import { element } from "../picture/element.js";

export const TAGS = new Set(["p", "strong", "em", "code", "ul", "ol", "li", "h3", "h4", "blockquote", "pre", "br", "hr", "table", "thead", "tbody", "tr", "th", "td"]);

/** The address of a link, if it is one that may be followed: of the web, or of a page of the app. @param {string} address */
export function allowedAddress(address) {
  try {
    const url = new URL(address, "https://page.invalid/");
    return url.protocol === "https:" || url.protocol === "http:" ? address : "";
  } catch {
    return "";
  }
}

/** @param {string} address */
function linkTo(address) {
  const allowed = allowedAddress(address);
  if (!allowed) return element("span");
  const link = Object.assign(element("a"), { href: allowed });
  if (/^https?:/.test(allowed)) Object.assign(link, { target: "_blank", rel: "noopener noreferrer" });
  return link;
}

/** @param {Lessons.Tree} tree @returns {Node[]} */
export function nodesOf(tree) {
  return tree.map((piece) => {
    if (typeof piece === "string") return document.createTextNode(piece);
    const [head, ...inside] = piece;
    const node = Array.isArray(head) ? linkTo(head[1]) : document.createElement(TAGS.has(head) ? head : "span");
    node.append(...nodesOf(inside));
    return node;
  });
}

/** The same as plain text. @param {Lessons.Tree} tree @returns {string} */
export function plainText(tree) {
  return tree.map((piece) => (typeof piece === "string" ? piece : plainText(/** @type {Lessons.Tree} */ (piece.slice(1))))).join("");
}

/** @template {keyof HTMLElementTagNameMap} K @param {K} tag @param {string} className @param {Lessons.Tree} tree */
export function formatted(tag, className, tree) {
  const node = element(tag, className);
  node.append(...nodesOf(tree));
  return node;
}
