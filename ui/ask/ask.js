// What Streamlit mounts in the sidebar: the field "Ask"; with it comes the panel of the button in the head of each page.

import { offerAsk } from "../shell/history_bar.js";
import { decodeFrame } from "../store/bytes.js";
import { uncoverPage } from "../streamlit/streamlit.js";
import { createField, listen, writeField } from "./field.js";
import { createPanel } from "./panel.js";

/** @typedef {import("./field.js").Sent} Sent */
/** @typedef {{field: import("./field.js").Field, sent: Sent, again: () => unknown, stop: () => void}} Made */

/** @type {WeakMap<Element, Made>} */
const fields = new WeakMap();

/** @param {Element} host @param {Sent} sent @returns {Made} */
function makeIn(host, sent) {
  const field = createField("ask", false), made = { field, sent, again: () => {}, stop: () => {} };
  const panel = createPanel(() => made.sent), { again, stop } = listen(field, () => made.sent, uncoverPage);
  host.replaceChildren(field.node);
  fields.set(host, made);
  offerAsk(panel.open);
  return Object.assign(made, { again, stop: () => {
    stop();
    panel.stop();
  } });
}

/** Draws the field; with other texts when the language changes. @param {{data: Uint8Array, parentElement: Element}} component */
export function mount({ data, parentElement }) {
  const host = parentElement.querySelector(".ask");
  const sent = /** @type {Sent} */ (/** @type {unknown} */ (decodeFrame(data).header));
  if (!host) return () => {};
  const made = fields.get(host) ?? makeIn(host, sent);
  made.sent = sent;
  writeField(made.field, sent);
  made.again();
  return () => {
    if (!host.isConnected) made.stop();
  };
}
