// "Show me round": a card at the edge of the window that is offered once, and leads over the map.

import { element } from "../picture/element.js";
import { pageAnchor } from "../picture/page_anchor.js";
import { isEmbedded } from "../shell/embedded.js";
import { openStore } from "../shell/workbench.js";
import { openedAt } from "../store/address.js";
import { appElement, scroller } from "../streamlit/streamlit.js";
import { STEPS, isOffered, zoomOf } from "./steps.js";

/** @typedef {import("./steps.js").Seen} Seen */

const KNOWN = "workbench.tour", AT = "workbench.tour.step", FIRST_PAGE = "overview";
/** How often is looked whether a step is done; how long it says so; how long after the picture the tour is offered. */
const LOOK_MS = 250, DONE_MS = 1500, OFFER_MS = 1200;
const COLOURS = ["--st-text-color", "--st-background-color", "--st-border-color", "--st-primary-color", "--st-font", "--st-green-text-color"];

/** @param {"localStorage" | "sessionStorage"} where @param {string} name */
function kept(where, name) {
  try {
    return globalThis[where].getItem(name);
  } catch {
    return null;
  }
}

/** @param {"localStorage" | "sessionStorage"} where @param {string} name @param {string} value empty to forget it */
function keep(where, name, value) {
  try {
    if (value) globalThis[where].setItem(name, value);
    else globalThis[where].removeItem(name);
  } catch {
    // The browser gives this page no storage: it may be offered again.
  }
}

/** @returns {Seen} */
function seenNow() {
  const store = openStore(), setting = store?.state?.setting ?? {};
  return {
    page: store?.name ?? "", sentence: String(setting.sentence ?? ""), pin: store?.state?.selection.pin ?? "", zoom: zoomOf(store?.view?.text),
    isPlaying: Boolean(document.querySelector(".workbench.front.playing")), hasPlayed: false, playedMs: 0,
  };
}

/** @param {string} text @param {() => void} onclick @param {string} [className] */
function button(text, onclick, className = "") {
  const made = element("button", `tour-button ${className}`, text);
  made.type = "button";
  made.onclick = onclick;
  return made;
}

/** @param {() => Record<string, string>} strings @param {HTMLElement} host where the colours of the theme are known @param {() => void} list shows the lessons */
export function createTour(strings, host, list) {
  const node = element("section", "tour-card"), status = element("p", "tour-status");
  let at = -1, timer = 0, going = 0;
  /** @type {Seen} */
  let before = seenNow();
  status.setAttribute("role", "status");

  const close = () => {
    clearInterval(timer);
    clearTimeout(going);
    keep("sessionStorage", AT, "");
    at = -1;
    node.remove();
  };
  /** @param {string} title @param {string} text @param {HTMLElement[]} buttons @param {string} count */
  const draw = (title, text, buttons, count) => {
    const head = element("div", "tour-head"), ends = element("div", "tour-ends"), shut = button("×", close, "close");
    shut.setAttribute("aria-label", strings().close);
    shut.title = strings().close;
    head.append(element("h2", "", title), element("span", "count", count), shut);
    ends.append(...buttons);
    status.textContent = "";
    node.setAttribute("aria-label", title);
    node.replaceChildren(head, element("p", "", text), status, ends);
    const style = getComputedStyle(host), left = scroller()?.getBoundingClientRect().left ?? 0;
    for (const name of COLOURS) node.style.setProperty(name, style.getPropertyValue(name));
    node.style.setProperty("--tour-left", `${left}px`);
    if (!node.isConnected) appElement().append(node);
  };
  const go = (/** @type {number} */ to) => {
    clearInterval(timer);
    clearTimeout(going);
    if (to >= STEPS.length) {
      close();
      return;
    }
    at = to;
    before = seenNow();
    node.classList.remove("offer");
    keep("sessionStorage", AT, String(to));
    const { name } = STEPS[to], isLast = to === STEPS.length - 1, texts = strings();
    const skip = button(texts.skip, () => go(to + 1));
    const buttons = isLast ? [button(texts.end, close, "primary")] : [skip, button(texts.stop, close)];
    draw(texts[isLast ? "end_title" : `${name}_title`], texts[name], buttons, texts.count.replace("{step}", String(to + 1)).replace("{count}", String(STEPS.length)));
    let hasPlayed = false, playedMs = 0;
    timer = window.setInterval(() => {
      // A page that is just being opened has nothing to see yet.
      const now = seenNow();
      hasPlayed ||= now.isPlaying;
      playedMs += now.isPlaying ? LOOK_MS : 0;
      Object.assign(now, { hasPlayed, playedMs });
      if (!before.page) before = now;
      if (!now.page || !STEPS[to].isDone(now, before)) return;
      clearInterval(timer);
      status.textContent = `✓ ${texts.done}`;
      skip.textContent = texts.next;
      skip.classList.add("primary");
      going = window.setTimeout(() => go(to + 1), DONE_MS);
    }, LOOK_MS);
  };
  node.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  });
  const begin = () => {
    keep("localStorage", KNOWN, "1");
    keep("sessionStorage", AT, "0");
    if (openStore()?.name === FIRST_PAGE) go(0);
    else {
      // The step is kept, also if the page is loaded anew.
      const link = pageAnchor({ page: FIRST_PAGE, address: FIRST_PAGE, brings: {} });
      link.hidden = true;
      document.body.append(link);
      link.click();
      link.remove();
    }
  };
  const toLessons = () => {
    close();
    list();
  };
  const offer = () => {
    const isKnown = Boolean(kept("localStorage", KNOWN)), isAutomated = navigator.webdriver === true || document.documentElement.hasAttribute("data-present");
    if (!isOffered({ ...openedAt, isEmbedded: isEmbedded(), isAutomated, isKnown }) || openStore()?.name !== FIRST_PAGE || node.isConnected) return;
    keep("localStorage", KNOWN, "1");
    const texts = strings();
    node.classList.add("offer");
    draw(texts.offer_title, texts.offer, [button(texts.begin, begin, "primary"), button(texts.lessons, toLessons), button(texts.alone, close, "alone")], "");
  };
  let offering = 0;
  return { begin, stop: () => {
    clearInterval(timer);
    clearTimeout(going);
    clearTimeout(offering);
    node.remove();
  }, /** After a picture is drawn: goes on where the tour was, or offers it. */ drawn() {
    if (!openStore()?.state) return;
    const step = kept("sessionStorage", AT);
    if (step !== null && at < 0 && openStore()?.name === FIRST_PAGE) go(Math.min(STEPS.length - 1, Math.max(0, Number(step) || 0)));
    else if (!offering) offering = window.setTimeout(offer, OFFER_MS);
  }, /** In another language. */ write() {
    if (at >= 0) go(at);
  } };
}
