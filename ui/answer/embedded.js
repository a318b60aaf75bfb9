// A page embedded in someone else's page: the link back to the whole workbench.

import { element } from "../picture/element.js";
import { appElement } from "../streamlit/streamlit.js";

const EMBED_PARAMS = ["embed", "embed_options"];

/** Whether this page, or only its picture, is embedded in someone else's page. */
export const isEmbedded = () => Boolean(document.documentElement.dataset.embed);

/** Returns the embedding parameters of a URL, to be appended to another one. @param {string} address */
export function embedParams(address) {
  const asked = new URLSearchParams(address);
  const pairs = EMBED_PARAMS.flatMap((name) => asked.getAll(name).map((value) => [name, value]));
  return pairs.map((pair) => pair.map(encodeURIComponent).join("=")).join("&");
}

/** Returns the same URL without the embedding parameters. @param {string} address */
export function withoutEmbedParams(address) {
  const others = address.replace(/^\?/, "").split("&").filter((one) => one && !EMBED_PARAMS.includes(one.split("=")[0]));
  return others.length ? `?${others.join("&")}` : "";
}

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
