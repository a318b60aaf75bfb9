/** The program that reproduces a page's numbers, in torch only or with the core, to copy and save. */

import { element } from "../picture/element.js";

const COPIED_MS = 1500;

/** Downloads a file. @param {string} name @param {string} type @param {string} text */
function keep(name, type, text) {
  const link = Object.assign(document.createElement("a"), {
    href: URL.createObjectURL(new Blob([text], { type })), download: name,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Characters to escape in a URL, as they could end a Markdown link or begin something else. */
const UNUSUAL = /[^\w\-.~:/?&=%,;+[\]]/g;

/** The URL of a page as a Markdown link, without the fragment, which is not part of what the page shows. @param {string} link */
function markdownOf(link) {
  const { origin, pathname, search } = new URL(link);
  const plain = `${origin}${pathname}${search}`.replace(UNUSUAL, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
  return `<${plain}>`;
}

/**
 * Puts the page's URL in place of the placeholder in a notebook's heading. Only there: the user's own sentence may
 * contain the same placeholder and is part of the code, where a URL crafted by someone else would be executed.
 * @param {string} notebook @param {string} link
 */
export function withLink(notebook, link) {
  const made = JSON.parse(notebook), [heading] = made.cells;
  heading.source = heading.source.replace("{link}", () => markdownOf(link));
  return JSON.stringify(made);
}

/** @param {{store: Page.Store}} context */
export function program({ store }) {
  const node = element("div", "program"), bar = element("div", "bar"), tabs = element("div", "tabs");
  const box = element("pre"), text = element("code");
  const [copy, script, notebook] = ["copy", "script", "notebook"].map((name) => {
    const button = element("button", `chip small ${name}`);
    button.type = "button";
    return button;
  });
  tabs.setAttribute("role", "tablist");
  box.append(text);
  bar.append(tabs, copy, script, notebook);
  node.append(bar, box);
  const observer = new ResizeObserver(() => {
    // Content wider than its box can also be scrolled with keys.
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  });
  for (const one of [box, text]) observer.observe(one);
  /** @type {Page.ProgramPart} */
  let part;
  let at = 0;

  /** @param {number} place */
  function choose(place) {
    at = place;
    text.textContent = part.listings[at].text;
    /** @type {HTMLElement[]} */ ([...tabs.children]).forEach((tab, index) => {
      tab.setAttribute("aria-selected", String(index === at));
      tab.tabIndex = index === at ? 0 : -1;
    });
  }

  /** @param {{label: string}} listing @param {number} place */
  function tab({ label }, place) {
    const button = element("button", "tab", label);
    button.type = "button";
    button.setAttribute("role", "tab");
    button.onclick = () => choose(place);
    return button;
  }

  tabs.onkeydown = (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    choose((at + step + part.listings.length) % part.listings.length);
    /** @type {HTMLElement} */ (tabs.children[at]).focus();
    event.preventDefault();
  };

  return { node, close: () => observer.disconnect(), show(/** @type {Page.ProgramPart} */ shown) {
    part = shown;
    const { strings } = store.shared;
    tabs.replaceChildren(...part.listings.map(tab));
    choose(Math.min(at, part.listings.length - 1));
    copy.textContent = strings.copy;
    [script.textContent, notebook.textContent] = [".py", ".ipynb"];
    script.setAttribute("aria-label", strings.as_script);
    notebook.setAttribute("aria-label", strings.as_notebook);
    copy.onclick = async () => {
      await navigator.clipboard.writeText(part.listings[at].text);
      copy.textContent = strings.copied;
      setTimeout(() => { copy.textContent = strings.copy; }, COPIED_MS);
    };
    script.onclick = () => keep(`${part.name}.py`, "text/x-python", `${part.listings[at].text}\n`);
    notebook.onclick = () => keep(
      `${part.name}.ipynb`, "application/x-ipynb+json", withLink(part.listings[at].notebook, location.href),
    );
  } };
}
