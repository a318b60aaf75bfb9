// The language of the document, which Streamlit always gives as English, and the words that
// Streamlit has in English only. What a rerun leaves as it is costs nothing here: only elements that
// are new, and names that change, are looked at.

const NAMES = ["aria-label", "alt"];
const TEXTS = ["stSkipToContent", "InputInstructions", "stDialog"]
  .map((id) => `[data-testid="${id}"]`).join();
/** Where a label stands in such words. */
const PLACE = /\{\w+\}/;

/** A function that turns one of these words into another, and returns anything else as it is. */
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
    const { data } = texts.currentNode, other = translate(data);
    if (other !== data) texts.currentNode.data = other;
  }
}

function translateAll(root, translate) {
  translateNames(root, translate);
  for (const element of root.querySelectorAll("[aria-label], [alt]")) translateNames(element, translate);
  if (root.closest(TEXTS)) translateTexts(root, translate);
  for (const element of root.querySelectorAll(TEXTS)) translateTexts(element, translate);
}

function observe(translate) {
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === "attributes") translateNames(target, translate);
      for (const node of addedNodes) if (node instanceof HTMLElement) translateAll(node, translate);
    }
  });
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: NAMES });
  return observer;
}

/** Puts other words in the place of Streamlit's; returns what puts Streamlit's back. */
function speakWith(words) {
  const pairs = Object.entries(words);
  if (!pairs.length) return () => {};
  const translate = translator(pairs);
  translateAll(document.body, translate);
  const observer = observe(translate);
  return () => {
    observer.disconnect();
    translateAll(document.body, translator(pairs.map(([word, other]) => [other, word])));
  };
}

const spoken = new WeakMap();

export default function speak({ data, parentElement }) {
  const { language, words } = data, before = spoken.get(parentElement);
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
