// Lines of numbers in the colours of their sources. Everything is inserted as text, never as HTML. A number that can
// be traced back is a button; its target is passed to Python.

import { element } from "../../picture/element.js";
import { glossedElement, labelNodes, plainText, withGloss } from "../../picture/glossed.js";
import { createLevels, levelNow } from "./levels.js";

/** @param {Page.Span} span @param {(to: string) => void} go */
function pieceOf({ text, role, to, spoken }, go) {
  if (!to) return glossedElement("span", role || "plain", text);
  const piece = glossedElement("button", role || "plain", text);
  piece.type = "button";
  piece.title = plainText(spoken);
  piece.setAttribute("aria-label", plainText(`${text}, ${spoken}`));
  piece.onclick = () => go(to);
  piece.dataset.to = to;
  return piece;
}

/** @param {{label: string, spans: Page.Span[], level: Page.Level}} x @param {(to: string) => void} go */
function lineOf({ label, spans, level }, go) {
  const line = element("div", `step at-${level}`);
  if (label) line.append(element("span", "label", label));
  const sum = element("span", "sum");
  for (const span of spans) sum.append(pieceOf(span, go), " ");
  line.append(sum);
  return line;
}

/** @param {Page.Bar} bar @param {number} limit */
function barOf({ label, gloss, value, text }, limit) {
  const row = element("div", "row");
  const track = element("span", "track"), fill = element("span", value < 0 ? "fill minus" : "fill");
  fill.style.width = `${(50 * Math.abs(value)) / limit}%`;
  track.append(fill);
  const name = element("span", "label");
  name.append(...labelNodes(label, gloss));
  if (gloss) name.title = withGloss(label, gloss);
  row.append(name, track, element("span", "number", text));
  return row;
}

/** The first bars are the picture of the number; further ones, below the arithmetic, compare it. @param {{title: string, rows: Page.Bar[], isShare: boolean}} x @param {number} at */
function barsOf({ title, rows, isShare }, at) {
  const bars = element("div", `bars${isShare ? " shares" : ""} at-${at ? "all" : "idea"}`);
  const limit = Math.max(...rows.map((row) => Math.abs(row.value)), 1e-12);
  bars.append(element("div", "title", title), ...rows.map((row) => barOf(row, limit)));
  return bars;
}

/** The trail from the first number to this one; each crumb leads back to its number. @param {Page.Span[]} crumbs @param {(to: string) => void} go */
function crumbsOf(crumbs, go) {
  const way = element("nav", "crumbs");
  for (const crumb of crumbs) way.append(pieceOf(crumb, go), element("span", "to", "←"));
  return way;
}

/** Keeps keyboard focus on the first number of the next step, and on the trail after Backspace. @param {HTMLElement} box @param {boolean} hadFocus */
function keepFocus(box, hadFocus) {
  if (!hadFocus) return;
  const number = box.querySelector(".sum button") ?? box.querySelector(".crumbs button:last-of-type");
  /** @type {HTMLElement | null} */ (number)?.focus();
}

/** The line for screen readers: it stays in the page, because added and removed elements are not announced. @param {HTMLElement} box */
function statusOf(box) {
  const known = box.firstElementChild;
  if (known) return known;
  const status = element("div", "spoken");
  status.setAttribute("role", "status");
  box.append(status);
  return status;
}

/** The title, what the step does and why, and what the number means: all that needs no arithmetic. @param {Page.Arithmetic} data @param {(to: string) => void} go */
function ideaOf(data, go) {
  const heading = element("div", "heading"), told = data.lines.filter(({ level }) => level === "idea");
  heading.setAttribute("role", "heading");
  heading.setAttribute("aria-level", "2");
  heading.append(glossedElement("code", "", data.title));
  const idea = [heading, ...(data.sentence ? [glossedElement("p", "sentence", data.sentence)] : []), ...told.map((line) => lineOf({ ...line, label: "" }, go))];
  return data.crumbs.length ? [crumbsOf(data.crumbs, go), ...idea] : idea;
}

/** How the step computes, and its lines of numbers. @param {Page.Arithmetic} data @param {(to: string) => void} go */
function workingOf(data, go) {
  const working = element("div", "working at-numbers"), lines = data.lines.filter(({ level }) => level !== "idea");
  working.append(element("div", "how", data.question), ...lines.map((line) => lineOf(line, go)));
  return working;
}

/** The part with the title, in which the choice of the level stays, so that it keeps the keyboard's focus. @param {HTMLElement} box @param {Record<string, string>} strings */
function ideaIn(box, strings) {
  const known = box.children[1];
  if (known) return known;
  const steps = element("div", "steps");
  steps.append(createLevels(box, strings));
  box.append(steps);
  return steps;
}

/**
 * Draws `data` into a box: sentence, picture, arithmetic. `go` is called with the target of a click.
 * @param {HTMLElement} box @param {Page.Arithmetic} data @param {(to: string) => void} go @param {Record<string, string>} [strings]
 */
export function showArithmetic(box, data, go, strings = {}) {
  const text = JSON.stringify(data);
  if (box.dataset.shown === text) return;
  const hadFocus = box.matches(":focus-within") && !box.querySelector(".levels :focus");
  statusOf(box).textContent = plainText(`${data.title}. ${data.sentence || data.question}`);
  const steps = ideaIn(box, strings);
  while (steps.children.length > 1) steps.lastElementChild?.remove();
  while (box.children.length > 2) box.lastElementChild?.remove();
  steps.append(...ideaOf(data, go));
  const [picture, ...more] = data.bars.map(barsOf);
  box.append(...(picture ? [picture] : []), workingOf(data, go), ...more);
  box.dataset.level = levelNow();
  box.dataset.shown = text;
  box.onkeydown = (event) => {
    const to = data.crumbs.at(-1)?.to;
    if (event.key === "Backspace" && to !== undefined) go(to);
  };
  keepFocus(box, hadFocus);
}
