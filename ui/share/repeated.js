// Numbers that stand on the map twice, one tensor behind the other, kept once: what ReLU lets pass, say.

/** Tensors with the one before each, where both have as many numbers, and where their numbers start. */
function pairs({ tensors, numbers }) {
  const total = tensors.reduce((sum, { count }) => sum + count, 0), found = [];
  for (let start = 0; start < numbers.length; start += total) {
    tensors.forEach(({ at, count }, place) => {
      if (place && tensors[place - 1].count === count) found.push({ from: start + tensors[place - 1].at, to: start + at, count });
    });
  }
  return found;
}

/** A part whose numbers are NaN wherever the tensor before has the same; as it is where NaN stands among them. */
export function withoutRepeated(part) {
  const { numbers } = part;
  if (numbers.some(Number.isNaN)) return part;
  const made = numbers.slice();
  for (const { from, to, count } of pairs(part)) {
    for (let at = 0; at < count; at++) if (numbers[from + at] === numbers[to + at] && numbers[to + at]) made[to + at] = NaN;
  }
  return { ...part, numbers: made, isShortened: true };
}

/**
 * What `withoutRepeated` had before it.
 * @param {any} shortened
 */
export function withRepeated(shortened) {
  const { isShortened, ...part } = shortened;
  if (!isShortened) return part;
  const numbers = part.numbers.slice();
  for (const { from, to, count } of pairs(part)) {
    for (let at = 0; at < count; at++) if (Number.isNaN(numbers[to + at])) numbers[to + at] = numbers[from + at];
  }
  return { ...part, numbers };
}
