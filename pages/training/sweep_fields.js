// The fields of a sweep: one or two settings, each with up to three values.

import { element } from "../../ui/picture/element.js";

/** Values to begin with: the first options, or numbers around the present one. @param {Training.SweepField} field @param {number} most */
export function suggestedValues({ name, options, now, low = 0, high = 1, step = 1 }, most) {
  if (options.length) return options.slice(0, most).map(([one]) => one);
  const at = Number(now), isWhole = Number.isInteger(low) && Number.isInteger(step);
  const wanted = name === "seed" ? [at, at + 1, at + 2] : at ? [at / 2, at, 2 * at] : [0, 2 * step, 4 * step];
  const fitting = wanted.map((one) => Math.max(low, Math.min(high, isWhole ? Math.round(one) : Number(one.toPrecision(3)))));
  return [...new Set(fitting)].map(String);
}

/** A sweep as the setting has it; "" if no field has a value. @param {[name: string, values: string[]][]} axes */
export function sweepText(axes) {
  return axes.map(([name, values]) => [name, [...new Set(values.filter((one) => one !== ""))]]).filter(([name, values]) => name && values.length)
    .map(([name, values]) => `${name}=${/** @type {string[]} */ (values).join(",")}`).join(";");
}

/** @param {HTMLSelectElement} node @param {[string, string][]} options @param {string} chosen */
function fill(node, options, chosen) {
  node.replaceChildren(...options.map(([value, label]) => Object.assign(element("option", "", label), { value, selected: value === chosen })));
}

/** One field and its values. @param {number} place @param {() => void} changed */
function createAxis(place, changed) {
  const node = element("div", "sweep-axis"), field = element("select"), values = element("span", "values");
  field.onchange = changed;
  node.append(field, values);
  return {
    node, name: () => field.value, values: () => [...values.children].map((one) => /** @type {HTMLInputElement} */ (one).value.trim()),
    show(/** @type {Training.SweepPart} */ { fields, axes, mostValues, strings }) {
      const [name, given] = axes[place] ?? ["", []], taken = axes[1 - place]?.[0], shown = fields.find((one) => one.name === name);
      const open = fields.filter((one) => one.name !== taken).map((one) => /** @type {[string, string]} */ ([one.name, one.label]));
      fill(field, place ? [["", strings.nothing], ...open] : open, name);
      field.setAttribute("aria-label", strings[place ? "second" : "first"]);
      values.replaceChildren(...(shown ? Array.from({ length: mostValues }, (_, at) => {
        const one = element(shown.options.length ? "select" : "input");
        if (one instanceof HTMLSelectElement) fill(one, [["", "–"], ...shown.options], given[at] ?? "");
        else Object.assign(one, { type: "number", min: String(shown.low), max: String(shown.high), step: "any", value: given[at] ?? "" });
        one.setAttribute("aria-label", strings.value.replace("{place}", String(at + 1)).replace("{name}", shown.label));
        one.onchange = changed;
        return one;
      }) : []));
    },
  };
}

/** Both fields; `chosen` gets the text of a changed sweep. @param {(text: string) => void} chosen */
export function createSweepFields(chosen) {
  const node = element("div", "sweep-fields");
  /** @type {Training.SweepPart | null} */
  let part = null;
  const axes = [0, 1].map((place) => createAxis(place, () => {
    if (!part) return;
    const { fields, mostValues, axes: before } = part;
    const text = sweepText(axes.map((axis, at) => {
      const name = axis.name(), field = fields.find((one) => one.name === name);
      return [name, field && name !== before[at]?.[0] ? suggestedValues(field, mostValues) : axis.values()];
    }));
    if (text) chosen(text);
    else show(part);
  }));
  node.append(...axes.map((axis) => axis.node));
  let shown = "";
  function show(/** @type {Training.SweepPart} */ next) {
    part = next;
    const text = JSON.stringify([next.axes, next.fields.map(({ name, label }) => [name, label])]);
    // A control that somebody is using is left alone as long as nothing has changed.
    if (text === shown) return;
    shown = text;
    const at = [...node.querySelectorAll("select, input")].indexOf(/** @type {Element} */ (node.getRootNode() instanceof ShadowRoot ? /** @type {ShadowRoot} */ (node.getRootNode()).activeElement : document.activeElement));
    for (const axis of axes) axis.show(next);
    if (at >= 0) /** @type {HTMLElement | undefined} */ (node.querySelectorAll("select, input")[at])?.focus();
  }
  return { node, show };
}
