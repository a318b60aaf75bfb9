// What Streamlit mounts: the places in which a page's answer is drawn. All of them share one store.

import { answerIn, unframed } from "./bytes.js";
import { element } from "../picture/element.js";
import { watchConnection } from "./connection.js";
import { showLinkBack } from "./embedded.js";
import { addKind, showParts } from "./parts.js";
import { listenForFiles } from "./dropped_files.js";
import { createHistoryBar, listenForSteps } from "./history_bar.js";
import { beginTurn } from "./mount_turns.js";
import { bring, isUnheard, leave, tellNow } from "./notify.js";
import { createSheet, followBoards } from "./sheet.js";
import { showSkipLink } from "./skip_link.js";
import { createStore, receive, want } from "./store.js";
import { watchControls } from "./watch.js";

let open = null;
const mounts = new Map();

const LOOK_MS = 40, LONGEST_WAIT_MS = 1500;
/** Messages to Streamlit that are said again with each new one. */
const MOST_TOLD = 6;

function isIdle(store) {
  const app = document.querySelector("[data-test-script-state]");
  return !isUnheard(store) && app?.getAttribute("data-test-script-state") !== "running";
}

/**
 * Whoever follows a link to another page, or goes back, leaves this one. Streamlit cannot change the page while it
 * runs a part of this one: the click waits for that.
 */
function listenForLeaving(store) {
  const path = location.pathname;
  const onClick = (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link || new URL(link.href, location.href).pathname === location.pathname) return;
    // A window of its own leaves this one as it is.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (link.dataset.brings && store.broughtBy !== link) bring(store, JSON.parse(link.dataset.brings));
    store.broughtBy = link;
    if (isIdle(store) || store.isLeaving) {
      leave(store);
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    tellNow(store);
    const end = performance.now() + LONGEST_WAIT_MS;
    const look = () => {
      store.isLeaving = performance.now() > end;
      if (isIdle(store) || store.isLeaving) link.click();
      else setTimeout(look, LOOK_MS);
    };
    setTimeout(look, 2 * LOOK_MS);
  };
  const onBack = (event) => {
    if (location.pathname === path) return;
    // What was done last stands in the address of the page that is left: going forward brings it back.
    store.isLeft = true;
    leave(store);
    if (isIdle(store) || store.isLeaving) return;
    event.stopImmediatePropagation();
    if (store.isWaiting) return;
    store.isWaiting = true;
    const end = performance.now() + LONGEST_WAIT_MS;
    const look = () => {
      store.isLeaving = performance.now() > end;
      if (isIdle(store) || store.isLeaving) dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
      else setTimeout(look, LOOK_MS);
    };
    setTimeout(look, LOOK_MS);
  };
  document.addEventListener("click", onClick, true);
  // Ahead of Streamlit, which changes the page.
  window.addEventListener("popstate", onBack, true);
  return () => {
    document.removeEventListener("click", onClick, true);
    window.removeEventListener("popstate", onBack, true);
  };
}

/** Another page is open: what was still on its way for this one writes no address any more. */
function end(store) {
  leave(store);
  store.isLeft = true;
}

/** The store of the page that is open; another page's is left behind. */
function storeOf(name) {
  if (open?.store.name === name) return open.store;
  open?.stop();
  const store = createStore(name);
  store.draw = (answer) => draw(store, answer);
  store.pinned = () => followSheet(store, true);
  store.pictures = () => picturesOf(store);
  const place = () => placeDock(store);
  window.addEventListener("resize", place);
  const connection = watchConnection(() => store.shared.strings);
  Object.assign(store, { isConnected: connection.isConnected, waits: connection.waits });
  const stops = [
    watchControls(store), listenForLeaving(store), listenForSteps(store), listenForFiles(store), connection.stop, () => end(store),
    () => window.removeEventListener("resize", place),
  ];
  open = { store, stop: () => stops.forEach((stop) => stop()) };
  return store;
}

function mountsOf(store) {
  return [...mounts.values()].filter((mount) => mount.page === store.name && !mount.isLeft && mount.root.isConnected);
}

/** Ends everything in a mount. */
function close(mount) {
  for (const place of mount.places.values()) for (const view of place.shown ?? []) view.close?.();
  mount.sheet?.close();
  mount.host.replaceChildren();
}

/** Mounts whose elements the page has taken away. */
function forgetGone() {
  for (const [root, mount] of mounts) {
    if (root.isConnected) continue;
    close(mount);
    mounts.delete(root);
  }
}

function draw(store, answer) {
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
    // A sheet of styles that changes makes the browser compute all of them: behind the picture.
    showEquation(store, answer.equation);
    showSkipLink(store.shared.strings.skip);
    showLinkBack(store.shared.strings.link_back);
    placeDock(store);
  });
  document.documentElement.dataset.answered = String(performance.now());
}

/** Parts that the answer did not bring keep what they show; pin and history may have moved. */
function refresh(store) {
  for (const mount of mountsOf(store)) {
    mount.bar?.refresh();
    for (const place of mount.places.values()) {
      for (const view of place.shown ?? []) view.refresh?.();
    }
  }
}

/** The docked arithmetic ends with the window: it is told where the picture begins. */
function placeDock(store) {
  const scroller = document.querySelector(".stMain");
  for (const { host } of mountsOf(store)) {
    if (!host.classList.contains("main")) continue;
    const top = Math.round(host.getBoundingClientRect().top + (scroller?.scrollTop ?? 0));
    if (host.dataset.top !== String(top)) host.style.setProperty("--top", `${top}px`);
    host.dataset.top = top;
    host.style.setProperty("--left", `${Math.round(scroller?.getBoundingClientRect().left ?? 0)}px`);
  }
}

/** Of the page's equations, all set when it was opened, the one that holds. */
function showEquation(store, name) {
  const style = document.querySelector("style#equation") ?? element("style");
  style.id = "equation";
  const key = `.st-key-${store.name}_equation_${name}`;
  const rule = name ? `${key}, :has(> ${key}) { display: flex !important; }` : "";
  if (style.textContent !== rule) style.textContent = rule;
  if (!style.isConnected) document.head.append(style);
}

/** Where an area is drawn in a mount; null where it has no place. */
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
    // Large areas come behind small ones that stand below them; lids come last, and what is on every page.
    const behind = mount.areas.slice(mount.areas.indexOf(name) + 1).map((one) => mount.places.get(one));
    const next = behind.find((one) => one?.parentElement === mount.column);
    mount.column.insertBefore(place, next ?? mount.column.querySelector(":scope > :is(.lid, .history-bar)"));
  }
  return place;
}

/** Every board that is drawn now. */
function boardsOf(store) {
  const places = mountsOf(store).flatMap((mount) => [...mount.places.values()]);
  return places.flatMap((place) => place.shown ?? []).flatMap(({ board }) => board ?? []);
}

/** Every picture that is in sight now or further down: what it is, and what it is drawn from. */
function picturesOf(store) {
  const shown = mountsOf(store).flatMap((mount) => [...mount.places.values()]).flatMap((place) => place.shown ?? []);
  const views = shown.flatMap((view) => view.views?.() ?? view);
  return views.filter(({ picture, node }) => picture && node.clientWidth).map((view) => ({ id: view.id, ...view.picture() }));
}

function followSheet(store, isByHand = false) {
  const sheet = mountsOf(store).find((mount) => mount.sheet)?.sheet;
  if (sheet) followBoards(Object.assign(sheet, { strings: store.shared.strings }), boardsOf(store), isByHand);
}

/** An area behind a lid, which is asked for when somebody opens it. */
function addLid(mount, store, { area, title }) {
  const lid = element("details", "lid"), place = element("section", "area");
  lid.append(element("summary", "", title), place);
  lid.ontoggle = () => lid.open && want(store, [area]);
  mount.host.append(lid);
  mount.places.set(area, place);
}

function addHistoryBar(mount, store) {
  mount.bar = createHistoryBar(store);
  mount.host.append(mount.bar.node);
  if (store.state) mount.bar.refresh();
}

function createMount(root, data) {
  const host = root.querySelector(".workbench");
  host.classList.add(...(data.classes ?? []));
  const mount = { root, host, column: host, page: data.page, areas: data.areas, places: new Map(), lids: data.lids ?? [] };
  // Where the link that leads past the controls goes.
  if (host.classList.contains("main")) host.id = "picture";
  if (host.classList.contains("docked")) host.append((mount.column = element("div", "column-of-areas")));
  return mount;
}

/** After what draws the page's own kinds of parts has come. */
async function withScripts(addresses) {
  const modules = await Promise.all(addresses.map((address) => import(new URL(address, location.origin).href)));
  for (const module of modules) module.default(addKind);
}

/** Draws what Streamlit sends; returns what ends it. */
export function mount({ data, parentElement, setStateValue }) {
  const sent = unframed(data), said = sent.header;
  const answer = said.mount ? answerIn(sent) : null;
  const { page } = said;
  const store = storeOf(page);
  forgetGone();
  let mounted = mounts.get(parentElement);
  if (mounted?.page !== page) {
    if (mounted) close(mounted);
    mounted = createMount(parentElement, said.mount ?? said);
    mounted.page = page;
    mounts.set(parentElement, mounted);
    for (const lid of mounted.lids) addLid(mounted, store, lid);
    if (mounted.host.classList.contains("above")) addHistoryBar(mounted, store);
  }
  if (answer) {
    store.tell = (message) => {
      // The last few: of two that come quickly Streamlit brings only the second.
      store.log = [...store.log, message].slice(-MOST_TOLD);
      setStateValue("done", store.log);
    };
    withScripts(answer.scripts).then(() => {
      receive(store, answer);
      want(store, answer.mount.areas);
    });
  } else {
    for (const name of said.areas) delete store.drawn[name];
    want(store, said.areas);
  }
  return beginTurn(mounted);
}
