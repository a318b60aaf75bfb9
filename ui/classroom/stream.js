// The stream that tells a window of a class what happens, opened again whenever it breaks.

/** Until a broken stream is opened again: a whole class does not come back in the same moment. */
const AGAIN_MS = 1000, SPREAD_MS = 2000;

/**
 * @param {string} url @param {(message: any) => void} heard @param {() => void} lost called whenever it breaks
 * @returns {() => void} ends it
 */
export function listenTo(url, heard, lost) {
  /** @type {EventSource | null} */
  let source = null;
  let timer = 0;
  const open = () => {
    source = new EventSource(url);
    source.onmessage = ({ data }) => heard(JSON.parse(data));
    source.onerror = () => {
      source?.close();
      clearTimeout(timer);
      timer = window.setTimeout(open, AGAIN_MS + Math.random() * SPREAD_MS);
      lost();
    };
  };
  open();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}
