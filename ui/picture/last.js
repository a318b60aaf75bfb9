// The last of a list that is never empty, such as the sizes of a shape, and those before it.

/**
 * The `nth` element from the end. The list has as many.
 * @template T @param {ArrayLike<T>} list @param {number} [nth]
 */
export function last(list, nth = 1) {
  return list[list.length - nth];
}
