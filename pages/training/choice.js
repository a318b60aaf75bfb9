// A choice of one view, as a row of small tabs inside the picture.

import { element } from "../../ui/picture/element.js";

/** `chosen` gets the name of the option that was clicked. @param {(name: string | number) => void} chosen */
export function createChoice(chosen) {
  const node = element("div", "choice tabs");
  let shown = "";
  node.setAttribute("role", "group");
  return { node, show(/** @type {Training.Option[]} */ options, /** @type {string | number} */ on, title = "") {
    const text = JSON.stringify([title, options]);
    if (text !== shown) {
      node.replaceChildren(...(title && options.length ? [element("span", "title", title)] : []), ...options.map(([name, label]) => {
        const button = element("button", "chip small", label);
        button.type = "button";
        button.dataset.option = String(name);
        button.onclick = () => chosen(name);
        return button;
      }));
    }
    shown = text;
    node.hidden = options.length < 2;
    for (const button of node.querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.dataset.option === String(on)));
  } };
}
