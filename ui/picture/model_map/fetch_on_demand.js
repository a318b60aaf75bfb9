// Requests to the server on demand: the numbers of zoomed tensors, and the origins of a number.

import { fetchAreas } from "../../store/store.js";
import { forget } from "./bitmaps.js";
import { readCell } from "./places.js";
import { updateReadout } from "./readout.js";
import { limitOf, minus } from "./tensors.js";

const ASK_MS = 30;
/** After how long it is said that an answer is still being computed: of a deep model it takes seconds. */
const COMING_MS = 300;

/**
 * Request the numbers of a tensor soon; requests made within `ASK_MS` of each other are sent together.
 * @param {ModelMap.View} view @param {string} name
 */
export function need(view, name) {
  if (view.cells.get(name) || view.asked.has(name)) return;
  view.asked.add(name);
  clearTimeout(view.askTimer);
  view.askTimer = setTimeout(() => askForCells(view), ASK_MS);
}

/** @param {ModelMap.View} view */
export async function askForOrigins(view) {
  const pin = view.pinText ?? "";
  if (view.originsOf === `${pin}#${view.part.numbers.length}` && view.selection.origins.length) return;
  view.originsOf = `${pin}#${view.part.numbers.length}`;
  const isWanted = () => view.hasOrigins && view.pinText === pin;
  const coming = setTimeout(() => isWanted() && say(view, view.part.strings.tools.origins_coming), COMING_MS);
  const areas = await fetchAreas(view.store, ["origins"]), [part] = /** @type {(ModelMap.OriginsPart & Page.Part)[]} */ (areas?.origins ?? []);
  clearTimeout(coming);
  if (!part || !isWanted()) return;
  view.selection.origins = part.edges.flatMap(({ output, input, share }) => {
    const [from, to] = [readCell(view.part, output), readCell(view.part, input)];
    const isStep = from && to && from.place !== to.place;
    return isStep ? [{ output: from, input: to, share }] : [];
  });
  view.selection.ends = part.ends;
  say(view, part.text);
  view.redraw();
}

/** Show a text about the origins, and speak it. @param {ModelMap.View} view @param {string} text */
function say(view, text) {
  view.originsText = text;
  view.live.textContent = text;
  updateReadout(view);
}

/** Fetch the numbers of all requested tensors in one request. @param {ModelMap.View} view */
export function askForCells(view) {
  const names = [...view.asked].filter((name) => !view.cells.has(name));
  if (!names.length) return Promise.resolve();
  for (const name of names) view.cells.set(name, null);
  const { part, seen } = view, ofOther = names.filter((name) => isOfBoth(view, name));
  return fetchAreas(view.store, [...names.map((name) => `cells~${name}`), ...ofOther.map((name) => `other_cells~${name}`)]).then((areas) => {
    if (view.part !== part || view.seen !== seen) return;
    for (const name of names) {
      // The server sends cells under these names.
      const [cells, other] = ["cells", "other_cells"].map((kind) => /** @type {(ModelMap.Cells & Page.Part)[]} */ (areas?.[`${kind}~${name}`] ?? [])[0]);
      if (cells && (other || !ofOther.includes(name))) take(view, name, cells, other);
      else view.cells.delete(name);
    }
    updateReadout(view);
    view.redraw();
  });
}

/** Whether the numbers of two forward passes are needed: of a tensor that is compared, not of a parameter. @param {ModelMap.View} view @param {string} name */
function isOfBoth(view, name) {
  return view.seen !== "now" && view.tensors.some((one) => one.name === name);
}

/** @param {ModelMap.View} view @param {string} name @param {ModelMap.Cells} cells @param {ModelMap.Cells | undefined} other */
function take(view, name, cells, other) {
  view.cells.set(name, cells);
  if (other) view.otherCells.set(name, other);
  const tensor = view.tensors.find((one) => one.name === name);
  if (!tensor || tensor.full || cells.pool !== 1) return;
  if (!other) tensor.full = cells.numbers;
  else tensor.full = view.seen === "other" ? other.numbers : minus(cells.numbers, other.numbers);
  if (tensor.sent) Object.assign(tensor, { values: tensor.full, limit: limitOf({ ...tensor, values: tensor.full }) });
  // Weights are drawn with what their mask hides.
  for (const one of view.tensors) if (view.bitmaps && (one === tensor || one.masked === tensor.index)) forget(view.bitmaps, one.index);
}
