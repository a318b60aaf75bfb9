// How to join: the address to type, the code, and both as a QR code.

import { element } from "../picture/element.js";
import { filled } from "../lesson/fields.js";
import { isOfThisMachine } from "../share/link_tab.js";
import { joinAddress, joinLink, spacedCode } from "./seat.js";

/** @type {Map<string, Promise<string>>} */
const codes = new Map();

/** The QR code of a link as SVG; "" where the server does not answer. @param {Classes.Room} room */
async function fetchCode({ url, root, seat }) {
  const link = joinLink(location.origin, root, seat.code), known = codes.get(link);
  const asked = known ?? fetch(`${url}/qr?link=${encodeURIComponent(link)}`).then((response) => (response.ok ? response.text() : ""), () => "");
  codes.set(link, asked);
  const svg = await asked;
  if (!svg) codes.delete(link);
  return svg;
}

/** A QR code, which appears when it has come. @param {Classes.Room} room */
export function qrOf(room) {
  const box = element("div", "class-qr");
  fetchCode(room).then((svg) => {
    if (!svg) return;
    const code = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    code.setAttribute("role", "img");
    code.setAttribute("aria-label", room.words().qr);
    box.replaceChildren(document.importNode(code, true));
  });
  return box;
}

/** @param {Classes.Room} room */
export function codeCard(room) {
  const node = element("div", "class-code-card"), words = room.words(), text = element("div", "class-code-text");
  const steps = element("p", "class-address", joinAddress(location.origin, room.root));
  text.append(element("p", "class-quiet", words.join_at), steps, element("p", "class-quiet", words.join_code), element("p", "class-code", spacedCode(room.seat.code)));
  node.append(qrOf(room), text);
  if (isOfThisMachine(location.hostname)) node.append(element("p", "class-only-here", filled(words.only_here, { host: location.host })));
  return node;
}
