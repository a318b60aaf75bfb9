// The numbers: all tensors, one matrix, the setting; and loading numbers from a file into a matrix.

import { element } from "../picture/element.js";
import { matricesOf } from "../picture/matrix_view/selection.js";
import { isCovered } from "../picture/prediction/predictors.js";
import { loadInto } from "./load.js";
import { saveFile } from "./save.js";
import { fetchShared, requestOf } from "./server.js";

/** @param {Page.Store} store */
function matricesIn(store) {
  return store.pictures().flatMap((picture) => (picture.kind === "board" ? matricesOf(picture.board.items) : []));
}

/** @param {string} text @param {() => void} onclick */
function buttonOf(text, onclick) {
  return Object.assign(element("button", "chip", text), { type: "button", onclick });
}

/** @param {string} label @param {{name: string}[]} items */
function chooserOf(label, items) {
  const select = element("select");
  select.setAttribute("aria-label", label);
  select.append(...items.map(({ name }) => element("option", "", name)));
  return select;
}

/**
 * Requests a file and offers it for download; shows the server's error message instead if there is one.
 * @param {Share.Context} context @param {string} kind @param {string} name @param {object} [more] of the request
 */
async function save({ store, words, say }, kind, name, more = {}) {
  try {
    const answer = await fetchShared(store, kind, requestOf(store, more));
    if (kind !== "setting" && answer.headers.get("content-type")?.includes("json")) return say((await answer.json()).error);
    saveFile(name, await answer.blob());
    return say(words.saved);
  } catch {
    return say(words.failed);
  }
}

/** @param {string} about @param {Element[]} controls */
function row(about, ...controls) {
  const node = element("div", "beside"), line = element("div", "row");
  line.append(...controls);
  node.append(element("p", "", about), line);
  return node;
}

/** @param {Share.Context} context */
function tensorsRow(context) {
  const { about, store, words } = context;
  if (!about.tensors) return element("p", "", words.no_tensors);
  const button = (/** @type {string} */ kind) => buttonOf(`.${kind}`, () => save(context, kind, `${store.name}.${kind}`));
  return row(words.tensors_about.replace("{count}", about.tensors.toLocaleString("en")), button("npz"), button("safetensors"));
}

/** The tensor of the number that is explained, by its name. @param {Share.Context} context */
function shownRow(context) {
  const { about: { shown }, store, words } = context;
  const button = (/** @type {string} */ kind) => buttonOf(`.${kind}`, () => save(context, kind, `${store.name}_${shown}.${kind}`, { tensor: shown }));
  return row(words.shown_about.replace("{name}", shown), button("npz"), button("safetensors"));
}

/** @param {Share.Context} context @param {Matrices.Matrix[]} matrices */
function matrixRow(context, matrices) {
  const { store, words } = context, chosen = chooserOf(words.matrix_about, matrices);
  const take = () => {
    const { id } = matrices[chosen.selectedIndex];
    return save(context, "csv", `${store.name}_${id}.csv`, { matrix: id, before: store.before });
  };
  return row(words.matrix_about, chosen, buttonOf(words.save_csv, take));
}

/** @param {Share.Context} context @param {Matrices.Matrix[]} matrices */
function loadRow(context, matrices) {
  const { store, words, say } = context, chosen = chooserOf(words.load_about, matrices);
  const field = Object.assign(element("input"), { type: "file", accept: ".csv,.tsv,.txt,.npy,.npz", hidden: true });
  field.dataset.file = "load";
  field.onchange = async () => {
    const [file] = field.files ?? [];
    if (!file) return;
    const problem = await loadInto(store, words, matrices[chosen.selectedIndex].id, file).catch(() => words.failed);
    field.value = "";
    say(problem || words.loaded);
  };
  return row(words.load_about, chosen, buttonOf(words.load_button, () => field.click()), field);
}

/** @param {Share.Context} context */
export function dataTab(context) {
  const { store, words } = context, node = element("div", "beside"), matrices = matricesIn(store);
  const open = matrices.filter(({ editable, paintable }) => editable || paintable);
  // A file would tell what the pictures cover.
  if (isCovered(store)) node.append(element("p", "", words.covered));
  else node.append(tensorsRow(context), ...(context.about.shown ? [shownRow(context)] : []), ...(matrices.length ? [matrixRow(context, matrices)] : []));
  node.append(row(words.setting_about, buttonOf(".json", () => save(context, "setting", `${store.name}.json`))));
  if (open.length) node.append(loadRow(context, open));
  return node;
}
