// Everything on a page that takes part in predictions: pictures, and what shows their numbers in other words.

/** Adds a predictor; returns a function that takes it out again. @param {Page.Store} store @param {Prediction.Predictor} predictor */
export function addPredictor(store, predictor) {
  store.predictors.add(predictor);
  return () => { store.predictors.delete(predictor); };
}

/** What is covered on a page. @param {Page.Store} store */
export function coversOn(store) {
  return [...store.predictors].flatMap((one) => one.covers?.() ?? []);
}

/** @param {Page.Store} store */
export function isCovered(store) {
  return coversOn(store).length > 0;
}

/** Whether something is being predicted. @param {Page.Store} store */
export function isAsked(store) {
  return coversOn(store).some((one) => one.kind !== "matrix" || !one.kept);
}

/** Keeps matrices covered, by their ids, and no others. @param {Page.Store} store @param {string[]} matrices */
export function keepCovered(store, matrices) {
  if ([...store.keptCovered].join() === matrices.join()) return;
  store.keptCovered = new Set(matrices);
  coverChanged(store);
}

/** The names of covered lines, by their colours: the page may say more of them. @param {Page.Store} store */
export function coveredLines(store) {
  return new Map(coversOn(store).flatMap((one) => (one.kind === "curve" ? one.names.map(({ colour, name }) => /** @type {[string, string]} */ ([colour, name])) : [])));
}

/**
 * Tells everything on the page that something was covered or uncovered. The style sheet hides what says results in words.
 * @param {Page.Store} store
 */
export function coverChanged(store) {
  const kinds = new Set(coversOn(store).map(({ kind }) => kind)), root = document.documentElement;
  if (kinds.size) root.dataset.covered = [...kinds].join(" ");
  else delete root.dataset.covered;
  for (const one of store.predictors) one.follow?.();
}

/**
 * Covers what a lesson asks about, and asks for it. `revealed` is called once with the result, `ended` when it is over:
 * stopped, or no longer on the page. Returns null if the page does not have that picture, or nothing to ask there.
 * @param {Page.Store} store @param {Prediction.Request} request @param {Partial<Prediction.Events>} [events]
 * @returns {Prediction.Control | null}
 */
export function startPrediction(store, request, events = {}) {
  for (const one of store.predictors) {
    const control = one.start?.(request, events);
    if (control) return control;
  }
  return null;
}
