// The steps that can be taken back or on again: known here at once, from the session when it has been heard.

const MOST = 50;
const OTHER = { undo: "redo", redo: "undo" };

/** The settings that steps lead to, the next one last. */
export const createSteps = () => ({ undo: [], redo: [], isKnown: false });

/** Whether two settings differ in more than how they are shown. */
export function isStep(from, to, views) {
  return Object.keys({ ...from, ...to }).some((name) => to[name] !== from[name] && !views.includes(name));
}

/** A change has led away from a setting; so has a step, where one is named. */
export function recordStep(steps, from, name) {
  steps.isKnown = true;
  if (name) steps[name].pop();
  else steps.redo = [];
  const back = OTHER[name] ?? "undo";
  steps[back] = [...steps[back], from].slice(-MOST);
}

/** Where one step leads, as things are shown now; undefined where there is none. */
export function stepTarget(steps, name, now, views) {
  const setting = steps[name].at(-1);
  return setting && { ...setting, ...Object.fromEntries(views.map((view) => [view, now[view]])) };
}

/**
 * The session says where one step leads. Used only until the browser knows better: after quick changes here, the session may group steps differently.
 */
export function hearSteps(steps, said) {
  if (steps.isKnown) return;
  for (const name of Object.keys(OTHER)) steps[name] = said[name] ? [said[name].setting] : [];
}
