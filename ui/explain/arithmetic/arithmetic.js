// Lines of numbers in the colours of their sources. Everything is inserted as text, never as HTML. A number that can
// be traced back is a button; its target is passed to Python.

import { element } from "../../picture/element.js";
import { glossedElement, labelNodes, plainText, withGloss } from "../../picture/glossed.js";

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

/** @param {{label: string, spans: Page.Span[]}} x @param {(to: string) => void} go */
function lineOf({ label, spans }, go) {
  const line = element("div", "step");
  line.append(element("span", "label", label));
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

/** @param {{title: string, rows: Page.Bar[], isShare: boolean}} x */
function barsOf({ title, rows, isShare }) {
  const bars = element("div", isShare ? "bars shares" : "bars");
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

/**
 * Draws `data` into a box. `go` is called with the target of a click.
 * @param {HTMLElement} box @param {Page.Arithmetic} data @param {(to: string) => void} go
 */
export function showArithmetic(box, data, go) {
  const text = JSON.stringify(data);
  if (box.dataset.shown === text) return;
  const hadFocus = box.matches(":focus-within");
  const steps = element("div", "steps"), heading = element("div", "heading");
  heading.setAttribute("role", "heading");
  heading.setAttribute("aria-level", "2");
  heading.append(glossedElement("code", "", data.title), element("span", "", data.question));
  if (data.crumbs.length) steps.append(crumbsOf(data.crumbs, go));
  steps.append(heading, ...data.lines.map((line) => lineOf(line, go)));
  statusOf(box).textContent = plainText(`${data.title}. ${data.question}`);
  while (box.children.length > 1) box.lastElementChild?.remove();
  box.append(steps, ...data.bars.map(barsOf));
  box.dataset.shown = text;
  box.onkeydown = (event) => {
    const to = data.crumbs.at(-1)?.to;
    if (event.key === "Backspace" && to !== undefined) go(to);
  };
  keepFocus(box, hadFocus);
}
