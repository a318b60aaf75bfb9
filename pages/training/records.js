// What a run has recorded so far, as columns that the pictures use directly.

/** The records of one run, oldest first. @returns {Training.Records} */
export function createRecords() {
  return { steps: [], all: [] };
}

/** Adds new records; those already there are not added again. @param {Training.Records} records @param {Training.RunRecord[]} news */
export function addRecords(records, news) {
  for (const one of news) {
    const last = records.steps.at(-1) ?? -1;
    if (one.step <= last) continue;
    records.steps.push(one.step);
    records.all.push(one);
  }
}

/** The index of the last step up to `wanted`; -1 if there is none. @param {number[]} steps @param {number} wanted */
export function placeOf(steps, wanted) {
  let low = 0, high = steps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (steps[middle] <= wanted) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * The record for a step: the last one up to it; null if there is none.
 * @param {Training.Records} records @param {number} wanted @returns {Training.RunRecord | null}
 */
export function recordAt(records, wanted) {
  return records.all[placeOf(records.steps, wanted)] ?? null;
}

/** All steps at which any of the runs has a record, in ascending order. @param {Training.Records[]} runs */
export function stepsOf(runs) {
  return [...new Set(runs.flatMap(({ steps }) => steps))].sort((one, other) => one - other);
}

/** One column over all records. @param {Training.Records} records @param {keyof Training.Measures} name */
export function column(records, name) {
  return records.all.map((one) => one[name]);
}

/**
 * The values of one layer, by its index, over all records; null before the first step.
 * @param {Training.Records} records @param {"gradients" | "updates"} name @param {number} place
 */
export function layerColumn(records, name, place) {
  return records.all.map((one) => one[name][place] ?? null);
}
