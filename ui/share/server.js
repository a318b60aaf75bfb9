// What is asked of the server for sharing: beside the answers, in the language of the page.

/** Where a kind of file is asked for. */
export function addressOf(store, kind) {
  const [path, query] = store.shared.url.split("?");
  return `${path.replace(/\/answer\/([^/]+)$/, "/share/$1")}/${kind}?${query}`;
}

/** What is asked for the state in force. */
export function requestOf({ state }, more = {}) {
  return JSON.stringify({ setting: state.setting, place: state.place, ...more });
}

/** The server's answer; throws where there is none. */
export async function fetchShared(store, kind, body) {
  const answer = await fetch(addressOf(store, kind), { method: "POST", body });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer;
}
