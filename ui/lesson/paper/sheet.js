// The worksheet of a lesson, or its key: asked for, its pictures drawn one after the other, then shown.

import { fetchSheet } from "../requests.js";
import { drawnPictures } from "./pictures.js";
import { openView } from "./print_view.js";
import { sheetDocument } from "./sheet_document.js";

/** @param {{sent: Lessons.Sent, words: Lessons.Words, asked: {lesson?: string, source?: string}, isKey: boolean}} options */
export async function printSheet({ sent, words, asked, isKey }) {
  const view = openView(words[isKey ? "key" : "worksheet"], { print: words.print, close: words.close });
  view.say(words.drawing);
  const sheet = await fetchSheet(sent, asked);
  if (!sheet) return view.say(words.no_answer);
  /** @type {string[][]} */
  const pictures = [];
  for (const { picture } of sheet.steps) {
    if (!view.isOpen()) return;
    pictures.push(picture ? await drawnPictures(sent, picture, !isKey) : []);
  }
  view.show(sheetDocument(sheet, pictures, { words, isKey, language: sent.language }).html);
}
