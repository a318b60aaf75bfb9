// A saved page with curves.

import { showPicture } from "./standalone.js";
import { showCurves } from "./still_curves.js";

export const show = (bytes) => showPicture(bytes, { curves: showCurves });
