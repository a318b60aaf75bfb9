// The small elements that the panel of lessons is made of.

import { element } from "../picture/element.js";

/** @param {string} text @param {() => void} onclick @param {string} [className] */
export function button(text, onclick, className = "chip") {
  const made = element("button", className, text);
  made.type = "button";
  made.onclick = onclick;
  return made;
}

/** A button that shows a sign, with its name for the tooltip and for screen readers. @param {string} sign @param {string} name @param {() => void} onclick */
export function iconButton(sign, name, onclick) {
  const made = button(sign, onclick, "lesson-icon");
  made.title = name;
  made.setAttribute("aria-label", name);
  return made;
}

/** @param {string} template @param {Record<string, string | number>} values */
export function filled(template, values) {
  return template.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** A title that takes the focus when a screen opens. @param {string} text */
export function titleOf(text) {
  const title = element("h2", "lesson-title", text);
  title.tabIndex = -1;
  return title;
}

/** @param {string} className @param {HTMLElement[]} chips */
export function rowOf(className, ...chips) {
  const row = element("div", className);
  row.append(...chips);
  return row;
}

/** A line that screen readers say when it changes. @param {string} className */
export function statusLine(className) {
  const line = element("div", className);
  line.setAttribute("role", "status");
  return line;
}

/**
 * A field with its label above it.
 * @param {string} label @param {string} value @param {(value: string) => void} changed @param {{rows?: number, type?: string, longest?: number}} [options]
 */
export function textField(label, value, changed, { rows = 0, type = "text", longest = 300 } = {}) {
  const node = element("label", "field"), field = rows ? element("textarea") : element("input");
  if (field instanceof HTMLTextAreaElement) field.rows = rows;
  else Object.assign(field, { type, maxLength: longest });
  field.value = value;
  field.oninput = () => changed(field.value);
  node.append(element("span", "", label), field);
  return { node, field };
}

/** @param {string} label @param {[value: string, text: string][]} options @param {() => void} [changed] */
export function choiceField(label, options, changed = () => {}) {
  const node = element("label", "field"), field = element("select");
  field.append(...options.map(([value, text]) => Object.assign(element("option", "", text), { value })));
  field.onchange = changed;
  node.append(element("span", "", label), field);
  return { node, field };
}

/** A button that reads a file. @param {string} label @param {(file: Lessons.File) => void} read */
export function fileButton(label, read, className = "chip small quiet") {
  const file = Object.assign(element("input"), { type: "file", accept: ".md,text/markdown", hidden: true });
  file.onchange = async () => {
    const [chosen] = file.files ?? [];
    file.value = "";
    if (chosen) read({ file: chosen.name, source: await chosen.text() });
  };
  const opener = button(label, () => file.click(), className);
  return { opener, file };
}
