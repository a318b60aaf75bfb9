// The URL of a page, as the browser writes it.

import { embedParams } from "./embedding.js";

/** Returns a URL with the map position in it. @param {Pick<Page.Store, "view">} store @param {string} address */
export function withView({ view }, address) {
  if (!view) return address;
  const others = address.replace(/^\?/, "").split("&").filter((one) => one && !one.startsWith(`${view.name}=`));
  const all = view.text ? [...others, `${view.name}=${encodeURIComponent(view.text)}`] : others;
  return `?${all.join("&")}`;
}

/** Returns a URL with the same embedding parameters as the page. @param {string} address */
function embeddedAlike(address) {
  const own = embedParams(location.search);
  return own && !embedParams(address) ? `${address || "?"}${address.length > 1 ? "&" : ""}${own}` : address;
}

/** Writes the URL if it has changed; this adds no entry to the browser's history. @param {string} address */
export function writeAddress(address) {
  const written = embeddedAlike(address);
  if (written !== location.search) history.replaceState(history.state, "", written + location.hash);
}
