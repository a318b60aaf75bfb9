// Stores numbers once that occur twice on the map, in two successive tensors, such as those that ReLU lets pass.

/**
 * Returns each tensor with the one before it, if both have equally many numbers, and where their numbers start.
 * @param {Pick<ModelMap.Part, "tensors" | "numbers">} part
 */
function pairs({ tensors, numbers }) {
  const total = tensors.reduce((sum, { count }) => sum + count, 0);
  /** @type {{from: number, to: number, count: number}[]} */
  const found = [];
  for (let start = 0; start < numbers.length; start += total) {
    tensors.forEach(({ at, count }, place) => {
      if (place && tensors[place - 1].count === count) found.push({ from: start + tensors[place - 1].at, to: start + at, count });
    });
  }
  return found;
}

/**
 * Returns a part with NaN wherever the previous tensor has the same number; unchanged if it contains NaN itself.
 * @param {ModelMap.Part} part @returns {Share.ShortenedMap}
 */
export function deduplicated(part) {
  const { numbers } = part;
  if (numbers.some(Number.isNaN)) return part;
  const made = numbers.slice();
  for (const { from, to, count } of pairs(part)) {
    for (let at = 0; at < count; at++) if (numbers[from + at] === numbers[to + at] && numbers[to + at]) made[to + at] = NaN;
  }
  return { ...part, numbers: made, isShortened: true };
}

/**
 * Restores what `deduplicated` shortened.
 * @param {Share.ShortenedMap} shortened @returns {ModelMap.Part}
 */
export function withDuplicates(shortened) {
  const { isShortened, ...part } = shortened;
  if (!isShortened) return part;
  const numbers = part.numbers.slice();
  for (const { from, to, count } of pairs(part)) {
    for (let at = 0; at < count; at++) if (Number.isNaN(numbers[to + at])) numbers[to + at] = numbers[from + at];
  }
  return { ...part, numbers };
}
