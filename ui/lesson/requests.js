// What lessons ask the server.

/** @param {Lessons.Sent} sent @param {string} path @param {RequestInit} [options] @returns {Promise<any>} undefined where the server does not answer */
async function fetched({ url, language }, path, options) {
  const response = await fetch(`${url}/${path}?lang=${language}`, options).catch(() => null);
  return response?.ok ? response.json().catch(() => undefined) : undefined;
}

/** @param {Lessons.Sent} sent @returns {Promise<Lessons.Listed[] | null>} */
export async function fetchList(sent) {
  return (await fetched(sent, "list"))?.lessons ?? null;
}

/** A lesson; null where there is none, undefined where the server does not answer. @param {Lessons.Sent} sent @param {string} name @returns {Promise<Lessons.Lesson | null | undefined>} */
export async function fetchLesson(sent, name) {
  return (await fetched(sent, `read/${encodeURIComponent(name)}`))?.lesson;
}

/** The lesson of a file that was dropped. @param {Lessons.Sent} sent @param {string} page the open page @param {Lessons.File} file @returns {Promise<Lessons.Lesson | undefined>} */
export async function readFile(sent, page, file) {
  return (await fetched(sent, `dropped/${page || "overview"}`, { method: "POST", body: JSON.stringify(file) }))?.lesson;
}

/** @param {Lessons.Sent} sent @param {string} page @param {Page.State} state @param {Lessons.Condition[]} when @returns {Promise<Lessons.Reached | null>} */
export async function fetchReached(sent, page, { setting, selection }, when) {
  const body = JSON.stringify({ setting, selection: { pin: selection.pin, trail: selection.trail }, when });
  return (await fetched(sent, `reached/${page}`, { method: "POST", body })) ?? null;
}
