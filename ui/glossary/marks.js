// Marks the terms in the texts of a page: with the browser's own highlights, which change neither the elements nor the
// layout. It is done while the browser is idle, a few texts at a time.

import { TEXTS } from "../streamlit/streamlit.js";

/** The name of the highlight in glossary.css. */
const HIGHLIGHT = "term";
/** How long nothing may have changed before texts are looked at, and how long one look takes at most. */
const QUIET_MS = 350, SLICE_MS = 4;
/** What is read: the texts of the answer, of a lesson, and those that Streamlit writes. */
const BLOCKS = `${TEXTS}, .workbench :is(.note-line, .watch > span, .about, .corridor .known, .asked-answer, `
  + ".box .sentence, .box .how, .box .step.at-idea .sum, .box.map-story .text, .plain-table td), "
  + ".lesson-panel :is(.prose p, .prose li, .ask, .hint-line, .why, .goal, dd)";
/** What is not, inside them or around them. */
const NOT = "button, a, input, select, textarea, summary, code, pre, kbd, label, h1, h2, canvas, svg, math, abbr, .katex, .over, [role=option], [contenteditable=true]";

export const canMark = () => typeof Highlight === "function" && Boolean(globalThis.CSS?.highlights);

/** @param {Element} block */
function textsOf(block) {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT, (node) => (
    node.parentElement?.closest(NOT) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT));
  const nodes = [];
  while (walker.nextNode()) nodes.push(/** @type {Text} */ (walker.currentNode));
  return nodes;
}

/** The terms of a block, each where it comes first. @param {Text[]} nodes @param {Glossary.Finder} find */
export function marksIn(nodes, find) {
  const seen = new Set(), marks = /** @type {Glossary.Mark[]} */ ([]);
  for (const node of nodes) {
    for (const { key, start, end } of find(node.data)) {
      if (seen.has(key)) continue;
      seen.add(key);
      marks.push({ key, node, start, end });
    }
  }
  return marks;
}

/** @param {Glossary.Mark} mark */
export function rangeOf({ node, start, end }) {
  const range = document.createRange();
  range.setStart(node, start);
  range.setEnd(node, Math.min(end, node.length));
  return range;
}

/** @typedef {{text: string, marks: Glossary.Mark[]}} Known what was found in a block, and in which text */

/**
 * Marks the terms of all texts, and again whenever they change.
 * @param {() => Glossary.Finder | null} finder
 */
export function markTexts(finder) {
  /** @type {Map<Element, Known>} */
  let known = new Map();
  let timer = 0, idle = 0;
  const isUnchanged = (/** @type {Element} */ block) => {
    const one = known.get(block);
    return one && one.text === block.textContent && one.marks.every(({ node }) => node.isConnected) ? one : null;
  };
  const read = (/** @type {Element} */ block, /** @type {Glossary.Finder} */ find) => {
    const isHidden = block.parentElement?.closest(NOT) || !block.textContent?.trim();
    return { text: block.textContent ?? "", marks: isHidden ? [] : marksIn(textsOf(block), find) };
  };
  const show = () => {
    const marks = [...known.values()].flatMap((one) => one.marks);
    CSS.highlights.set(HIGHLIGHT, new Highlight(...marks.map(({ node, start, end }) => (
      new StaticRange({ startContainer: node, startOffset: start, endContainer: node, endOffset: end })))));
    document.documentElement.dataset.terms = String(marks.length);
  };
  const look = () => {
    const find = finder();
    if (!find) return;
    const blocks = [...document.querySelectorAll(BLOCKS)];
    /** @type {Map<Element, Known>} */
    const now = new Map();
    const some = () => {
      const end = performance.now() + SLICE_MS;
      for (let block = blocks.pop(); block; block = blocks.pop()) {
        now.set(block, isUnchanged(block) ?? read(block, find));
        if (performance.now() > end) break;
      }
      if (blocks.length) {
        idle = whenIdle(some);
        return;
      }
      known = now;
      show();
    };
    some();
  };
  const lookSoon = () => {
    clearTimeout(timer);
    stopIdle(idle);
    timer = window.setTimeout(() => { idle = whenIdle(look); }, QUIET_MS);
  };
  /** The mark at a point of the window. @param {Element} target @param {number} x @param {number} y */
  const at = (target, x, y) => {
    for (let block = /** @type {Element | null} */ (target), up = 0; block && up < 5; block = block.parentElement, up++) {
      const found = known.get(block)?.marks.find((mark) => mark.node.isConnected && mark.start < mark.node.length && isIn(rangeOf(mark), x, y));
      if (found) return found;
    }
    return null;
  };
  /** All marks, in the order of the page. */
  const all = () => {
    const marks = [...known.values()].flatMap((one) => one.marks).filter(({ node }) => node.isConnected && node.parentElement?.checkVisibility());
    return marks.sort((one, other) => (one.node === other.node ? one.start - other.start : one.node.compareDocumentPosition(other.node) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  };
  return { lookSoon, at, all, forget: () => { known = new Map(); }, stop() {
    clearTimeout(timer);
    stopIdle(idle);
    if (canMark()) CSS.highlights.delete(HIGHLIGHT);
    delete document.documentElement.dataset.terms;
  } };
}

/** @param {Range} range @param {number} x @param {number} y */
function isIn(range, x, y) {
  return [...range.getClientRects()].some(({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom);
}

/** @param {() => void} work */
function whenIdle(work) {
  return "requestIdleCallback" in globalThis ? requestIdleCallback(work, { timeout: 2000 }) : window.setTimeout(work, 50);
}

/** @param {number} id */
function stopIdle(id) {
  if ("cancelIdleCallback" in globalThis) cancelIdleCallback(id);
  else clearTimeout(id);
}
