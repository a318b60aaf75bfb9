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

/** @type {Map<string, Promise<Lessons.LaterWords | undefined>>} */
const words = new Map();

/** The texts of the editor, of worksheets and of answers. @param {Lessons.Sent} sent @returns {Promise<Lessons.LaterWords | undefined>} */
export async function fetchWords(sent) {
  const known = words.get(sent.language) ?? fetched(sent, "words");
  words.set(sent.language, known);
  if (!(await known)) words.delete(sent.language);
  return known;
}

/** The file of a lesson of the list. @param {Lessons.Sent} sent @param {string} name @returns {Promise<string | null | undefined>} */
export async function fetchSource(sent, name) {
  return (await fetched(sent, `source/${encodeURIComponent(name)}`))?.source;
}

/** @param {Lessons.Sent} sent @param {string} path @param {string} page @param {unknown} body */
const posted = (sent, path, page, body) => fetched(sent, `${path}/${page || "overview"}`, { method: "POST", body: JSON.stringify(body) });

/** The file that a draft makes. @param {Lessons.Sent} sent @param {Lessons.Draft} draft @returns {Promise<string | undefined>} */
export async function fetchWritten(sent, draft) {
  return (await posted(sent, "written", "", draft))?.source;
}

/** What the editor shows of a file. @param {Lessons.Sent} sent @param {Lessons.File} file @returns {Promise<Lessons.Draft | undefined>} */
export async function fetchDraft(sent, file) {
  return (await posted(sent, "draft", "", file))?.draft;
}

/** What a task can ask for of the page's state. @param {Lessons.Sent} sent @param {Page.Store} store @returns {Promise<{title: string, subjects: Lessons.Subject[]} | undefined>} */
export async function fetchSubjects(sent, store) {
  return posted(sent, "subjects", store.name, stateOf(store));
}

/** A block to fill in. @param {Lessons.Sent} sent @param {Page.Store} store @param {{kind: string, subject?: string, comparison?: string}} asked @returns {Promise<string | undefined>} */
export async function fetchTemplate(sent, store, asked) {
  return (await posted(sent, "template", store.name, { ...stateOf(store), ...asked }))?.text;
}

/** A lesson for paper. @param {Lessons.Sent} sent @param {{lesson?: string, source?: string}} asked @returns {Promise<Lessons.Sheet | null | undefined>} */
export async function fetchSheet(sent, asked) {
  return (await posted(sent, "worksheet", "", asked))?.sheet;
}

/** @param {Page.Store} store */
function stateOf({ state }) {
  return { setting: state?.setting, selection: { pin: state?.selection.pin ?? "", trail: state?.selection.trail ?? "" } };
}
