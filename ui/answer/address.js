// The address of a page, as the browser writes it.

import { framing } from "./embedded.js";

/** An address with what is in sight in it. */
export function withView({ view }, address) {
  if (!view) return address;
  const others = address.replace(/^\?/, "").split("&").filter((one) => one && !one.startsWith(`${view.name}=`));
  const all = view.text ? [...others, `${view.name}=${encodeURIComponent(view.text)}`] : others;
  return `?${all.join("&")}`;
}

/** An address that is framed as the page is. */
function framedAlike(address) {
  const own = framing(location.search);
  return own && !framing(address) ? `${address || "?"}${address.length > 1 ? "&" : ""}${own}` : address;
}

/** Writes an address where it is another one; it is no step of the browser's history. */
export function writeAddress(address) {
  const framed = framedAlike(address);
  if (framed !== location.search) history.replaceState(history.state, "", framed + location.hash);
}
