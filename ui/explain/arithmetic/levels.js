// How much is shown of a number: its idea, its numbers too, or all. A person chooses it once, for all pages; the browser
// keeps it, and no answer of the server depends on it.

import { element } from "../../picture/element.js";

const STORED = "workbench.level";
/** @type {Page.Level[]} */
const LEVELS = ["idea", "numbers", "all"];
const FIRST = "numbers";
/** The choice where the browser gives this page no storage: it lasts as long as the document. @type {Page.Level | null} */
let chosen = null;

/** @returns {Page.Level} */
export function levelNow() {
  return LEVELS.find((level) => level === stored()) ?? FIRST;
}

function stored() {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return chosen;
  }
}

/** @param {Page.Level} level */
function choose(level) {
  try {
    localStorage.setItem(STORED, level);
  } catch {
    chosen = level;
  }
}

/**
 * One choice of three for a box, which has its level as data: the style sheet hides what is beyond it.
 * @param {HTMLElement} box @param {Record<string, string>} strings
 */
export function createLevels(box, strings) {
  const levels = element("fieldset", "levels"), name = `level-${crypto.randomUUID?.() ?? Math.random()}`;
  levels.setAttribute("role", "radiogroup");
  levels.setAttribute("aria-label", strings.level ?? "");
  for (const level of LEVELS) levels.append(optionOf(box, name, level, strings[`level_${level}`] ?? level));
  return levels;
}

/** @param {HTMLElement} box @param {string} name @param {Page.Level} level @param {string} label */
function optionOf(box, name, level, label) {
  const option = element("label", "level"), input = element("input", "");
  Object.assign(input, { type: "radio", name, value: level, checked: level === levelNow() });
  input.onchange = () => {
    choose(level);
    box.dataset.level = level;
  };
  option.append(input, element("span", "", label));
  return option;
}
