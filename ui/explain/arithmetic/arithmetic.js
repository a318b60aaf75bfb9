// Lines of numbers in the colours of their sources. Everything is inserted as text, never as HTML. A number that can
// be traced back is a button; its target is passed to Python.

import { element } from "../../picture/element.js";
import { glossedElement, labelNodes, plainText, withGloss } from "../../picture/glossed.js";

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

function lineOf({ label, spans }, go) {
  const line = element("div", "step");
  line.append(element("span", "label", label));
  const sum = element("span", "sum");
  for (const span of spans) sum.append(pieceOf(span, go), " ");
  line.append(sum);
  return line;
}

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

function barsOf({ title, rows, isShare }) {
  const bars = element("div", isShare ? "bars shares" : "bars");
  const limit = Math.max(...rows.map((row) => Math.abs(row.value)), 1e-12);
  bars.append(element("div", "title", title), ...rows.map((row) => barOf(row, limit)));
  return bars;
}

/** The trail from the first number to this one; each crumb leads back to its number. */
function crumbsOf(crumbs, go) {
  const way = element("nav", "crumbs");
  for (const crumb of crumbs) way.append(pieceOf(crumb, go), element("span", "to", "←"));
  return way;
}

/** Keeps keyboard focus on the first number of the next step, and on the trail after Backspace. */
function keepFocus(box, hadFocus) {
  if (!hadFocus) return;
  (box.querySelector(".sum button") ?? box.querySelector(".crumbs button:last-of-type"))?.focus();
}

/** The line for screen readers: it stays in the page, because added and removed elements are not announced. */
function statusOf(box) {
  if (!box.firstChild) {
    box.append(element("div", "spoken"));
    box.firstChild.setAttribute("role", "status");
  }
  return box.firstChild;
}

/** Draws `data` into a box. `go` is called with the target of a click. */
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
  while (box.children.length > 1) box.lastChild.remove();
  box.append(steps, ...data.bars.map(barsOf));
  box.dataset.shown = text;
  box.onkeydown = (event) => {
    if (event.key === "Backspace" && data.crumbs.length) go(data.crumbs.at(-1).to);
  };
  keepFocus(box, hadFocus);
}
