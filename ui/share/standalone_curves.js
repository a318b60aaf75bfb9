// A saved page with curves.

import { showPicture } from "./standalone.js";
import { showCurves } from "./still_curves.js";

/** @param {Uint8Array} bytes */
export const show = (bytes) => showPicture(bytes, { curves: showCurves });
