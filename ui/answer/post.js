// A request whose answer comes in one piece.

/**
 * Sends a text; gives the status and the bytes, status 0 where there is no answer.
 *
 * Not by `fetch`: it tells of the answer's head and then of its body, and what Streamlit draws of a moved control
 * comes in between and takes longer than the answer.
 * @returns {Promise<{status: number, bytes: ArrayBuffer | null}>}
 */
export function post(url, text) {
  return new Promise((done) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.responseType = "arraybuffer";
    request.onload = () => done({ status: request.status, bytes: request.response });
    request.onerror = () => done({ status: 0, bytes: null });
    request.send(text);
  });
}
