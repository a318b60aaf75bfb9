// A file dropped on the page is loaded by the page instead of being opened by the browser.

/** @param {DragEvent} dragEvent */
function bringsFiles({ dataTransfer }) {
  return [...(dataTransfer?.types ?? [])].includes("Files");
}

/** Who reads files of other names than the page does. @type {Map<string, {name: RegExp, read: (file: File) => unknown}>} */
const readers = new Map();

/** Names of files that have a reader, whose code may be on its way, and how long a file waits for it. */
const READ_LATER = /\.md$/i, PATIENCE_MS = 10_000;
/** Files that were dropped before their reader was there. @type {Set<File>} */
const waiting = new Set();

/** From now on files with such a name are read so, also those that were dropped before. @param {RegExp} name @param {(file: File) => unknown} read */
export function offerDrop(name, read) {
  readers.set(name.source, { name, read });
  for (const file of [...waiting].filter((one) => name.test(one.name))) {
    waiting.delete(file);
    read(file);
  }
}

/** Keeps a file until its reader is there; `give` takes it if none comes. @param {File} file @param {(file: File) => unknown} give */
function keepUntilRead(file, give) {
  waiting.add(file);
  setTimeout(() => waiting.delete(file) && give(file), PATIENCE_MS);
}

/** The code that reads files is loaded with the first file. Returns a function that stops listening. @param {Page.Store} store */
export function listenForFiles(store) {
  const onOver = (/** @type {DragEvent} */ event) => {
    if (bringsFiles(event)) event.preventDefault();
  };
  const onDrop = async (/** @type {DragEvent} */ event) => {
    if (!bringsFiles(event) || event.defaultPrevented) return;
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    const own = [...readers.values()].find(({ name }) => name.test(file.name)), { target } = event;
    const give = async () => (await import("../share/drop.js")).takeFile(store, file, target);
    if (own) own.read(file);
    else if (READ_LATER.test(file.name)) keepUntilRead(file, give);
    else await give();
  };
  document.addEventListener("dragover", onOver);
  document.addEventListener("drop", onDrop);
  return () => {
    document.removeEventListener("dragover", onOver);
    document.removeEventListener("drop", onDrop);
  };
}
