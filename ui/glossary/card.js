// What a term is, in a small card next to it.

import { askFor } from "../answer/asked.js";
import { element } from "../picture/element.js";
import { pageAnchor } from "../picture/page_anchor.js";
import { openHere, openPage } from "../shell/workbench.js";

/** @typedef {{left: number, right: number, top: number, bottom: number}} Edges */

const EDGE = 12, GAP = 6;

/** The place of a card: below a term or, where there is more room, above it; within the window. @param {Edges} term @param {{width: number, height: number}} card @param {{width: number, height: number}} size */
export function placeOf(term, card, size) {
  const left = Math.max(EDGE, Math.min(term.left, size.width - card.width - EDGE));
  const isBelow = size.height - term.bottom >= card.height + GAP + EDGE || size.height - term.bottom >= term.top;
  return { left, top: Math.max(EDGE, isBelow ? Math.min(term.bottom + GAP, size.height - card.height - EDGE) : term.top - GAP - card.height) };
}

/** The link to the page that shows a term. @param {Glossary.See} see @param {string} label @param {() => void} opened */
function seeLink(see, label, opened) {
  const link = pageAnchor(see, label, "see"), follow = link.onclick;
  link.onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (see.question) askFor(see.question);
    const isHere = see.question ? openHere(see.page, { setting: see.brings, selection: { pin: see.pin, trail: "" } }) : openPage() === see.page;
    if (isHere) event.preventDefault();
    else follow?.call(link, event);
    opened();
  };
  return link;
}

/** What is said of a term, but its name. @param {Glossary.Term} term @param {Record<string, string>} strings @param {() => void} opened */
export function termNodes({ sentence, symbol, source, see }, strings, opened) {
  const links = element("p", "links"), paper = Object.assign(element("a", "source", source.text), { href: source.address, target: "_blank", rel: "noopener noreferrer" });
  links.append(seeLink(see, strings.see.replace("{page}", see.title), opened), paper);
  return [element("p", "sentence", sentence), ...(symbol ? [element("p", "symbol", symbol)] : []), links];
}

/** A card: `open` shows a term next to its place, Escape and a click elsewhere close it. @param {() => Record<string, string>} strings */
export function createCard(strings) {
  const node = element("div", "glossary-card");
  node.popover = "auto";
  node.id = "glossary-card";
  node.setAttribute("role", "dialog");
  let back = () => {};
  const close = () => node.hidePopover();
  node.onkeydown = (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    close();
    back();
  };
  return { node, close, open(/** @type {Glossary.Term} */ term, /** @type {Edges} */ at, /** @type {() => void} */ goBack) {
    const title = element("h2", "name", term.name);
    title.tabIndex = -1;
    node.setAttribute("aria-label", term.name);
    node.replaceChildren(title, ...termNodes(term, strings(), close));
    back = goBack;
    node.showPopover();
    const { left, top } = placeOf(at, { width: node.offsetWidth, height: node.offsetHeight }, { width: innerWidth, height: innerHeight });
    Object.assign(node.style, { left: `${left}px`, top: `${top}px` });
    title.focus({ preventScroll: true });
  } };
}
