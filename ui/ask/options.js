// The questions found, as links; and the box of their list.

import { askFor } from "../answer/asked.js";
import { element } from "../picture/element.js";
import { pageAnchor } from "../picture/page_anchor.js";
import { openHere, openSetting } from "../shell/workbench.js";

/** @typedef {{key: string, question: string, answer: string, title: string, page: string, address: string, brings: Record<string, Page.Value>, speaksOf: string[], watched: string[], pin: string, view: string}} Entry */
/** What was found: `kind` is what the questions are to what was typed: its answers, the nearest to it, or all of the page. @typedef {{kind: "answers" | "nearest" | "page", message: string, questions: Entry[]}} Found */

/** The place of the next option; beyond either end comes the other one. @param {number} at @param {number} by @param {number} count */
export function nextPlace(at, by, count) {
  if (!count) return -1;
  if (at < 0) return by > 0 ? 0 : count - 1;
  return (at + by + count) % count;
}

/** The option that Enter opens before another is chosen: an answer, and nothing where none was found. @param {Found} found */
export function firstPlace({ kind, questions }) {
  return kind === "answers" && questions.length ? 0 : -1;
}

/** The list's box: below the field or, where there is more room, above it; within the window. @param {DOMRect} field @param {{width: number, height: number}} size */
export function boxOf(field, size) {
  const edge = 12, width = Math.min(440, size.width - 2 * edge);
  const left = Math.max(edge, Math.min(field.left, size.width - width - edge));
  const below = size.height - field.bottom - edge, above = field.top - edge;
  return below >= Math.min(320, above) ? { left, width, top: field.bottom + 6, height: below - 6 } : { left, width, bottom: size.height - field.top + 6, height: above - 6 };
}

/**
 * The setting that a question opens: where the page already answers it, with what a person has watched since, such as a run.
 * @param {Pick<Entry, "brings" | "speaksOf" | "watched">} entry @param {Record<string, Page.Value> | null} open the setting of the same page, if it is open
 */
export function settingOf({ brings, speaksOf, watched }, open) {
  if (!open || !speaksOf.every((name) => open[name] === brings[name])) return brings;
  return { ...brings, ...Object.fromEntries(watched.map((name) => [name, open[name]])) };
}

/** One question as a link; with its answer if it is the one to what was typed. @param {Entry} entry @param {string} id @param {Found["kind"]} kind @param {() => void} opened */
function optionOf(entry, id, kind, opened) {
  const link = pageAnchor({ ...entry }, "", "option"), follow = link.onclick;
  link.id = id;
  link.setAttribute("role", "option");
  link.tabIndex = -1;
  link.append(element("span", "question", entry.question));
  if (kind === "answers") link.append(element("span", "answer", entry.answer));
  if (kind !== "page") link.append(element("span", "where", entry.title));
  link.onclick = (event) => {
    // The part of a picture is opened with its page.
    if (event.ctrlKey || event.metaKey || event.shiftKey || entry.view) return;
    askFor(entry.key);
    const setting = settingOf(entry, openSetting(entry.page));
    if (openHere(entry.page, { setting, selection: { pin: entry.pin, trail: "" } })) event.preventDefault();
    else follow?.call(link, event);
    if (event.defaultPrevented) opened();
  };
  return link;
}

/** @param {Found} found @param {string} id @param {() => void} opened */
export function optionsOf({ kind, questions }, id, opened) {
  return questions.map((entry, place) => optionOf(entry, `${id}-option-${place}`, kind, opened));
}
