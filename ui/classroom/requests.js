// What a window of a class asks the server.

/** The letters of codes, as in codes.py. */
const CODE = /^[A-HJ-NP-Z2-9]{6}$/;

/** The code that was typed, in small letters too, with blanks or dashes; "" if it is none. @param {string} typed */
export function codeIn(typed) {
  const code = typed.replace(/[\s-]/g, "").toUpperCase();
  return CODE.test(code) ? code : "";
}

/**
 * Sends something; a status of 0 is no answer at all.
 * @param {string} url @param {unknown} [content] @returns {Promise<{status: number, body: any}>}
 */
export async function post(url, content = {}) {
  const response = await fetch(url, { method: "POST", body: JSON.stringify(content) }).catch(() => null);
  return { status: response?.status ?? 0, body: (await response?.json().catch(() => null)) ?? {} };
}

/** Joins a class: returns where it is, and the server's time in seconds. @param {string} root @param {string} code */
export const joinClass = (root, code) => post(`${root}/class/${code}/join`);

/**
 * The address of a place of a class in somebody's own language, with the class in it.
 * @param {string} address below the app's own, such as "masks?v=4&lang=en" @param {string} language @param {string} seat
 */
export function addressIn(address, language, seat) {
  const [path, query = ""] = address.split("?"), parameters = new URLSearchParams(query);
  if (language) parameters.set("lang", language);
  parameters.set("class", seat);
  return `${path}?${parameters}`;
}
