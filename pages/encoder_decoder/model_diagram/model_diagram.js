// The paper's figure, live: two stacks of blocks that are buttons, the shapes on the arrows between
// them, the residual connections at their side and the encoder's output going to cross-attention.

import { element } from "../../../ui/picture/element.js";

function blockOf(block, selected, choose) {
  const button = element("button", `block ${block.kind}`);
  button.dataset.id = block.id;
  button.setAttribute("aria-pressed", String(block.id === selected));
  const words = element("span", "words");
  words.append(element("span", "title", block.title));
  if (block.note) words.append(element("span", "note", block.note));
  button.append(words);
  if (block.mask) button.append(element("span", "mask", block.mask));
  button.onclick = () => choose(block.id);
  return button;
}

function arrowOf(text) {
  const arrow = element("div", "arrow");
  arrow.append(element("span", "head", "↑"), element("span", "", text));
  return arrow;
}

/** A stack grows upwards, as in the paper; in the document it stands in the order of the data. */
function stackOf(parts, selected, choose) {
  return parts.flatMap((part) => {
    const arrow = part.shape ? [arrowOf(part.shape)] : [];
    if (!part.parts) return [blockOf(part, selected, choose), ...arrow];
    const group = element("div", `group ${part.kind}`);
    if (part.title) group.append(element("div", "heading", part.title));
    const stack = element("div", "stack");
    stack.append(...stackOf(part.parts, selected, choose));
    group.append(stack);
    return [group, ...arrow];
  });
}

function columnOf(column, selected, choose) {
  const box = element("div", "column");
  const stack = element("div", "stack");
  stack.append(...stackOf(column.parts, selected, choose));
  box.append(element("div", "name", column.title), stack);
  return box;
}

/** The encoder's output, from the top of its stack to every cross-attention that is drawn. */
function drawWires(diagram) {
  const wires = diagram.querySelector(".wires");
  const frame = diagram.getBoundingClientRect();
  const from = diagram.querySelector('[data-id="encoder.output"]')?.getBoundingClientRect();
  wires.replaceChildren();
  if (!from) return;
  for (const target of diagram.querySelectorAll('[data-id$="cross_attention"]')) {
    const to = target.getBoundingClientRect();
    if (to.left <= from.right) continue;
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    const x1 = from.right - frame.left, y1 = from.top + from.height / 2 - frame.top;
    const x2 = to.left - frame.left - 7, y2 = to.top + to.height / 2 - frame.top;
    const bend = x1 + 10;
    path.setAttribute("d", `M${x1} ${y1} H${bend} V${y2} H${x2} m-6 -4 l6 4 l-6 4`);
    wires.append(path);
  }
}

const observers = new WeakMap();

export default function modelDiagram({ data, parentElement, setStateValue }) {
  const diagram = parentElement.querySelector(".diagram");
  // With a number, so that the same block chosen again is news too.
  const choose = (id) => setStateValue("block", { id, number: Date.now() });
  const focused = parentElement.activeElement?.dataset?.id;
  const wires = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  wires.setAttribute("class", "wires");
  wires.setAttribute("aria-hidden", "true");
  const columns = data.columns.map((column) => columnOf(column, data.selected, choose));
  diagram.replaceChildren(wires, ...columns);
  if (focused) diagram.querySelector(`[data-id="${focused}"]`)?.focus({ preventScroll: true });
  drawWires(diagram);
  if (!observers.has(diagram)) {
    const observer = new ResizeObserver(() => drawWires(diagram));
    observer.observe(diagram);
    observers.set(diagram, observer);
  }
  diagram.dataset.drawn = performance.now();
  return () => observers.get(diagram)?.disconnect();
}
