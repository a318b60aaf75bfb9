// Elements as a page has them, as far as our pictures of elements build on them, to be read back: their texts in
// order, their classes, their styles.

class Node {
  constructor(tag) {
    Object.assign(this, { tag, className: "", children: [], attributes: {}, dataset: {}, style: styleOf(), parent: null });
  }

  get classList() {
    const names = () => this.className.split(" ").filter(Boolean), set = (all) => { this.className = all.join(" "); };
    return { contains: (name) => names().includes(name), toggle: (name, isOn) => set(isOn ? [...names(), name] : names().filter((one) => one !== name)) };
  }

  get firstChild() { return this.children[0] ?? null; }
  get lastChild() { return this.children.at(-1) ?? null; }
  get textContent() { return this.children.map((one) => one.textContent).join(""); }
  set textContent(text) { this.children = text === "" ? [] : [{ textContent: String(text) }]; }

  append(...nodes) {
    this.children.push(...nodes.map((one) => (typeof one === "string" ? { textContent: one } : Object.assign(one, { parent: this }))));
  }

  replaceChildren(...nodes) {
    this.children = [];
    this.append(...nodes);
  }

  get lastElementChild() { return this.children.findLast((one) => one instanceof Node) ?? null; }
  remove() { this.parent.children = this.parent.children.filter((one) => one !== this); }
  setAttribute(name, value) { this.attributes[name] = String(value); }
  matches() { return false; }
  addEventListener() {}

  /** All elements within that have a class, in order. */
  all(name) {
    return this.children.flatMap((one) => (one instanceof Node ? [...(one.classList.contains(name) ? [one] : []), ...one.all(name)] : []));
  }
}

function styleOf() {
  return { setProperty(name, value) { this[name] = value; } };
}

const { createElement } = globalThis.document;
Object.assign(globalThis.document, { createElement: (tag) => (tag === "canvas" ? Object.assign(createElement(), { style: styleOf() }) : new Node(tag)), getElementById: () => ({}) });

/** A store of a page that nobody changes. */
export const STILL = { ask() {}, state: { setting: {}, selection: {} } };

/** A kind of picture, as its module registers it. */
export function kindOf(register, name, store = STILL) {
  const kinds = {};
  register((kind, make) => { kinds[kind] = make; });
  return kinds[name]({ store });
}

export function newBox() {
  return new Node("div");
}
