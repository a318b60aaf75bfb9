// What Streamlit mounts: the containers in which a page's answer is drawn. All of them share one store.

import { answerIn, decodeFrame } from "../store/bytes.js";
import { element } from "../picture/element.js";
import { withLastMessages } from "../streamlit/streamlit.js";
import { watchConnection } from "./connection.js";
import { showLinkBack } from "./embedded.js";
import { addKind, showParts } from "../answer/parts.js";
import { followTop, markHead, placeDock } from "./head.js";
import { listenForFiles } from "./dropped_files.js";
import { createHistoryBar, listenForSteps } from "./history_bar.js";
import { listenForLeaving } from "./leaving.js";
import { beginTurn } from "./mount_turns.js";
import { leaveForGood } from "../store/notify.js";
import { createSheet, followBoards } from "./sheet.js";
import { showSkipLink } from "./skip_link.js";
import { ask, createStore, forget, receive, want } from "../store/store.js";
import { placeMessages } from "../streamlit/controls.js";
import { watchControls } from "./control_watcher.js";

/** @type {{store: Page.Store, stop: () => void} | null} */
let open = null;
/** @type {Map<Element, Page.Mount>} */
const mounts = new Map();

/**
 * Shows another state of a page if it is the open one; returns whether it is.
 * @param {string} page @param {Page.State} state
 */
export function openHere(page, state, later = 0) {
  if (open?.store.name !== page) return false;
  ask(open.store, { to: state, later });
  return true;
}

/** The setting of a page if it is the open one. @param {string} page */
export const openSetting = (page) => (open?.store.name === page ? open.store.state?.setting ?? null : null);

/** The store of the open page. */
export const openStore = () => open?.store ?? null;

/** The name of the open page. */
export const openPage = () => openStore()?.name ?? "";

/** @type {Set<(store: Page.Store) => void>} */
const listeners = new Set();

/** Calls a listener after each answer that is drawn; returns a function that ends it. @param {(store: Page.Store) => void} listener */
export function onAnswer(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the store of the open page; the store of another page is dropped. @param {string} name */
function storeOf(name) {
  if (open && open.store.name === name) return open.store;
  open?.stop();
  const store = createStore(name);
  store.draw = (answer) => draw(store, answer);
  store.pinned = (isOpen) => followSheet(store, true, isOpen);
  store.pictures = () => picturesOf(store);
  store.boards = () => boardsOf(store);
  const place = () => placeDock(hostsOf(store));
  window.addEventListener("resize", place);
  const connection = watchConnection(() => store.shared.strings);
  Object.assign(store, { isConnected: connection.isConnected, waits: connection.waits });
  const stops = [
    watchControls(store), listenForLeaving(store), listenForSteps(store), listenForFiles(store), connection.stop, () => leaveForGood(store),
    () => window.removeEventListener("resize", place), followTop(() => hostsOf(store), () => fitAgain(store)),
  ];
  open = { store, stop: () => stops.forEach((stop) => stop()) };
  return store;
}

/** @param {Page.Store} store */
function mountsOf(store) {
  return [...mounts.values()].filter((mount) => mount.page === store.name && !mount.isLeft && mount.root.isConnected);
}

/** Closes everything in a mount. @param {Page.Mount} mount */
function close(mount) {
  for (const place of mount.places.values()) for (const view of place.shown ?? []) view.close?.();
  mount.sheet?.close();
  mount.host.replaceChildren();
}

/** Drops mounts whose elements are no longer in the page. */
function forgetGone() {
  for (const [root, mount] of mounts) {
    if (root.isConnected) continue;
    close(mount);
    mounts.delete(root);
  }
}

/** @param {Page.Store} store @param {Page.Answer} answer */
function draw(store, answer) {
  // The page was opened again: its mounts are the new store's, which may not have received its texts yet.
  if (open?.store !== store) return;
  const isFirst = !document.querySelector("style#equation");
  if (isFirst) showEquation(store, answer.equation);
  for (const mount of mountsOf(store)) {
    for (const [name, parts] of Object.entries(answer.areas)) {
      const place = placeOf(store, mount, name);
      if (place) showParts(store, place, parts);
    }
  }
  refresh(store);
  followSheet(store);
  setTimeout(() => {
    if (open?.store !== store) return;
    // A changed style sheet makes the browser recompute all styles: do it after the picture.
    showEquation(store, answer.equation);
    showSkipLink(store.shared.strings.skip);
    showLinkBack(store.shared.strings.link_back);
    placeDock(hostsOf(store));
  });
  document.documentElement.dataset.answered = String(performance.now());
  for (const listener of listeners) listener(store);
}

/** Parts that the answer does not include keep their content; pin and history may have changed. @param {Page.Store} store */
function refresh(store) {
  for (const mount of mountsOf(store)) {
    mount.bar?.refresh();
    for (const place of mount.places.values()) {
      for (const view of place.shown ?? []) view.refresh?.();
    }
  }
}

/** The elements that a store's mounts draw in. @param {Page.Store} store */
const hostsOf = (store) => mountsOf(store).map(({ host }) => host);

/** Pictures are fitted into the window again. @param {Page.Store} store */
function fitAgain(store) {
  for (const mount of mountsOf(store)) {
    for (const place of mount.places.values()) {
      for (const view of place.shown ?? []) view.moved?.();
    }
  }
}

/**
 * Shows the equation that applies; all of the page's equations were typeset when it was opened.
 * @param {Page.Store} store @param {string} name
 */
function showEquation(store, name) {
  const style = document.querySelector("style#equation") ?? element("style");
  style.id = "equation";
  const key = `.st-key-${store.name}_equation_${name}`;
  const rule = name ? `${key}, :has(> ${key}) { display: flex !important; }` : "";
  if (style.textContent !== rule) style.textContent = rule;
  if (!style.isConnected) document.head.append(style);
}

/**
 * Returns the element for an area in a mount; null if the mount does not have that area.
 * @param {Page.Store} store @param {Page.Mount} mount @param {string} name
 */
function placeOf(store, mount, name) {
  const known = mount.places.get(name);
  if (known) return known;
  if (!mount.areas.includes(name)) return null;
  const place = element("section", `area area-${name}`);
  place.dataset.area = name;
  mount.places.set(name, place);
  if (name === "arithmetic" && mount.host.classList.contains("docked")) {
    mount.sheet = createSheet(place, store.shared.strings);
    mount.host.append(mount.sheet.node);
  } else {
    // Areas keep their order even if a large one arrives after those below it; expanders and the history bar come
    // last.
    const behind = mount.areas.slice(mount.areas.indexOf(name) + 1).map((one) => mount.places.get(one));
    const next = behind.find((one) => one?.parentElement === mount.column);
    mount.column.insertBefore(place, next ?? mount.column.querySelector(":scope > :is(.expander, .history-bar)"));
  }
  return place;
}

/** Returns every board that is currently drawn. @param {Page.Store} store @returns {Matrices.Board[]} */
function boardsOf(store) {
  const places = mountsOf(store).flatMap((mount) => [...mount.places.values()]);
  return places.flatMap((place) => place.shown ?? []).flatMap(({ board }) => board ?? []);
}

/**
 * Returns every picture on the page, also those below the fold: its kind, and the data that it is drawn from.
 * @param {Page.Store} store @returns {Share.Picture[]}
 */
function picturesOf(store) {
  const shown = mountsOf(store).flatMap((mount) => [...mount.places.values()]).flatMap((place) => place.shown ?? []);
  const views = shown.flatMap((view) => view.views?.() ?? view);
  return views.flatMap((view) => (view.picture && view.node.clientWidth ? [{ id: view.id, ...view.picture() }] : []));
}

/** @param {Page.Store} store @param {boolean} [isOpen] whether anything is pinned, where no board knows it */
function followSheet(store, isByHand = false, isOpen) {
  const sheet = mountsOf(store).find((mount) => mount.sheet)?.sheet;
  if (sheet) followBoards(Object.assign(sheet, { strings: store.shared.strings }), boardsOf(store), isByHand, isOpen);
}

/** Adds an expander; its area is requested when it is opened. @param {Page.Mount} mount @param {Page.Store} store @param {Page.Expander} data */
function addExpander(mount, store, { area, title }) {
  const expander = element("details", "expander"), place = element("section", "area");
  expander.append(element("summary", "", title), place);
  expander.ontoggle = () => expander.open && want(store, [area]);
  mount.host.append(expander);
  mount.places.set(area, place);
}

/** @param {Page.Mount} mount @param {Page.Store} store */
function addHistoryBar(mount, store) {
  mount.bar = createHistoryBar(store);
  mount.host.append(mount.bar.node);
  if (store.state) mount.bar.refresh();
}

/** @param {Element} root @param {string} page @param {Page.MountData} data @returns {Page.Mount} */
function createMount(root, page, data) {
  // The HTML of the component has it.
  const host = /** @type {HTMLElement} */ (root.querySelector(".workbench"));
  host.classList.add(...(data.classes ?? []));
  /** @type {Page.Mount} */
  const mount = { root, host, column: host, page, areas: data.areas, places: new Map(), expanders: data.expanders ?? [] };
  // The target of the skip link.
  if (host.classList.contains("main")) host.id = "picture";
  if (host.classList.contains("docked")) host.append((mount.column = element("div", "column-of-areas")));
  return mount;
}

/** Resolves after the modules for the page's own kinds of parts have loaded. @param {string[]} addresses */
async function withScripts(addresses) {
  const modules = await Promise.all(addresses.map((address) => import(new URL(address, location.origin).href)));
  for (const module of modules) module.default(addKind);
}

/**
 * Draws the data sent by Streamlit; returns a function that ends it.
 * @param {{data: Uint8Array, parentElement: Element, setStateValue: (name: string, value: unknown) => void}} component
 */
export function mount({ data, parentElement, setStateValue }) {
  // Streamlit may load a page to its end that has been left meanwhile.
  if (!parentElement.isConnected) return () => {};
  const sent = decodeFrame(data), header = sent.header;
  /** @type {Page.MountedAnswer | null} */
  const answer = header.mount ? answerIn(sent) : null;
  const { page } = header;
  const store = storeOf(page);
  forgetGone();
  let mounted = mounts.get(parentElement);
  const isNew = mounted?.page !== page;
  if (!mounted || isNew) {
    if (mounted) close(mounted);
    mounted = createMount(parentElement, page, header.mount ?? header);
    mounts.set(parentElement, mounted);
    markHead([...mounts.values()].filter(({ root, isLeft }) => root.isConnected && !isLeft).map(({ host }) => host));
    for (const expander of mounted.expanders) addExpander(mounted, store, expander);
    if (mounted.host.classList.contains("bar")) addHistoryBar(mounted, store);
    // What was drawn in an element that Streamlit has replaced is to be drawn again in this one.
    forget(store, mounted.areas);
  }
  if (answer) {
    store.notifyStreamlit = (message) => {
      store.log = withLastMessages(store.log, message);
      setStateValue("done", store.log);
    };
    placeMessages(Object.keys(answer.controls).filter((key) => answer.controls[key].isRefused));
    withScripts(answer.scripts).then(() => {
      receive(store, answer);
      want(store, answer.mount.areas);
    });
  } else if (isNew || mounted.language !== header.language) {
    forget(store, header.areas);
    want(store, header.areas);
  }
  mounted.language = header.language;
  return beginTurn(mounted);
}
