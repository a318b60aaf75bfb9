// Values with many numbers as few bytes, and bytes as text: what a file that stands by itself is made of.

import { unframed } from "../answer/bytes.js";

const KINDS = { $f32: Float32Array, $u8: Uint8Array };

/** Bytes as base64. */
export function base64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

/** The first byte of every number, then the second of each: what is alike stands together, and shrinks. */
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

/** A length, JSON of that length, then the numbers of its typed arrays. */
export function packed(value) {
  const parts = [];
  let offset = 0;
  const text = new TextEncoder().encode(JSON.stringify(value, (_, one) => {
    const kind = Object.keys(KINDS).find((name) => one instanceof KINDS[name]);
    if (!kind) return one;
    const bytes = new Uint8Array(one.buffer, one.byteOffset, one.byteLength), from = offset;
    parts.push(inPlanes(bytes, one.BYTES_PER_ELEMENT));
    offset += bytes.length;
    return { [kind]: [from, bytes.length] };
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

/** What `packed` packed. */
export function unpacked(bytes) {
  const { header, rest } = unframed(bytes);
  const back = (one) => {
    if (!one || typeof one !== "object") return one;
    const kind = Object.keys(KINDS).find((name) => Array.isArray(one[name]));
    if (kind) {
      const [from, size] = one[kind];
      return new KINDS[kind](inPlanes(rest.subarray(from, from + size), KINDS[kind].BYTES_PER_ELEMENT, true).buffer);
    }
    for (const name of Object.keys(one)) one[name] = back(one[name]);
    return one;
  };
  return back(header);
}

/** Bytes made smaller, as text that may stand in HTML. */
export async function deflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return base64(new Uint8Array(await new Response(stream).arrayBuffer()));
}
