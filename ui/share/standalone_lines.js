// A saved page with words and the lines between them.

import { linesPart } from "../picture/word_lines/word_lines.js";
import { showPart, showPicture } from "./standalone.js";

/** @param {Uint8Array} bytes */
export const show = (bytes) => showPicture(bytes, { lines: (place, data) => showPart(linesPart, place, data) });
