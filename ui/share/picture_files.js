// The file formats that a picture can be saved in.

import { figureOf } from "./figure.js";
import { htmlOf, LARGE, roundedText } from "./html_file.js";
import { printFigure } from "./print.js";
import { pngOf } from "./raster.js";
import { saveFile } from "./save.js";

/** Returns the message about a saved page: that its numbers are rounded, and its size if it is large anyway. */
export function savedText(bytes, digits, words) {
  const saved = bytes < LARGE ? words.saved : words.saved_large.replace("{size}", (bytes / 1e6).toFixed(1));
  return [saved, roundedText(digits, words)].filter(Boolean).join(" ");
}

async function savePng(picture, options, name, scale) {
  const figure = await figureOf(picture, options);
  saveFile(`${name}${scale > 1 ? `@${scale}x` : ""}.png`, await pngOf(figure, scale));
}

async function saveSvg(picture, options, name) {
  saveFile(`${name}.svg`, (await figureOf(picture, options)).svg, "image/svg+xml");
}

async function saveHtml(picture, options, name, { strings, language }) {
  const { text, digits } = await htmlOf(picture, { ...options, strings, language }), page = new Blob([text], { type: "text/html" });
  saveFile(`${name}.html`, page);
  return savedText(page.size, digits, options.words);
}

/** The browser's print dialog makes the file, and reports that itself. */
async function printPdf(picture, options, name) {
  await printFigure(await figureOf(picture, options), name);
  return "";
}

/**
 * The label of each button, what it does with a picture, and the name of its help text. The return value of `save` is
 * shown if it is more than that the file was saved.
 * @type {{label: string, save: (picture: any, options: any, name: string, shared: any) => Promise<string | void>, help?: string}[]}
 */
export const FILES = [
  ...[1, 2, 4].map((scale) => ({ label: `PNG ${scale}×`, save: (picture, options, name) => savePng(picture, options, name, scale) })),
  { label: "SVG", save: saveSvg },
  { label: "PDF", save: printPdf, help: "pdf_help" },
  { label: "HTML", save: saveHtml, help: "page_help" },
];
