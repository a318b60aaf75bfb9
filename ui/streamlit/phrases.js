// The language of the document, which Streamlit always sets to English, and the texts that Streamlit has in English
// only.

const NAMES = ["aria-label", "alt"];
const TEXTS = ["stSkipToContent", "InputInstructions", "stDialog"]
  .map((id) => `[data-testid="${id}"]`).join();
/** The placeholder for a label in such a text. */
const PLACE = /\{\w+\}/;

/**
 * Returns a function that translates one of these texts, and returns anything else unchanged.
 * @param {[english: string, other: string][]} pairs @returns {Streamlit.Translate}
 */
function translator(pairs) {
  const whole = new Map(pairs.filter(([word]) => !PLACE.test(word)));
  const around = pairs.filter(([word]) => PLACE.test(word))
    .map(([word, other]) => ({ ends: word.split(PLACE), other }));
  return (text) => {
    const found = around.find(({ ends: [start, end] }) => text.startsWith(start) && text.endsWith(end));
    if (!found || whole.has(text)) return whole.get(text) ?? text;
    const { ends: [start, end], other } = found;
    return other.replace(PLACE, () => text.slice(start.length, text.length - end.length));
  };
}

/** @param {Element} element @param {Streamlit.Translate} translate */
function translateNames(element, translate) {
  for (const name of NAMES) {
    const own = element.getAttribute(name), other = translate(own ?? "");
    if (own && other !== own) element.setAttribute(name, other);
  }
}

/** @param {Element} element @param {Streamlit.Translate} translate */
function translateTexts(element, translate) {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = /** @type {Text} */ (texts.currentNode), other = translate(node.data);
    if (other !== node.data) node.data = other;
  }
}

/** @param {Element} root @param {Streamlit.Translate} translate */
function translateAll(root, translate) {
  translateNames(root, translate);
  for (const element of root.querySelectorAll("[aria-label], [alt]")) translateNames(element, translate);
  if (root.closest(TEXTS)) translateTexts(root, translate);
  for (const element of root.querySelectorAll(TEXTS)) translateTexts(element, translate);
}

/** What surrounds the page: it changes only after a user's action or when the server is lost. */
const AROUND = '[data-testid="stSidebar"], [data-testid="stHeader"], [data-st-overlay-root]';

/** @param {Streamlit.Translate} translate */
function observeAround(translate) {
  const observer = new MutationObserver((records) => {
    for (const { target } of records) translateAll(/** @type {Element} */ (target), translate);
  });
  for (const root of document.querySelectorAll(AROUND)) {
    observer.observe(root, { childList: true, subtree: true, attributeFilter: NAMES });
  }
  return () => observer.disconnect();
}

const REST_MS = 300;

/** The page itself is searched once it is idle: a curve adds a thousand new elements. @param {Streamlit.Translate} translate */
function observePage(translate) {
  // Streamlit's page always has it.
  const page = /** @type {Element} */ (document.querySelector('[data-testid="stMain"]'));
  let timer = 0;
  const observer = new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(() => translateAll(page, translate), REST_MS);
  });
  observer.observe(page, { childList: true, subtree: true, attributeFilter: NAMES });
  return () => {
    observer.disconnect();
    clearTimeout(timer);
  };
}

const ACTS = ["input", "click"];

/** Typing adds a line of instructions, and copying changes a name, before the next picture. @param {Streamlit.Translate} translate */
function observeActs(translate) {
  const look = (/** @type {Event} */ event) => {
    const target = /** @type {HTMLInputElement} */ (event.target); // or another element, without a type
    if (target.type === "range") return;
    const element = target.closest('[data-testid="stElementContainer"]');
    if (element) requestAnimationFrame(() => translateAll(element, translate));
  };
  for (const act of ACTS) document.addEventListener(act, look, true);
  return () => ACTS.forEach((act) => document.removeEventListener(act, look, true));
}

/** Replaces Streamlit's texts; returns a function that restores them. @param {Record<string, string>} words */
function speakWith(words) {
  const pairs = Object.entries(words);
  if (!pairs.length) return () => {};
  const translate = translator(pairs);
  translateAll(document.body, translate);
  const ends = [observeAround, observePage, observeActs].map((observe) => observe(translate));
  return () => {
    ends.forEach((end) => end());
    translateAll(document.body, translator(pairs.map(([word, other]) => /** @type {[string, string]} */ ([other, word]))));
  };
}

/** @type {WeakMap<Element, {language: string, stop: () => void}>} */
const spoken = new WeakMap();

/** Mounted by Streamlit. @param {{data: Uint8Array, parentElement: Element}} mount */
export default function speak({ data, parentElement }) {
  const { language, words } = JSON.parse(new TextDecoder().decode(data)), before = spoken.get(parentElement);
  document.documentElement.lang = language;
  if (before?.language !== language) {
    before?.stop();
    spoken.set(parentElement, { language, stop: speakWith(words) });
  }
  return () => {
    spoken.get(parentElement)?.stop();
    spoken.delete(parentElement);
  };
}
