// A note on something that is still being computed; requests it again until it is there.

import { want } from "../../ui/store/store.js";
import { element } from "../../ui/picture/element.js";
import { sharedOf } from "./shared.js";

const AGAIN_MS = 300;

export function soonPart({ store }) {
  const shared = sharedOf(store), node = element("p", "note-line quiet soon");
  let timer = 0;
  return {
    node, close: () => clearTimeout(timer),
    show({ text }) {
      node.textContent = text;
      clearTimeout(timer);
      timer = setTimeout(() => shared.part && want(store, shared.part.provisional), AGAIN_MS);
    },
  };
}
