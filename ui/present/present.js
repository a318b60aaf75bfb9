// What Streamlit mounts in the sidebar for a projector: the button that begins. While it lasts the page is zoomed so
// that its letters can be read from the back row, shows its picture alone, and a clicker leads on.

import { targetOfChip } from "../answer/parts.js";
import { element } from "../picture/element.js";
import { setPageZoom } from "../picture/zoom.js";
import { isEmbedded } from "../shell/embedded.js";
import { openStore } from "../shell/workbench.js";
import { keepInAddress, keptInAddress } from "../store/address.js";
import { decodeFrame } from "../store/bytes.js";
import { ask } from "../store/store.js";
import { actionOf, hasArrows, isTyping, nextPlace, zoomFor } from "./keys.js";
import { blank, freeze, help, ink, spotlight } from "./layers.js";

const PARAMETER = "present", SHOWN = ["arithmetic", "lesson", "controls"];

/**
 * Goes to the next or previous step of the lesson, if one is open; else to the next or previous preset. Returns whether
 * there is either.
 * @param {number} by
 */
function step(by) {
  if (!document.dispatchEvent(new CustomEvent("workbench-step", { detail: by, cancelable: true }))) return true;
  const store = openStore(), row = [...(store?.chipRows ?? [])].find(({ part }) => part.id === "presets"), chips = row?.part.chips ?? [];
  if (!store || !chips.length) return false;
  const at = chips.findIndex(({ on }) => on), to = nextPlace(at, by, chips.length);
  if (to !== at) ask(store, { to: targetOfChip(store, chips[to]) });
  return true;
}

/** @param {() => Present.Sent} sent */
function createPresentation(sent) {
  const { documentElement: root } = document;
  /** @type {Map<string, Present.Layer>} */
  const layers = new Map();
  let isOn = false, pointer = { x: innerWidth / 2, y: innerHeight / 2 };
  /** @type {ReturnType<typeof ink> | null} */
  let drawing = null;

  const take = (/** @type {string} */ name) => {
    const known = layers.get(name);
    known?.stop();
    if (name === "draw") drawing = null;
    return layers.delete(name);
  };
  const toggle = (/** @type {string} */ name, /** @type {() => Present.Layer | null} */ make) => {
    if (take(name)) return;
    const made = make();
    if (made) layers.set(name, made);
  };
  const zoom = () => {
    const factor = isOn ? zoomFor({ width: innerWidth, height: innerHeight }) : 1;
    setPageZoom(factor);
    if (isOn) root.style.setProperty("--present-zoom", String(factor));
    else root.style.removeProperty("--present-zoom");
  };
  const fitAgain = () => dispatchEvent(new Event("resize"));
  const set = (/** @type {boolean} */ on) => {
    if (isOn === on) return;
    isOn = on;
    for (const name of [...layers.keys()]) take(name);
    root.toggleAttribute("data-present", on);
    for (const name of SHOWN) root.removeAttribute(`data-present-${name}`);
    zoom();
    keepInAddress(PARAMETER, on ? "true" : "");
    fitAgain();
    if (on) note(sent().strings.hint);
  };
  /** A line at the lower edge for a while. @param {string} text */
  const note = (text) => {
    take("hint");
    layers.set("hint", noted(text));
  };
  const noted = (/** @type {string} */ text) => {
    const node = element("div", "present-layer present-note", text);
    node.setAttribute("role", "status");
    document.body.append(node);
    const timer = setTimeout(() => node.remove(), 4000);
    return { stop() {
      clearTimeout(timer);
      node.remove();
    } };
  };
  const go = (/** @type {number} */ by) => {
    if (!step(by)) note(sent().strings.nothing);
  };
  const show = (/** @type {string} */ name) => {
    root.toggleAttribute(`data-present-${name}`);
    fitAgain();
  };
  /** @type {Record<import("./keys.js").Action, () => void>} */
  const actions = {
    next: () => go(1),
    previous: () => go(-1),
    blank: () => toggle("blank", blank),
    spotlight: () => toggle("spotlight", () => spotlight(pointer)),
    draw: () => toggle("draw", () => (drawing = ink(sent().strings.ink))),
    help: () => toggle("help", () => help(sent().strings.keys, sent().keys)),
    freeze: () => toggle("freeze", () => {
      const picture = /** @type {HTMLElement | null} */ (document.querySelector(".workbench.main"));
      return picture && freeze(picture, sent().strings.frozen);
    }),
    arithmetic: () => show("arithmetic"),
    lesson: () => show("lesson"),
    controls: () => show("controls"),
    leave: () => set(false),
    escape: () => {
      const last = ["draw", "help", "blank", "spotlight", "freeze"].find((name) => layers.has(name));
      if (last) take(last);
      else set(false);
    },
  };
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    const { target } = event, isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isOn) {
      if (event.key.toLowerCase() !== "p" || !isPlain || event.shiftKey || isTyping(target) || isEmbedded()) return;
      set(true);
    } else if (drawing && isPlain && /^[1-4]$/.test(event.key)) {
      drawing.choose(Number(event.key) - 1);
    } else {
      const action = actionOf(event, { isTyping: isTyping(target), hasArrows: hasArrows(target) });
      if (!action) return;
      take("hint");
      actions[action]();
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const onMove = (/** @type {PointerEvent} */ { clientX, clientY }) => { pointer = { x: clientX, y: clientY }; };
  document.addEventListener("keydown", onKey, true);
  document.addEventListener("pointermove", onMove, { passive: true });
  addEventListener("resize", zoom, true);
  return { set, stop() {
    set(false);
    document.removeEventListener("keydown", onKey, true);
    document.removeEventListener("pointermove", onMove);
    removeEventListener("resize", zoom, true);
  } };
}

/** @type {{host: Element, sent: Present.Sent, button: HTMLButtonElement, presentation: ReturnType<typeof createPresentation>} | null} */
let made = null;

/** @param {Element} host @param {Present.Sent} sent */
function makeIn(host, sent) {
  const button = element("button", "glossary-open present-open");
  button.type = "button";
  const presentation = createPresentation(() => made?.sent ?? sent);
  button.onclick = () => {
    button.blur();
    presentation.set(true);
  };
  host.replaceChildren(button);
  made = { host, sent, button, presentation };
  const asked = new URLSearchParams(location.search).get(PARAMETER) ?? keptInAddress(PARAMETER);
  if (asked === "true" && !isEmbedded()) presentation.set(true);
  return made;
}

/** @param {{data: Uint8Array, parentElement: Element}} component */
export function mount({ data, parentElement }) {
  const host = parentElement.querySelector(".present");
  const sent = /** @type {Present.Sent} */ (/** @type {unknown} */ (decodeFrame(data).header));
  if (!host) return () => {};
  if (made?.host !== host) {
    made?.presentation.stop();
    makeIn(host, sent);
  }
  if (!made) return () => {};
  const own = Object.assign(made, { sent });
  own.button.textContent = sent.strings.open;
  own.button.title = sent.strings.open_help;
  return () => {
    if (host.isConnected) return;
    own.presentation.stop();
    if (made === own) made = null;
  };
}
