// The language of the document, which Streamlit always sets to English, and the texts that Streamlit has in English
// only.

const NAMES = ["aria-label", "alt"];
const TEXTS = ["stSkipToContent", "InputInstructions", "stDialog"]
  .map((id) => `[data-testid="${id}"]`).join();
/** The placeholder for a label in such a text. */
const PLACE = /\{\w+\}/;

/** Returns a function that translates one of these texts, and returns anything else unchanged. */
function translator(pairs) {
  const whole = new Map(pairs.filter(([word]) => !PLACE.test(word)));
  const around = pairs.filter(([word]) => PLACE.test(word))
    .map(([word, other]) => ({ ends: word.split(PLACE), other }));
  return (text) => {
    if (whole.has(text)) return whole.get(text);
    const { ends: [start, end], other } = around.find(({ ends }) => (
      text.startsWith(ends[0]) && text.endsWith(ends[1]))) ?? { ends: [] };
    return other ? other.replace(PLACE, () => text.slice(start.length, text.length - end.length)) : text;
  };
}

function translateNames(element, translate) {
  for (const name of NAMES) {
    const own = element.getAttribute(name);
    const other = own && translate(own);
    if (other !== own) element.setAttribute(name, other);
  }
}

function translateTexts(element, translate) {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = /** @type {Text} */ (texts.currentNode), other = translate(node.data);
    if (other !== node.data) node.data = other;
  }
}

function translateAll(root, translate) {
  translateNames(root, translate);
  for (const element of root.querySelectorAll("[aria-label], [alt]")) translateNames(element, translate);
  if (root.closest(TEXTS)) translateTexts(root, translate);
  for (const element of root.querySelectorAll(TEXTS)) translateTexts(element, translate);
}

/** What surrounds the page: it changes only after a user's action or when the server is lost. */
const AROUND = '[data-testid="stSidebar"], [data-testid="stHeader"], [data-st-overlay-root]';

function observeAround(translate) {
  const observer = new MutationObserver((records) => {
    for (const { target } of records) translateAll(target, translate);
  });
  for (const root of document.querySelectorAll(AROUND)) {
    observer.observe(root, { childList: true, subtree: true, attributeFilter: NAMES });
  }
  return () => observer.disconnect();
}

const REST_MS = 300;

/** The page itself is searched once it is idle: a curve adds a thousand new elements. */
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

/** Typing adds a line of instructions, and copying changes a name, before the next picture. */
function observeActs(translate) {
  const look = ({ target }) => {
    if (target.type === "range") return;
    const element = target.closest('[data-testid="stElementContainer"]');
    if (element) requestAnimationFrame(() => translateAll(element, translate));
  };
  for (const act of ACTS) document.addEventListener(act, look, true);
  return () => ACTS.forEach((act) => document.removeEventListener(act, look, true));
}

/** Replaces Streamlit's texts; returns a function that restores them. */
function speakWith(words) {
  const pairs = Object.entries(words);
  if (!pairs.length) return () => {};
  const translate = translator(pairs);
  translateAll(document.body, translate);
  const ends = [observeAround, observePage, observeActs].map((observe) => observe(translate));
  return () => {
    ends.forEach((end) => end());
    translateAll(document.body, translator(pairs.map(([word, other]) => [other, word])));
  };
}

const spoken = new WeakMap();

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
