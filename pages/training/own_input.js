// A field for the user's own input, and the button that decodes it.

import { element } from "../../ui/picture/element.js";
import { set, sharedOf } from "./shared.js";

/** On submit, the text goes into a field of the setting. @param {{store: Page.Store}} context */
export function ownInputPart({ store }) {
  const shared = sharedOf(store), node = element("form", "own-input");
  const label = element("label"), field = element("input"), button = element("button", "chip");
  /** @type {Training.OwnInputPart | null} */
  let part = null;
  field.id = "own-input";
  Object.assign(field, { type: "text", autocomplete: "off", spellcheck: false });
  label.htmlFor = field.id;
  button.type = "submit";
  node.append(label, field, button);
  node.onsubmit = (event) => {
    event.preventDefault();
    if (part) set(shared, { [part.field]: field.value });
  };
  return { node, show(/** @type {Training.OwnInputPart} */ next) {
    const isOther = part?.value !== next.value;
    part = next;
    label.textContent = next.label;
    button.textContent = next.button;
    field.placeholder = next.example;
    field.maxLength = next.longest;
    if (isOther) field.value = next.value;
  } };
}
