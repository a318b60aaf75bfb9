// A saved page with the model's map.

import { mapPart } from "../picture/model_map/model_map.js";
import { withDuplicates } from "./deduplicate.js";
import { showPart, showPicture } from "./standalone.js";

/** @param {Uint8Array} bytes */
export const show = (bytes) => showPicture(bytes, {
  map: (place, data) => showPart(mapPart, place, { ...data, part: withDuplicates(data.part) }),
});
