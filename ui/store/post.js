// A request whose answer arrives in one piece.

/**
 * Sends a text; resolves to the status and the bytes, with status 0 if there is no answer.

 * This does not use `fetch`, which reports the head and the body of an answer separately: Streamlit's redraw of a
 * changed control would come in between and take longer than the answer.
 * @returns {Promise<{status: number, bytes: ArrayBuffer | null}>}
 * @param {string} url @param {string} text
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
