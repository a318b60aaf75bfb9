// A figure as a page of its size, which the browser prints as PDF: lines stay lines, and text stays text.

import { escaped } from "./svg_attributes.js";

const FRAME = "share-print";

/**
 * Returns the document to print. Its one page has the size of the figure; on other paper it fits the sheet.
 * @param {{svg: string}} figure @param {string} name
 */
export function documentOf({ svg }, name) {
  const [, width, height] = /<svg[^>]*? width="([^"]*)" height="([^"]*)"/.exec(svg) ?? [], length = (/** @type {string} */ text) => (/\d$/.test(text) ? `${text}px` : text);
  return `<!doctype html><html><head><meta charset="utf-8"><title>${escaped(name)}</title><style>
@page { size: ${length(width)} ${length(height)}; margin: 0; }
html, body { margin: 0; }
body > svg { position: fixed; inset: 0; width: 100%; height: 100%; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
</style></head><body>${svg}</body></html>`;
}

/** Returns an invisible frame with a document in it. @param {string} text */
function frameOf(text) {
  const frame = document.createElement("iframe");
  Object.assign(frame, { className: FRAME, srcdoc: text, tabIndex: -1 });
  frame.setAttribute("aria-hidden", "true");
  frame.style.cssText = "position: fixed; left: -1px; top: -1px; width: 1px; height: 1px; border: 0; opacity: 0";
  return frame;
}

/**
 * Opens the browser's print dialog for a figure. Browsers name the file after the title of the frame, or of the page.
 * @param {Share.Figure} figure @param {string} name
 */
export async function printFigure(figure, name) {
  document.querySelector(`.${FRAME}`)?.remove();
  const frame = frameOf(documentOf(figure, name)), before = document.title;
  const loaded = new Promise((done) => { frame.onload = done; });
  document.body.append(frame);
  await loaded;
  frame.contentWindow?.addEventListener("afterprint", () => {
    document.title = before;
    frame.remove();
  });
  document.title = name;
  frame.contentWindow?.print();
}
