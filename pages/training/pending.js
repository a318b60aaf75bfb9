// A note on something that is still being computed; requests it again until it is there.

import { want } from "../../ui/store/store.js";
import { element } from "../../ui/picture/element.js";
import { sharedOf } from "./shared.js";

const AGAIN_MS = 300;

/** @param {{store: Page.Store}} context */
export function pendingPart({ store }) {
  const shared = sharedOf(store), node = element("p", "note-line quiet pending");
  let timer = 0;
  return {
    node, close: () => clearTimeout(timer),
    show(/** @type {{text: string}} */ { text }) {
      node.textContent = text;
      clearTimeout(timer);
      timer = setTimeout(() => want(store, shared.part?.provisional ?? []), AGAIN_MS);
    },
  };
}
