// A run as a file: saved on the user's machine, and loaded again.

import { element } from "../../ui/picture/element.js";
import { iconButton, setIcon } from "./icons.js";
import { GONE, answered, downloadAddress, folderAddress, loaded } from "./route.js";
import { NEWEST, refuse, set } from "./shared.js";

const PAPER = -1.5;

/** The fields of the setting for a run's config; without data of somebody's own none are kept. @param {Training.Config} config @returns {Record<string, Page.Value>} */
export function settingOf({ norm_first: isPre, exponent, every, ...same }) {
  return { data: "", ...same, norm: isPre ? "pre" : "post", exponent: exponent === PAPER ? "paper" : "mistake" };
}

/** Links that save the run as a file and as a folder, and a button that loads one. @param {Training.Shared} shared */
export function createFiles(shared) {
  const link = element("a", "chip icon"), folder = element("a", "chip icon"), field = element("input"), button = iconButton("load", () => field.click());
  field.type = "file";
  field.accept = ".safetensors";
  field.hidden = true;
  setIcon(link, "save", "");
  setIcon(folder, "folder", "");
  field.onchange = async () => {
    const [file] = field.files ?? [], { part } = shared;
    field.value = "";
    if (!file || !part) return;
    const { run, error } = await loaded(part.routes, file);
    const answer = run ? await answered(part.routes, run, { since: -1, known: "" }) : null;
    if (run && answer && answer !== GONE) set(shared, { ...settingOf(answer.config), run, step: String(NEWEST), expected: "" });
    else refuse(shared, part.strings.not_loaded.replace("{error}", part.strings[`error_${error}`] ?? error ?? ""));
  };
  return { nodes: [link, folder, button, field], show(/** @type {Training.RunsPart} */ { strings, routes }, /** @type {Training.Side["run"]} */ run) {
    const isThere = run.id !== undefined && run.records.steps.length > 1 && run.state.status !== "gone";
    setIcon(link, "save", strings.download);
    setIcon(button, "load", strings.load);
    setIcon(folder, "folder", strings.folder);
    link.hidden = folder.hidden = !isThere;
    if (isThere) Object.assign(link, { href: downloadAddress(routes, run.id) });
    if (isThere) Object.assign(folder, { href: folderAddress(routes, run.id) });
    link.download = folder.download = "";
  } };
}
