/** The program that gives a page's numbers: by torch alone or by the core, to copy and to keep. */

import { element } from "../picture/element.js";

const COPIED_MS = 1500;

/** Hands the person a file. */
function keep(name, type, text) {
  const link = Object.assign(document.createElement("a"), {
    href: URL.createObjectURL(new Blob([text], { type })), download: name,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** What an address is spelled with where nothing in it can end a Markdown link or begin anything else. */
const UNUSUAL = /[^\w\-.~:/?&=%,;+[\]]/g;

/** The address of a page as a Markdown link, without its fragment, which says nothing of what is on the page. */
function markdownOf(link) {
  const { origin, pathname, search } = new URL(link);
  const plain = `${origin}${pathname}${search}`.replace(UNUSUAL, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
  return `<${plain}>`;
}

/**
 * A notebook with the page's address in its heading, in place of the sign that stands for it. Only there: a person's own
 * sentence may hold the same sign, and stands in code, where an address that somebody else has made would run.
 */
export function withLink(notebook, link) {
  const made = JSON.parse(notebook), [heading] = made.cells;
  heading.source = heading.source.replace("{link}", () => markdownOf(link));
  return JSON.stringify(made);
}

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
    // What is wider than its box is moved by keys too.
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  });
  for (const one of [box, text]) observer.observe(one);
  let part, at = 0;

  function choose(place) {
    at = place;
    text.textContent = part.listings[at].text;
    [...tabs.children].forEach((tab, index) => {
      tab.setAttribute("aria-selected", String(index === at));
      tab.tabIndex = index === at ? 0 : -1;
    });
  }

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
    tabs.children[at].focus();
    event.preventDefault();
  };

  return { node, close: () => observer.disconnect(), show(shown) {
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
