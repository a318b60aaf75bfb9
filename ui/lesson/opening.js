// The moment between a link that a step opens and the answer of its page.

/** How long a step waits for the page that it opens. */
const OPENING_MS = 1500;

/** @param {() => void} ended what follows where no answer comes: the page was as the link has it */
export function createOpening(ended) {
  let timer = 0;
  const end = () => {
    clearTimeout(timer);
    timer = 0;
  };
  return { isOn: () => timer > 0, end, begin: () => {
    end();
    timer = window.setTimeout(() => {
      timer = 0;
      ended();
    }, OPENING_MS);
  } };
}
