// The steps that can be undone and redone: tracked here, and taken from the session once it has answered. Pure.

const MOST = 50;
/** @type {Record<Page.StepName, Page.StepName>} */
const OTHER = { undo: "redo", redo: "undo" };

/** @returns {Page.Steps} */
export const createSteps = () => ({ undo: [], redo: [], isKnown: false });

/**
 * Returns whether two settings differ in more than their display mode.
 * @param {Page.Setting} from @param {Page.Setting} to @param {string[]} views
 */
export function isStep(from, to, views) {
  return Object.keys({ ...from, ...to }).some((name) => to[name] !== from[name] && !views.includes(name));
}

/**
 * Returns the steps after a change has left a setting, or a step if one is named.
 * @param {Page.Steps} steps @param {Page.Setting} from @param {Page.StepName} [name] @returns {Page.Steps}
 */
export function withStep(steps, from, name) {
  const taken = name ? { ...steps, [name]: steps[name].slice(0, -1) } : { ...steps, redo: [] };
  const back = name ? OTHER[name] : "undo";
  return { ...taken, isKnown: true, [back]: [...taken[back], from].slice(-MOST) };
}

/**
 * Returns where one step leads, in the current display mode; undefined if there is none.
 * @param {Page.Setting[]} targets @param {Page.Setting} now @param {string[]} views @returns {Page.Setting | undefined}
 */
export function stepTarget(targets, now, views) {
  const setting = targets.at(-1);
  return setting && { ...setting, ...Object.fromEntries(views.map((view) => [view, now[view]])) };
}

/**
 * Returns the steps with where the session says that one step leads. Used only until the browser knows better: after
 * quick changes here, the session may group steps differently.
 * @param {Page.Steps} steps @param {{undo?: Page.Step, redo?: Page.Step}} answer @returns {Page.Steps}
 */
export function withSession(steps, { undo, redo }) {
  if (steps.isKnown) return steps;
  return { ...steps, undo: undo ? [undo.setting] : [], redo: redo ? [redo.setting] : [] };
}
