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

/** Parameters that the URL keeps whatever page writes it, also before what reads them is loaded. */
const KEPT = ["lesson", "present", "class"];
/** How the document was opened, before a page wrote its URL. */
export const openedAt = { path: globalThis.location?.pathname ?? "", search: globalThis.location?.search ?? "" };
const opened = new URLSearchParams(openedAt.search);
/** @type {Map<string, string>} */
const kept = new Map(KEPT.flatMap((name) => {
  const value = opened.get(name);
  return value ? [/** @type {[string, string]} */ ([name, value])] : [];
}));

/** Whether the link that was opened says nothing of its page but these, and the language. */
export const isBareLink = [...opened.keys()].every((name) => KEPT.includes(name) || name === "lang");

/** The value of a parameter that the URL keeps. @param {string} name */
export const keptInAddress = (name) => kept.get(name) ?? "";

/** From now on the URL has this parameter; with an empty value it no longer has it. @param {string} name @param {string} value */
export function keepInAddress(name, value) {
  if (value) kept.set(name, value);
  else kept.delete(name);
  writeAddress(withoutParameter(location.search, name));
}

/** @param {string} address @param {string} name */
function withoutParameter(address, name) {
  const others = address.replace(/^\?/, "").split("&").filter((one) => one && one.split("=")[0] !== name);
  return others.length ? `?${others.join("&")}` : "";
}

/** Returns a URL with other parameters. @param {string} address @param {Iterable<[string, string]>} parameters */
export function withParameters(address, parameters) {
  let written = address;
  for (const [name, value] of parameters) {
    const others = withoutParameter(written, name);
    written = `${others || "?"}${others ? "&" : ""}${name}=${encodeURIComponent(value)}`;
  }
  return written;
}

/** Writes the URL if it has changed; this adds no entry to the browser's history. @param {string} address */
export function writeAddress(address) {
  const written = withParameters(embeddedAlike(address), kept);
  if (written !== location.search) history.replaceState(history.state, "", written + location.hash);
}
