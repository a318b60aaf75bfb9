// The file formats that a picture can be saved in.

import { figureOf } from "./figure.js";
import { htmlOf, LARGE, roundedText } from "./html_file.js";
import { printFigure } from "./print.js";
import { pngOf } from "./raster.js";
import { saveFile } from "./save.js";

/**
 * Saves a picture; returns a message to show, if it is more than that the file was saved.
 * @typedef {(picture: Share.Picture, options: Share.Options, name: string, shared: Page.Shared) => Promise<string | void>} SaveFile
 */

/**
 * Returns the message about a saved page: that its numbers are rounded, and its size if it is large anyway.
 * @param {number} bytes @param {number} digits @param {Share.Texts} words
 */
export function savedText(bytes, digits, words) {
  const saved = bytes < LARGE ? words.saved : words.saved_large.replace("{size}", (bytes / 1e6).toFixed(1));
  return [saved, roundedText(digits, words)].filter(Boolean).join(" ");
}

/** @param {Share.Picture} picture @param {Share.Options} options @param {string} name @param {number} scale */
async function savePng(picture, options, name, scale) {
  const figure = await figureOf(picture, options);
  saveFile(`${name}${scale > 1 ? `@${scale}x` : ""}.png`, await pngOf(figure, scale));
}

/** @type {SaveFile} */
async function saveSvg(picture, options, name) {
  saveFile(`${name}.svg`, (await figureOf(picture, options)).svg, "image/svg+xml");
}

/** @type {SaveFile} */
async function saveHtml(picture, options, name, { strings, language }) {
  const { text, digits } = await htmlOf(picture, { ...options, strings, language }), page = new Blob([text], { type: "text/html" });
  saveFile(`${name}.html`, page);
  return savedText(page.size, digits, options.words);
}

/** The browser's print dialog makes the file, and reports that itself. @type {SaveFile} */
async function printPdf(picture, options, name) {
  await printFigure(await figureOf(picture, options), name);
  return "";
}

/**
 * The label of each button, what it does with a picture, and the name of its help text.
 * @type {{label: string, save: SaveFile, help?: string}[]}
 */
export const FILES = [
  ...[1, 2, 4].map((scale) => ({ label: `PNG ${scale}×`, save: /** @type {SaveFile} */ ((picture, options, name) => savePng(picture, options, name, scale)) })),
  { label: "SVG", save: saveSvg },
  { label: "PDF", save: printPdf, help: "pdf_help" },
  { label: "HTML", save: saveHtml, help: "page_help" },
];
