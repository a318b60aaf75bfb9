// A program to read and copy, with its verdict above.

import { element } from "../picture/element.js";

/**
 * A program's text, in pieces between which a narrow column may begin a new line: a long name then breaks after an
 * underscore, a bracket or a dot, not in the middle of a word.
 * @param {string} text
 */
export function codeNodes(text) {
  return text.split(/(?<=[_([.])(?=\w)/).flatMap((piece, at) => (at ? [element("wbr"), piece] : [piece]));
}

/** @param {{store: Page.Store}} context */
export function code({ store }) {
  const node = element("div", "code"), text = element("code"), box = element("pre"), title = element("p");
  const copy = element("button", "chip small copy");
  copy.type = "button";
  box.append(text);
  node.append(title, copy, box);
  // Content wider than its box can also be scrolled with keys.
  const observer = new ResizeObserver(() => {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  });
  for (const one of [box, text]) observer.observe(one);
  return { node, close: () => observer.disconnect(), show(/** @type {Page.CodePart} */ part) {
    const { strings } = store.shared;
    text.replaceChildren(...codeNodes(part.text));
    title.className = `note-line ${part.tone}`;
    title.textContent = part.title;
    title.hidden = !part.title;
    copy.hidden = !part.text.includes("\n");
    copy.textContent = strings.copy;
    copy.onclick = async () => {
      await navigator.clipboard.writeText(part.text);
      copy.textContent = strings.copied;
      setTimeout(() => { copy.textContent = strings.copy; }, 1500);
    };
  } };
}
