// The steps that can be undone and redone: tracked here, and taken from the session once it has answered.

const MOST = 50;
const OTHER = { undo: "redo", redo: "undo" };

/** The settings that the steps lead to, the next one last. */
export const createSteps = () => ({ undo: [], redo: [], isKnown: false });

/** Returns whether two settings differ in more than their display mode. */
export function isStep(from, to, views) {
  return Object.keys({ ...from, ...to }).some((name) => to[name] !== from[name] && !views.includes(name));
}

/** Records that a change has left a setting, or a step if one is named. */
export function recordStep(steps, from, name) {
  steps.isKnown = true;
  if (name) steps[name].pop();
  else steps.redo = [];
  const back = OTHER[name] ?? "undo";
  steps[back] = [...steps[back], from].slice(-MOST);
}

/** Returns where one step leads, in the current display mode; undefined if there is none. */
export function stepTarget(steps, name, now, views) {
  const setting = steps[name].at(-1);
  return setting && { ...setting, ...Object.fromEntries(views.map((view) => [view, now[view]])) };
}

/**
 * Takes over from the session where one step leads. Used only until the browser knows better: after quick changes
 * here, the session may group steps differently.
 */
export function hearSteps(steps, said) {
  if (steps.isKnown) return;
  for (const name of Object.keys(OTHER)) steps[name] = said[name] ? [said[name].setting] : [];
}
