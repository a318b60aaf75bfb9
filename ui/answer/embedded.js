// A page in a frame of somebody's own page: the way back to the whole workbench.

import { element } from "../picture/element.js";

const FRAMING = ["embed", "embed_options"];

/** Whether this page, or only its picture, stands in somebody's own page. */
export const isEmbedded = () => Boolean(document.documentElement.dataset.embed);

/** What of an address says that the page is framed, to stand at the end of another one. */
export function framing(address) {
  const asked = new URLSearchParams(address);
  const pairs = FRAMING.flatMap((name) => asked.getAll(name).map((value) => [name, value]));
  return pairs.map((pair) => pair.map(encodeURIComponent).join("=")).join("&");
}

/** The same address outside of a frame. */
export function unframed(address) {
  const others = address.replace(/^\?/, "").split("&").filter((one) => one && !FRAMING.includes(one.split("=")[0]));
  return others.length ? `?${others.join("&")}` : "";
}

/** Puts the link into a framed page, or gives the one that is there its words. */
export function showLinkBack(words) {
  if (!isEmbedded()) return;
  const known = document.querySelector("a.link-back");
  const link = /** @type {HTMLAnchorElement} */ (known ?? element("a", "link-back"));
  if (link.textContent !== words) link.textContent = words;
  if (known) return;
  Object.assign(link, { target: "_blank", rel: "noopener", href: location.pathname });
  // What the page shows changes: where the link leads is read when it is about to be followed.
  const lead = () => { link.href = location.pathname + unframed(location.search) + location.hash; };
  for (const event of ["pointerdown", "focus", "click"]) link.addEventListener(event, lead);
  // Where the theme's colours hold.
  (document.querySelector('[data-testid="stApp"]') ?? document.body).append(link);
}
