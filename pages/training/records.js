// What a run has recorded so far, in columns that the pictures take as they are.

/** @typedef {{step: number, loss: number, held_out_loss: number, exact: number, held_out_exact: number,
 *   learning_rate: number, gradients: number[], updates: number[], predicted: string[],
 *   attention: Record<string, Float32Array>}} RunRecord */

export const COLUMNS = ["loss", "held_out_loss", "exact", "held_out_exact", "learning_rate"];

/** The records of one run, the earliest first. */
export function createRecords() {
  return { steps: [], all: [] };
}

/** Adds what is new; a record that is there already is not added twice. */
export function addRecords(records, news) {
  for (const one of news) {
    const last = records.steps.at(-1) ?? -1;
    if (one.step <= last) continue;
    records.steps.push(one.step);
    records.all.push(one);
  }
}

/** The place of the last step that is not beyond one; -1 where there is none. */
export function placeOf(steps, wanted) {
  let low = 0, high = steps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (steps[middle] <= wanted) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The record in force at a step: the last one up to there; null where there is none. */
export function recordAt(records, wanted) {
  return records.all[placeOf(records.steps, wanted)] ?? null;
}

/** All steps at which any of the runs has a record, rising. */
export function stepsOf(runs) {
  return [...new Set(runs.flatMap(({ steps }) => steps))].sort((one, other) => one - other);
}

/** One column over all records. */
export function column(records, name) {
  return records.all.map((one) => one[name]);
}

/** The figures of one layer, by its place among the layers, over all records; nothing before the first step. */
export function layerColumn(records, name, place) {
  return records.all.map((one) => one[name][place] ?? null);
}
