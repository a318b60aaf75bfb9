// Loads a file's numbers into a matrix of the page.

import { ask } from "../store/store.js";
import { fetchShared, requestOf } from "./server.js";

/** The size of the largest file that is sent at all. */
const LONGEST = 1_000_000;

/** Returns a length, the request of that length, then the file. @param {string} request @param {Blob} content */
export function encodeFrame(request, content) {
  const text = new TextEncoder().encode(request), size = new Uint8Array(4);
  new DataView(size.buffer).setUint32(0, text.length, true);
  return new Blob([size, text, content]);
}

/**
 * Loads a file's numbers into a matrix. Returns the message to show; nothing on success.
 * @param {Page.Store} store @param {Share.Texts} words @param {string} matrix @param {File} file @returns {Promise<string>}
 */
export async function loadInto(store, words, matrix, file) {
  if (file.size > LONGEST) return words.file_too_large.replace("{limit}", LONGEST.toLocaleString("en"));
  const body = encodeFrame(requestOf(store, { matrix, name: file.name }), file);
  const { error, state } = await (await fetchShared(store, "load", body)).json();
  if (error) return error;
  ask(store, { to: state });
  return "";
}
