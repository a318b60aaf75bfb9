// What Streamlit mounts in the sidebar for the glossary: its button. With it the terms in the texts of the page are
// marked, after the picture is drawn, and a click on one opens its card.

import { element } from "../picture/element.js";
import { onAnswer } from "../shell/workbench.js";
import { decodeFrame } from "../store/bytes.js";
import { appElement } from "../streamlit/streamlit.js";
import { createCard } from "./card.js";
import { finderOf } from "./find.js";
import { createList } from "./list.js";
import { canMark, markTexts, rangeOf } from "./marks.js";
import { createWalk } from "./walk.js";

/** The colours of the theme, which Streamlit sets where it mounts something. */
const COLOURS = ["--st-text-color", "--st-background-color", "--st-secondary-background-color", "--st-border-color", "--st-primary-color", "--st-link-color", "--st-font", "--st-code-font"];
/** Where no term is looked for. */
const CONTROL = "button, a, input, textarea, select, summary, canvas, [role=button]";

/** @param {Glossary.Sent} sent @returns {Promise<Glossary.Terms | null>} */
async function fetched({ url, language }) {
  const response = await fetch(`${url}?lang=${language}`).catch(() => null);
  return response?.ok ? response.json().catch(() => null) : null;
}

/** @param {HTMLElement} host @param {Glossary.Sent} first */
function createGlossary(host, first) {
  let sent = first, language = "";
  /** @type {Map<string, Glossary.Term>} */
  let terms = new Map();
  /** @type {Glossary.Finder | null} */
  let finder = null;
  /** @type {Promise<Glossary.Terms | null> | null} */
  let asked = null;
  const button = element("button", "glossary-open");
  button.type = "button";
  button.setAttribute("aria-haspopup", "dialog");
  host.replaceChildren(button);

  const load = async () => {
    if (language === sent.language) return [...terms.values()];
    const wanted = sent.language, got = await (asked ??= fetched(sent));
    asked = null;
    if (!got || wanted !== sent.language) return null;
    language = wanted;
    terms = new Map(got.terms.map((term) => [term.key, term]));
    finder = finderOf(got.terms, got.endings);
    return got.terms;
  };
  const marks = markTexts(() => {
    if (language === sent.language) return finder;
    load().then((found) => found && marks.lookSoon());
    return null;
  });
  const card = createCard(() => sent.strings), list = createList(() => sent.strings, load);
  const bringIn = (/** @type {HTMLElement} */ node) => {
    const style = getComputedStyle(host);
    for (const name of COLOURS) node.style.setProperty(name, style.getPropertyValue(name));
    if (!node.isConnected) appElement().append(node);
  };
  const open = (/** @type {Glossary.Mark} */ mark, /** @type {() => void} */ back) => {
    const term = terms.get(mark.key);
    if (!term) return;
    bringIn(card.node);
    const [rect] = rangeOf(mark).getClientRects();
    if (rect) card.open(term, rect, back);
  };
  button.onclick = () => {
    bringIn(list.node);
    list.open(button);
  };

  /** @param {MouseEvent} event */
  const markUnder = (event) => {
    const target = /** @type {Element | null} */ (event.target);
    return target && !target.closest?.(CONTROL) ? marks.at(target, event.clientX, event.clientY) : null;
  };
  const onClick = (/** @type {MouseEvent} */ event) => {
    marks.lookSoon();
    if (event.defaultPrevented || event.button || !getSelection()?.isCollapsed) return;
    const mark = markUnder(event);
    if (mark) open(mark, () => {});
  };
  /** @type {HTMLElement | null} */
  let pointed = null;
  const onMove = (/** @type {PointerEvent} */ event) => {
    const under = event.pointerType === "mouse" && markUnder(event) ? /** @type {HTMLElement} */ (event.target) : null;
    if (under === pointed) return;
    pointed?.removeAttribute("data-term");
    under?.setAttribute("data-term", "");
    pointed = under;
  };
  const onKey = () => marks.lookSoon();
  const stopAnswers = onAnswer(marks.lookSoon);
  if (canMark()) {
    document.addEventListener("click", onClick);
    document.addEventListener("pointermove", onMove, { passive: true });
    document.addEventListener("keyup", onKey, { passive: true });
  }
  const stopWalk = createWalk(marks, (key) => terms.get(key)?.name ?? "", open);
  return { take(/** @type {Glossary.Sent} */ now) {
    sent = now;
    if (button.textContent !== sent.strings.open) button.textContent = sent.strings.open;
    button.title = sent.strings.open_help;
    if (canMark()) marks.lookSoon();
  }, stop() {
    stopAnswers();
    stopWalk();
    marks.stop();
    document.removeEventListener("click", onClick);
    document.removeEventListener("pointermove", onMove);
    document.removeEventListener("keyup", onKey);
    card.node.remove();
    list.node.remove();
  } };
}

/** The glossary there is: Streamlit may end a mount while its element is still in the page. @type {{host: Element, glossary: ReturnType<typeof createGlossary>} | null} */
let made = null;

/** @param {{data: Uint8Array, parentElement: Element}} component */
export function mount({ data, parentElement }) {
  /** @type {HTMLElement | null} */
  const host = parentElement.querySelector(".glossary");
  const sent = /** @type {Glossary.Sent} */ (/** @type {unknown} */ (decodeFrame(data).header));
  if (!host) return () => {};
  if (made?.host !== host) {
    made?.glossary.stop();
    made = { host, glossary: createGlossary(host, sent) };
  }
  const { glossary } = made;
  glossary.take(sent);
  return () => {
    if (host.isConnected) return;
    glossary.stop();
    if (made?.glossary === glossary) made = null;
  };
}
