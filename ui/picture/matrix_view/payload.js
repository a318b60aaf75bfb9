// What Python sends: a little-endian length, a JSON header of that length, then the raw numbers.

function numbers(buffer, start, place) {
  if (!place) return null;
  const bytes = buffer.slice(start + place.offset, start + place.offset + place.bytes);
  return place.type === "float32" ? new Float32Array(bytes) : new Uint8Array(bytes);
}

export function decode(data) {
  const bytes = data instanceof ArrayBuffer ? new Uint8Array(data) : data;
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const headerBytes = new DataView(buffer).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, headerBytes)));
  const start = 4 + headerBytes;
  for (const item of header.items) {
    if (!item.shape) continue;
    item.values = numbers(buffer, start, item.values);
    item.hidden = numbers(buffer, start, item.hidden);
    item.marks = numbers(buffer, start, item.marks);
    item.tiles = item.kind === "tiles" ? item.shape[0] : 1;
    [item.rowCount, item.colCount] = item.shape.slice(-2);
    item.limit = item.limit ?? largest(item.values);
  }
  return header;
}

function largest(values) {
  let most = 0;
  for (const value of values) {
    const size = Math.abs(value);
    if (size > most && size < Infinity) most = size;
  }
  return most || 1;
}
