// Requests to the server on demand: the numbers of zoomed tensors, and the origins of a number.

import { fetchAreas } from "../../store/store.js";
import { forget } from "./bitmaps.js";
import { readCell } from "./places.js";
import { updateReadout } from "./readout.js";

const ASK_MS = 30;

/**
 * Request the numbers of a tensor soon; requests made within `ASK_MS` of each other are sent together.
 * @param {ModelMap.View} view @param {string} name
 */
export function need(view, name) {
  // The server sends only the numbers of the current forward pass.
  const isParameter = !view.tensors.some((one) => one.name === name);
  if (view.cells.get(name) || view.asked.has(name) || (view.seen !== "now" && !isParameter)) return;
  view.asked.add(name);
  clearTimeout(view.askTimer);
  view.askTimer = setTimeout(() => askForCells(view), ASK_MS);
}

/** @param {ModelMap.View} view */
export async function askForOrigins(view) {
  const pin = view.pinText ?? "";
  if (view.originsOf === `${pin}#${view.part.numbers.length}` && view.selection.origins.length) return;
  view.originsOf = `${pin}#${view.part.numbers.length}`;
  const areas = await fetchAreas(view.store, ["origins"]), [part] = /** @type {(ModelMap.OriginsPart & Page.Part)[]} */ (areas?.origins ?? []);
  if (!part || view.pinText !== pin) return;
  view.selection.origins = part.edges.flatMap(({ output, input, share }) => {
    const [from, to] = [readCell(view.part, output), readCell(view.part, input)];
    const isStep = from && to && from.place !== to.place;
    return isStep ? [{ output: from, input: to, share }] : [];
  });
  view.selection.ends = part.ends;
  view.originsText = part.text;
  view.live.textContent = part.text;
  updateReadout(view);
  view.redraw();
}

/** Fetch the numbers of all requested tensors in one request. @param {ModelMap.View} view */
export function askForCells(view) {
  const names = [...view.asked].filter((name) => !view.cells.has(name));
  if (!names.length) return Promise.resolve();
  for (const name of names) view.cells.set(name, null);
  const { part } = view;
  return fetchAreas(view.store, names.map((name) => `cells~${name}`)).then((areas) => {
    if (view.part !== part) return;
    for (const name of names) {
      const [cells] = areas?.[`cells~${name}`] ?? [];
      // The server sends cells under this name.
      if (cells) take(view, name, /** @type {ModelMap.Cells & Page.Part} */ (cells));
      else view.cells.delete(name);
    }
    updateReadout(view);
    view.redraw();
  });
}

/** @param {ModelMap.View} view @param {string} name @param {ModelMap.Cells} cells */
function take(view, name, cells) {
  view.cells.set(name, cells);
  const tensor = view.tensors.find((one) => one.name === name);
  if (!tensor || tensor.full || cells.pool !== 1) return;
  tensor.full = cells.numbers;
  if (view.bitmaps) forget(view.bitmaps, tensor.index);
}
