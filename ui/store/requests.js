// What is requested for a change, given a page's state. Pure.

import { isStep, stepTarget } from "./steps.js";

/**
 * Everything that an answer depends on, as one string.
 * @param {Page.State} state @param {string | undefined} language
 */
export function keyOf(state, language) {
  const sorted = Object.fromEntries(Object.entries(state.setting).sort(([one], [other]) => (one < other ? -1 : 1)));
  return JSON.stringify([language, sorted, state.selection.pin, state.selection.trail]);
}

/**
 * Returns the next patch of a queue, and the rest of the queue; successive changes of controls are merged, and the newest
 * values count.
 * @param {readonly Page.Patch[]} queue @returns {[Page.Patch, Page.Patch[]]}
 */
export function nextPatch([patch, ...rest]) {
  if (!patch.set) return [patch, rest];
  const merged = { set: { ...patch.set } };
  while (rest[0]?.set) Object.assign(merged.set, rest.shift()?.set);
  return [merged, rest];
}

/**
 * Returns the next patch that has an effect, with a step resolved to its state, and the rest of the queue.
 * @param {Page.StoreState} store @returns {[Page.Patch | null, Page.Patch[]]}
 */
export function nextGood(store) {
  let queue = store.queue;
  while (queue.length) {
    const [patch, rest] = nextPatch(queue);
    if (!patch.step) return [patch, rest];
    const to = targetOf(store, patch.step);
    if (to) return [{ ...patch, to }, rest];
    queue = rest;
  }
  return [null, queue];
}

/**
 * The setting before the last change, once `setting` is current; another display mode does not count as a change.
 * @param {Page.StoreState} store @param {Page.Setting} setting
 */
export function beforeIn(store, setting) {
  const now = store.state?.setting, { views = [] } = store.shared;
  if (!now) return null;
  return isStep(now, setting, views) ? now : store.before;
}

/**
 * The request for a patch. For a pin alone, only the areas that depend on the pin are requested.
 * @param {Page.StoreState & {state: Page.State}} store @param {Page.Patch} patch @returns {Page.Request}
 */
export function requestOf(store, patch) {
  const { setting, selection } = store.state;
  // `before` is what a picture is compared with, perhaps much older; `leaving` is what this patch changes.
  if (patch.to) return { ...patch.to, before: beforeIn(store, patch.to.setting), leaving: setting };
  const set = patch.set ? { ...store.refused, ...patch.set } : patch.with;
  if (set) {
    const changed = { ...setting, ...set };
    return { setting: changed, selection, before: beforeIn(store, changed), leaving: setting };
  }
  const request = { setting, selection, before: store.before, do: patch.do };
  if (patch.do?.change) return request;
  const { follows = [], first = [] } = store.shared;
  return { ...request, areas: follows.filter((name) => first.includes(name) || store.drawn[name]) };
}

/**
 * Returns where "undo", "redo" or "start" leads now; null if that step is not possible.
 * @param {Page.StoreState} store @param {Page.StepName | "start"} step @returns {Page.State | null}
 */
export function targetOf(store, step) {
  if (!store.state) return null;
  const { views = [], start } = store.shared, { setting, selection } = store.state;
  const starts = start && isStep(setting, start, views) ? [start] : [];
  const target = stepTarget(step === "start" ? starts : store.steps[step], setting, views);
  return target ? { setting: target, selection } : null;
}

/**
 * The areas that are visible but not drawn yet.
 * @param {Page.StoreState} store
 */
export function missing(store) {
  return store.wanted.filter((name) => !store.drawn[name]);
}
