// What depends on how Streamlit 1.67 builds the page around ours; its controls are in `controls.js`. Streamlit documents
// none of this, so each function has a test of its name in tests/browser/test_streamlit_seams.py.

const APP = '[data-testid="stApp"]', SCRIPT_STATE = "data-test-script-state", CONNECTION = "data-test-connection-state";

/** Streamlit's outermost element, where the colours of its theme apply; `body` where there is none. */
export const appElement = () => document.querySelector(APP) ?? document.body;

/** Returns whether the page's script or a fragment is running: components are not told. */
export function isScriptRunning() {
  return document.querySelector(APP)?.getAttribute(SCRIPT_STATE) === "running";
}

/** Returns whether Streamlit's websocket is open: components are not told. */
export function isConnected() {
  const app = document.querySelector(APP);
  return !app || app.getAttribute(CONNECTION) === "CONNECTED";
}

/** Calls `look` whenever the connection's state changes; returns a function that stops it. @param {() => void} look */
export function observeConnection(look) {
  const observer = new MutationObserver(look), app = document.querySelector(APP);
  if (app) observer.observe(app, { attributeFilter: [CONNECTION] });
  return () => observer.disconnect();
}

/** The element that scrolls the page, not the window; null outside the app. */
export const scroller = () => document.querySelector(".stMain");

/** How far the page is scrolled. */
export const scrolled = () => scroller()?.scrollTop ?? 0;

/** Calls a listener whenever the content of the page becomes higher or lower, after layout. @param {() => void} listener */
export function listenForHeight(listener) {
  const content = document.querySelector(".stMainBlockContainer"), observer = new ResizeObserver(listener);
  if (content) observer.observe(content);
  return () => observer.disconnect();
}

/** The row of the page that an element of ours is in; the head of a page is one. @param {Element} node */
export const rowOf = (node) => node.closest('[data-testid="stLayoutWrapper"]');

/** The width up to which the sidebar covers the page. */
const COVERED = "(max-width: 768px)";

/** Folds the sidebar where it covers the page. */
export function uncoverPage() {
  if (matchMedia(COVERED).matches) /** @type {HTMLElement | null} */ (document.querySelector("[data-testid=stSidebarCollapseButton] button"))?.click();
}

/** The selector of the paragraphs that Streamlit writes: texts and badges. */
export const PARAGRAPHS = ".stMarkdown p";
/** The same in the page itself, and the lines of lists. */
export const TEXTS = ".stMain :is(.stMarkdown p, .stMarkdown li)";

/**
 * The sidebar's link to a page; undefined where there is no sidebar. Following it keeps the session, which a link of
 * our own would not: only Streamlit's links and `st.switch_page` open a page without loading the document again.
 * @param {string} page
 * @returns {HTMLAnchorElement | undefined}
 */
export function sidebarLink(page) {
  const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("[data-testid=stSidebarNav] a"));
  return [...links].find(({ pathname }) => pathname.split("/").at(-1) === page);
}

const SIDEBAR = '[data-testid="stSidebar"]';

/** Whether the sidebar is unfolded. */
export const isSidebarOpen = () => document.querySelector(SIDEBAR)?.getAttribute("data-collapsed") === "false";

/** Unfolds the sidebar; only Streamlit's own button does. */
export function openSidebar() {
  /** @type {HTMLElement | null} */
  const button = document.querySelector('[data-testid="stExpandSidebarButton"]');
  if (!isSidebarOpen()) button?.click();
}

/** Calls `look` whenever the sidebar is folded or unfolded; returns a function that stops it. @param {() => void} look */
export function observeSidebar(look) {
  const observer = new MutationObserver(look), sidebar = document.querySelector(SIDEBAR);
  if (sidebar) observer.observe(sidebar, { attributeFilter: ["data-collapsed"] });
  return () => observer.disconnect();
}

/**
 * Calls `listener` when the user goes back or forward, before Streamlit opens the other page; `preventDefault` withholds
 * it from Streamlit. The index page asks (`BACK_SCRIPT` in `seams.py`). Returns a function that stops listening.
 * @param {(event: Event) => void} listener
 */
export function listenForBack(listener) {
  window.addEventListener("streamlit-back", listener);
  return () => window.removeEventListener("streamlit-back", listener);
}

/** Lets Streamlit open the page of the URL after its `popstate` was withheld: it accepts one that we dispatch. */
export function repeatBack() {
  dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
}

/** The most messages that are sent at once. */
const MOST_MESSAGES = 6;

/**
 * Returns the messages to send next: a new one and the last few before it. Of two values that a component sets in quick
 * succession, Streamlit delivers only the second; its triggers are no different.
 * @template T @param {T[]} sent @param {T} message
 */
export const withLastMessages = (sent, message) => [...sent, message].slice(-MOST_MESSAGES);
