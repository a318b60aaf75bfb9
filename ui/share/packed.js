// Packs values with many numbers into few bytes, and bytes into text, for self-contained files.

import { decodeFrame } from "../store/bytes.js";

/** @typedef {Float32Array | Uint8Array | Int8Array | Int16Array | Int32Array} Numbers */
/** @typedef {Float32ArrayConstructor | Uint8ArrayConstructor | Int8ArrayConstructor | Int16ArrayConstructor | Int32ArrayConstructor} Kind */

/** @type {Record<string, Kind>} */
const KINDS = { $f32: Float32Array, $u8: Uint8Array };
/** The power of ten of a rounded number that has none: infinite, or NaN. */
const ENDLESS = 127;
/** Numbers are not stored more finely than this power of ten, except for their first digit. */
const FINEST = -6;
/** This many digits fit into 16 bits. */
const INT16_DIGITS = 4;

/** Returns bytes as base64. @param {Uint8Array} bytes */
export function base64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

/**
 * Puts the first bytes of all numbers first, then the second bytes, and so on: similar bytes are together and compress
 * better.
 * @param {Uint8Array} bytes @param {number} size of a number
 */
function inPlanes(bytes, size, isBack = false) {
  const made = new Uint8Array(bytes.length), count = bytes.length / size;
  for (let number = 0; number < count; number++) {
    for (let plane = 0; plane < size; plane++) {
      const [apart, together] = [number * size + plane, plane * count + number];
      if (isBack) made[apart] = bytes[together];
      else made[together] = bytes[apart];
    }
  }
  return made;
}

/**
 * Rounds numbers to this many significant digits: returns whole numbers, and the powers of ten to multiply them by.
 * @param {Float32Array} values @param {number} digits
 */
export function rounded(values, digits) {
  const Whole = digits <= INT16_DIGITS ? Int16Array : Int32Array, whole = new Whole(values.length), powers = new Int8Array(values.length);
  values.forEach((value, at) => {
    if (!Number.isFinite(value)) [whole[at], powers[at]] = [Math.sign(value) || 0, ENDLESS];
    if (!value || powers[at] === ENDLESS) return;
    const first = Math.floor(Math.log10(Math.abs(value))), power = Math.min(first, Math.max(first - digits + 1, FINEST));
    [whole[at], powers[at]] = [Math.round(value * 10 ** -power), power];
  });
  return { whole, powers };
}

/** Restores the numbers from `rounded`. @param {{whole: ArrayLike<number>, powers: ArrayLike<number>}} numbers */
export function unrounded({ whole, powers }) {
  return Float32Array.from(whole, (one, at) => (
    powers[at] === ENDLESS ? (one ? one * Infinity : NaN) : powers[at] < 0 ? one / 10 ** -powers[at] : one * 10 ** powers[at]
  ));
}

/** @param {Numbers} array */
const bytesOf = (array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

/**
 * Returns a length, JSON of that length, then the numbers of its typed arrays, with floats rounded to this many
 * digits.
 * @param {unknown} value @returns {Uint8Array<ArrayBuffer>}
 */
export function packed(value, digits = Infinity) {
  /** @type {Uint8Array[]} */
  const parts = [];
  let offset = 0;
  const add = (/** @type {Numbers} */ array) => {
    parts.push(inPlanes(bytesOf(array), array.BYTES_PER_ELEMENT));
    offset += array.byteLength;
    return [offset - array.byteLength, array.byteLength];
  };
  const text = new TextEncoder().encode(JSON.stringify(value, (_, one) => {
    const kind = Object.keys(KINDS).find((name) => one instanceof KINDS[name]);
    if (!kind) return one;
    if (kind !== "$f32" || digits === Infinity) return { [kind]: add(one) };
    const { whole, powers } = rounded(one, digits);
    return { $rounded: [...add(whole), ...add(powers)], digits };
  }));
  const all = new Uint8Array(4 + text.length + offset);
  new DataView(all.buffer).setUint32(0, text.length, true);
  all.set(text, 4);
  let at = 4 + text.length;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Unpacks what `packed` packed. @param {Uint8Array} bytes */
export function unpacked(bytes) {
  const { header, rest } = decodeFrame(bytes);
  const read = (/** @type {number} */ from, /** @type {number} */ size, /** @type {Kind} */ Kind) => (
    new Kind(inPlanes(rest.subarray(from, from + size), Kind.BYTES_PER_ELEMENT, true).buffer)
  );
  /** @type {(one: unknown) => unknown} */
  const back = (one) => {
    if (!one || typeof one !== "object") return one;
    const fields = /** @type {Record<string, unknown>} */ (one), { $rounded, digits } = fields;
    if (Array.isArray($rounded)) {
      const [from, size, next, count] = $rounded;
      return unrounded({ whole: read(from, size, Number(digits) <= INT16_DIGITS ? Int16Array : Int32Array), powers: read(next, count, Int8Array) });
    }
    for (const [kind, Kind] of Object.entries(KINDS)) {
      const place = fields[kind];
      if (Array.isArray(place)) return read(place[0], place[1], Kind);
    }
    for (const name of Object.keys(fields)) fields[name] = back(fields[name]);
    return one;
  };
  return back(header);
}

/** Compresses bytes into text that is safe in HTML. @param {Uint8Array<ArrayBuffer>} bytes */
export async function deflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return base64(new Uint8Array(await new Response(stream).arrayBuffer()));
}
