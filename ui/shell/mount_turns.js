// A mount of Streamlit that ends and begins again in the same element. Pure: tested without a browser.

/**
 * Begins the next turn of a mount and returns what ends it. What is drawn there stays in between. Streamlit may end a turn
 * only after the next one has begun: then nothing ends.
 * @param {{turn?: number, isLeft?: boolean}} mount
 */
export function beginTurn(mount) {
  const turn = (mount.turn ?? 0) + 1;
  Object.assign(mount, { turn, isLeft: false });
  return () => { mount.isLeft ||= mount.turn === turn; };
}
