// The files that a picture can be saved as.

import { figureOf } from "./figure.js";
import { htmlOf } from "./html_file.js";
import { printFigure } from "./print.js";
import { pngOf } from "./raster.js";
import { saveFile } from "./save.js";

async function savePng(picture, options, name, scale) {
  const figure = await figureOf(picture, options);
  saveFile(`${name}${scale > 1 ? `@${scale}x` : ""}.png`, await pngOf(figure, scale));
}

async function saveSvg(picture, options, name) {
  saveFile(`${name}.svg`, (await figureOf(picture, options)).svg, "image/svg+xml");
}

async function saveHtml(picture, options, name, { strings, language }) {
  saveFile(`${name}.html`, await htmlOf(picture, { ...options, strings, language }), "text/html");
}

/** The browser's print dialog makes the file, and says so itself. */
async function printPdf(picture, options, name) {
  await printFigure(await figureOf(picture, options), name);
}

/**
 * What each button says, what it does with a picture, and which word helps with it.
 * @type {{label: string, save: (picture: any, options: any, name: string, shared: any) => Promise<void>, help?: string, isSilent?: boolean}[]}
 */
export const FILES = [
  ...[1, 2, 4].map((scale) => ({ label: `PNG ${scale}×`, save: (picture, options, name) => savePng(picture, options, name, scale) })),
  { label: "SVG", save: saveSvg },
  { label: "PDF", save: printPdf, help: "pdf_help", isSilent: true },
  { label: "HTML", save: saveHtml, help: "page_help" },
];
