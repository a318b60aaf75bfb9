// A page embedded in someone else's page: the link back to the whole workbench.

import { element } from "../picture/element.js";
import { withoutEmbedParams } from "../store/embedding.js";
import { appElement } from "../streamlit/streamlit.js";

/** Whether this page, or only its picture, is embedded in someone else's page. */
export const isEmbedded = () => Boolean(document.documentElement.dataset.embed);

/** Adds the link to an embedded page, or updates the text of an existing one. @param {string} words */
export function showLinkBack(words) {
  if (!isEmbedded()) return;
  const known = document.querySelector("a.link-back");
  const link = /** @type {HTMLAnchorElement} */ (known ?? element("a", "link-back"));
  if (link.textContent !== words) link.textContent = words;
  if (known) return;
  Object.assign(link, { target: "_blank", rel: "noopener", href: location.pathname });
  // What the page shows changes, so the target is read just before the link is followed.
  const lead = () => { link.href = location.pathname + withoutEmbedParams(location.search) + location.hash; };
  for (const event of ["pointerdown", "focus", "click"]) link.addEventListener(event, lead);
  appElement().append(link);
}
