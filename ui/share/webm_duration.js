// Writes a video's duration into it: a browser that records does not know it yet when it writes the header. Names and
// layout as in the Matroska specification (RFC 9559), of which WebM is a part.

const EBML = 0x1a45dfa3, SEGMENT = 0x18538067, INFO = 0x1549a966, CLUSTER = 0x1f43b675;
const TIMESTAMP_SCALE = 0x2ad7b1, DURATION = 0x4489, TIMESTAMP = 0xe7;
const SIMPLE_BLOCK = 0xa3, BLOCK_GROUP = 0xa0, BLOCK = 0xa1;
const NANOSECONDS = 1e6, UNKNOWN = -1;

/**
 * Reads a number whose first byte encodes its length in leading zeros; an id keeps the marker bit after them.
 * @param {Uint8Array} bytes @param {number} start @param {boolean} isId
 */
function variable(bytes, start, isId) {
  const length = Math.clz32(bytes[start] ?? 0) - 23;
  if (length > 8) throw new RangeError("no WebM");
  let value = isId ? bytes[start] : bytes[start] & (0xff >> length), isUnknown = value === 0xff >> length;
  for (let place = start + 1; place < start + length; place += 1) {
    value = value * 256 + bytes[place];
    isUnknown &&= bytes[place] === 0xff;
  }
  return { value: !isId && isUnknown ? UNKNOWN : value, stop: start + length };
}

/**
 * Yields the elements from a position on, one after the other; descends into those in `entered`.
 * @param {Uint8Array} bytes @param {number} from @param {number} to @param {number[]} entered
 */
function* elements(bytes, from, to, entered) {
  for (let start = from; start < to;) {
    const { value: id, stop } = variable(bytes, start, true), size = variable(bytes, stop, false);
    const content = size.stop, end = size.value === UNKNOWN ? to : Math.min(to, content + size.value);
    yield { id, start, content, end, isOpen: size.value === UNKNOWN, sizeAt: stop };
    start = entered.includes(id) ? content : end;
  }
}

/** @param {Uint8Array} bytes @param {number} from @param {number} to */
const unsigned = (bytes, from, to) => bytes.subarray(from, to).reduce((sum, byte) => sum * 256 + byte, 0);

/** @param {Uint8Array} bytes */
const view = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Returns the time of the last frame. @param {Uint8Array} bytes @param {number} from */
function lastTime(bytes, from) {
  let cluster = 0, last = 0;
  for (const { id, content, end } of elements(bytes, from, bytes.length, [CLUSTER, BLOCK_GROUP])) {
    if (id === TIMESTAMP) cluster = unsigned(bytes, content, end);
    if (id !== BLOCK && id !== SIMPLE_BLOCK) continue;
    // After its track number, a block has its time relative to its cluster.
    last = Math.max(last, cluster + view(bytes).getInt16(variable(bytes, content, false).stop));
  }
  return last;
}

/** @param {number} size as eight bytes */
function sized(size) {
  const bytes = new Uint8Array(8);
  view(bytes).setBigUint64(0, BigInt(size) | (1n << 56n));
  return bytes;
}

/**
 * Returns the video with its duration in the header; unchanged if it has one, or if its layout is not that of
 * browsers.
 * @param {Uint8Array<ArrayBuffer>} bytes @param {number} frame how long the last frame is shown, in milliseconds
 * @returns {Uint8Array<ArrayBuffer>[]} its pieces
 */
export function withDuration(bytes, frame) {
  try {
    const parts = [...elements(bytes, 0, bytes.length, [SEGMENT])];
    const segment = parts.find(({ id }) => id === SEGMENT), info = parts.find(({ id }) => id === INFO);
    if (parts[0]?.id !== EBML || !segment?.isOpen || !info) return [bytes];
    const inside = [...elements(bytes, info.content, info.end, [])];
    if (inside.some(({ id }) => id === DURATION)) return [bytes];
    const given = inside.find(({ id }) => id === TIMESTAMP_SCALE);
    const scale = given ? unsigned(bytes, given.content, given.end) : NANOSECONDS;
    const duration = new Uint8Array([DURATION >> 8, DURATION & 0xff, 0x88, ...new Uint8Array(8)]);
    view(duration).setFloat64(3, lastTime(bytes, info.end) + (frame * NANOSECONDS) / scale);
    const size = info.end - info.content + duration.length;
    return [bytes.subarray(0, info.sizeAt), sized(size), bytes.subarray(info.content, info.end), duration,
      bytes.subarray(info.end)];
  } catch (error) {
    if (error instanceof RangeError) return [bytes];
    throw error;
  }
}
