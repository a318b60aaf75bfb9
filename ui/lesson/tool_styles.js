// The style sheet of what few visitors use, which is loaded only when it is needed.

import { element } from "../picture/element.js";

/** Loads it, once. */
export function withStyles() {
  const href = new URL("./tools.css", import.meta.url).href;
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  const link = Object.assign(element("link"), { rel: "stylesheet", href });
  document.head.append(link);
  return new Promise((done) => { link.onload = link.onerror = done; });
}
