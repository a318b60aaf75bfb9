// The encoding of an answer: a little-endian length, a JSON header of that length, then raw bytes.

/** Returns the header and the bytes after it. @param {ArrayBuffer | Uint8Array} data */
export function decodeFrame(data) {
  const bytes = data instanceof ArrayBuffer ? new Uint8Array(data) : data;
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + size)));
  return { header, rest: bytes.subarray(4 + size) };
}

/** @param {Uint8Array} rest @param {Page.Numbers | null} place */
function numbers(rest, place) {
  if (!place) return null;
  const bytes = rest.slice(place.offset, place.offset + place.bytes).buffer;
  return place.type === "float32" ? new Float32Array(bytes) : new Uint8Array(bytes);
}

/** @param {Float32Array | Uint8Array} values */
function largest(values) {
  let most = 0;
  for (const value of values) {
    const size = Math.abs(value);
    if (size > most && size < Infinity) most = size;
  }
  return most || 1;
}

/**
 * Returns a matrix with its numbers filled in.
 * @param {Page.SentItem} item @param {Uint8Array} rest @returns {Matrices.Item}
 */
export function withNumbers(item, rest) {
  if (!item.shape) return item;
  const [rowCount, colCount] = item.shape.slice(-2);
  // The numbers of a mask are bytes, and are read in the same way.
  const values = /** @type {Float32Array} */ (numbers(rest, item.values) ?? new Float32Array());
  const [hidden, marks] = [item.hidden, item.marks].map((place) => /** @type {Uint8Array | null} */ (numbers(rest, place)));
  return {
    ...item, values, hidden, marks, rowCount, colCount,
    tiles: item.kind === "tiles" ? item.shape[0] : 1, limit: item.limit ?? largest(values),
  };
}

/** Returns the parts of one area. @param {Uint8Array} bytes */
function partsOf(bytes) {
  const { header, rest } = decodeFrame(bytes);
  /** @type {(part: Page.SentPart) => Page.Part} */
  const complete = (part) => {
    if (part.columns && part.kind === "columns") return { ...part, columns: part.columns.map((column) => column.map(complete)) };
    const made = part.numbers ? { ...part, numbers: numbers(rest, part.numbers) } : part;
    return part.items ? { ...made, items: part.items.map((item) => withNumbers(item, rest)) } : made;
  };
  return /** @type {Page.SentPart[]} */ (header.parts).map(complete);
}

/** Decodes a whole answer: its header, with the parts of each area that it includes. @param {ArrayBuffer | Uint8Array} data */
export function decodeAnswer(data) {
  return answerIn(decodeFrame(data));
}

/** Does the same for data that is already decoded. @param {ReturnType<typeof decodeFrame>} frame */
export function answerIn({ header, rest }) {
  /** @type {Record<string, Page.Part[]>} */
  const areas = {};
  let at = 0;
  for (const [name, size] of Object.entries(/** @type {Record<string, number>} */ (header.areas))) {
    areas[name] = partsOf(rest.subarray(at, at + size));
    at += size;
  }
  return { ...header, areas };
}
