// Names to be put in order, the largest first: by dragging, or with the arrow keys.

import { element } from "../element.js";
import { moved } from "./answers.js";

/** @type {Record<string, number>} */
const MOVES = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/**
 * @param {string[]} names @param {() => number[]} order which name is at each place @param {(order: number[]) => void} changed
 * @param {Matrices.Strings} strings
 */
export function orderList(names, order, changed, strings) {
  const node = element("ol", "order-list"), entries = names.map((name) => entryOf(name));
  let isDragging = false;
  entries.forEach((entry, which) => {
    entry.handle.onkeydown = (event) => {
      const by = MOVES[event.key] ?? (event.key === "Home" ? -names.length : event.key === "End" ? names.length : 0);
      if (!by) return;
      event.preventDefault();
      move(which, order().indexOf(which) + by);
      entry.handle.focus();
    };
    entry.handle.onpointerdown = (event) => drag(event, which);
  });

  /** @param {number} which @param {number} to */
  function move(which, to) {
    const now = order(), next = moved(now, now.indexOf(which), to);
    if (next.join() !== now.join()) changed(next);
  }

  /** @param {PointerEvent} event @param {number} which */
  function drag(event, which) {
    if (event.button > 0) return;
    const { handle } = entries[which];
    handle.setPointerCapture(event.pointerId);
    handle.classList.add("dragged");
    isDragging = true;
    handle.onpointermove = (point) => move(which, placeUnder(point, which));
    handle.onpointerup = handle.onpointercancel = () => {
      handle.onpointermove = handle.onpointerup = handle.onpointercancel = null;
      handle.classList.remove("dragged");
      isDragging = false;
      refresh();
      handle.focus();
    };
  }

  /** The place of the entry under a pointer; its own place between two. @param {PointerEvent} point @param {number} which */
  function placeUnder({ clientX, clientY }, which) {
    const at = order().findIndex((one) => {
      const box = entries[one].item.getBoundingClientRect();
      return clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
    });
    return at < 0 ? order().indexOf(which) : at;
  }

  function refresh() {
    order().forEach((which, place) => {
      const { item, handle, number } = entries[which];
      number.textContent = String(place + 1);
      handle.setAttribute("aria-label", `${place + 1} ${names[which]}, ${strings.predict_place.replace("{place}", String(place + 1)).replace("{count}", String(names.length))}`);
      // An element that is moved in the page loses the pointer that drags it.
      item.style.order = isDragging ? String(place) : "";
      if (!isDragging && node.children[place] !== item) node.insertBefore(item, node.children[place] ?? null);
    });
  }

  node.append(...entries.map(({ item }) => item));
  refresh();
  return { node, refresh };
}

/** @param {string} name */
function entryOf(name) {
  const item = element("li"), handle = element("button", "chip small"), number = element("span", "place");
  handle.type = "button";
  handle.append(number, " ", element("span", "", name));
  item.append(handle);
  return { item, handle, number };
}
