// The paper's figure, live: two stacks of blocks that are buttons, the residual connections at their
// side and the encoder's output going to every cross-attention.

import { element } from "../../../ui/picture/element.js";
import { ask } from "../../../ui/answer/store.js";

const SVG = "http://www.w3.org/2000/svg";

function blockOf(block) {
  const button = element("button", `block ${block.kind}`);
  button.type = "button";
  button.dataset.id = block.id;
  button.title = [block.title, block.note, block.shape, block.mask].filter(Boolean).join("\n");
  button.setAttribute("aria-label", [block.title, block.note, block.mask].filter(Boolean).join(", "));
  button.append(element("span", "title", block.title));
  return button;
}

function arrowOf(text) {
  return element("div", text ? "arrow told" : "arrow", text ? `↑ ${text}` : "");
}

/** The shape on the arrow that leaves a part, where it is another one than on the arrow before. */
function shapesThatChange(parts) {
  let last = "";
  return parts.map(({ shape }) => {
    const told = shape && shape !== last ? shape : "";
    last = shape || last;
    return told;
  });
}

/** A stack grows upwards, as in the paper; in the document it stands in the order of the data. */
function stackOf(parts, isWhole) {
  const told = isWhole ? shapesThatChange(parts) : [];
  return parts.flatMap((part, place) => {
    const arrow = isWhole || place < parts.length - 1 ? [arrowOf(told[place])] : [];
    if (!part.parts) return [blockOf(part), ...arrow];
    const group = element("div", `group ${part.kind}`);
    if (part.title) group.append(element("div", "heading", part.title));
    const stack = element("div", "stack");
    stack.append(...stackOf(part.parts, false));
    group.append(stack);
    return [group, ...arrow];
  });
}

function columnOf({ title, parts }) {
  const box = element("div", "column"), stack = element("div", "stack");
  stack.append(...stackOf(parts, true));
  box.append(element("div", "name", title), stack);
  return box;
}

/** The decoder's blocks into which the encoder's output goes: a closed layer has its own inside. */
function crossings(node) {
  return node.querySelectorAll('[data-id$="cross_attention"], .layer[data-id^="decoder.layers"]');
}

/** The encoder's output, from the top of its stack along a bus between the stacks. */
function drawWires(node, wires) {
  const frame = node.getBoundingClientRect();
  const from = node.querySelector('[data-id="encoder.output"]')?.getBoundingClientRect();
  wires.replaceChildren();
  if (!from?.width) return;
  const x1 = from.right - frame.left, y1 = from.top + from.height / 2 - frame.top, bus = x1 + 8;
  for (const target of crossings(node)) {
    const to = target.getBoundingClientRect(), path = document.createElementNS(SVG, "path");
    const x2 = to.left - frame.left - 2, y2 = to.top + to.height / 2 - frame.top;
    path.setAttribute("class", target.classList.contains("layer") ? "faint" : "");
    path.setAttribute("d", `M${x1} ${y1} H${bus} V${y2} H${x2} m-5 -3.5 l5 3.5 l-5 3.5`);
    wires.append(path);
  }
}

function press(store, block) {
  const { setting } = store.state;
  ask(store, { to: { setting: { ...setting, block }, place: { pin: "", trail: "" } } });
}

function mark(node, selected) {
  for (const block of node.querySelectorAll(".block")) {
    block.setAttribute("aria-pressed", String(block.dataset.id === selected));
  }
}

function diagram({ store }) {
  const node = element("div", "diagram"), wires = document.createElementNS(SVG, "svg");
  node.dataset.workbench = "map";
  wires.setAttribute("class", "wires");
  wires.setAttribute("aria-hidden", "true");
  node.setAttribute("role", "group");
  node.onclick = ({ target }) => {
    const block = target.closest(".block");
    if (block) press(store, block.dataset.opens || block.dataset.id);
  };
  const observer = new ResizeObserver(() => drawWires(node, wires));
  observer.observe(node);
  let shown = "";

  function build(part) {
    const active = /** @type {HTMLElement} */ (document.activeElement);
    const focused = node.contains(active) ? active.dataset.id : "";
    node.replaceChildren(...part.columns.map(columnOf), wires);
    for (const block of blocksOf(part.columns)) {
      if (block.opens) node.querySelector(`[data-id="${block.id}"]`).dataset.opens = block.opens;
    }
    if (!focused) return;
    const again = node.querySelector(`[data-id="${focused}"]`) ?? node.querySelector(`[data-id="${part.selected}"]`);
    again?.focus({ preventScroll: true });
  }

  return {
    node,
    show(part) {
      node.setAttribute("aria-label", part.name);
      const text = JSON.stringify(part.columns);
      if (text !== shown) build(part);
      shown = text;
      mark(node, part.selected);
      drawWires(node, wires);
      node.dataset.drawn = performance.now();
    },
    close: () => observer.disconnect(),
  };
}

function blocksOf(parts) {
  return parts.flatMap((part) => (part.parts ? blocksOf(part.parts) : [part]));
}

export default function register(addKind) {
  addKind("diagram", diagram);
}
