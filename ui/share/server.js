// Requests to the server for sharing: next to the answers, in the language of the page.

/** Returns the URL for a kind of file. @param {Page.Store} store @param {string} kind */
export function addressOf(store, kind) {
  const [path, query] = store.shared.url.split("?");
  return `${path.replace(/\/answer\/([^/]+)$/, "/share/$1")}/${kind}?${query}`;
}

/** Returns the request for the current state, which the page has had since its first answer. @param {Page.Store} store */
export function requestOf({ state }, more = {}) {
  return JSON.stringify({ setting: state?.setting, selection: state?.selection, ...more });
}

/**
 * Returns the server's answer; throws if there is none.
 * @param {Page.Store} store @param {string} kind @param {string | Blob} body
 */
export async function fetchShared(store, kind, body) {
  const answer = await fetch(addressOf(store, kind), { method: "POST", body });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer;
}
