// Lines of numbers in the colours of where they come from. Everything is set as text, never as HTML.

function element(tag, className, text) {
  const made = document.createElement(tag);
  made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function lineOf({ label, spans }) {
  const line = element("div", "step");
  line.append(element("span", "label", label));
  const sum = element("span", "sum");
  for (const { text, role } of spans) sum.append(element("span", role || "plain", text), " ");
  line.append(sum);
  return line;
}

function barOf({ label, value, text }, limit) {
  const row = element("div", "row");
  const track = element("span", "track"), fill = element("span", value < 0 ? "fill minus" : "fill");
  fill.style.width = `${(50 * Math.abs(value)) / limit}%`;
  track.append(fill);
  row.append(element("span", "label", label), track, element("span", "number", text));
  return row;
}

function barsOf({ title, rows }) {
  const bars = element("div", "bars");
  const limit = Math.max(...rows.map((row) => Math.abs(row.value)), 1e-12);
  bars.append(element("div", "title", title), ...rows.map((row) => barOf(row, limit)));
  return bars;
}

function isDark(box) {
  const background = getComputedStyle(box).getPropertyValue("--st-background-color").trim();
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(background.slice(at, at + 2), 16));
  return red + green + blue < 300;
}

export default function arithmetic({ data, parentElement }) {
  const box = parentElement.querySelector(".box");
  box.classList.toggle("dark", isDark(box));
  const steps = element("div", "steps");
  const heading = element("div", "heading");
  heading.append(element("code", "", data.title), element("span", "", data.question));
  steps.append(heading, ...data.lines.map(lineOf));
  box.replaceChildren(steps);
  if (data.bars) box.append(barsOf(data.bars));
}
