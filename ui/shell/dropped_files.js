// A file dropped on the page is loaded by the page instead of being opened by the browser.

/** @param {DragEvent} dragEvent */
function bringsFiles({ dataTransfer }) {
  return [...(dataTransfer?.types ?? [])].includes("Files");
}

/** Who reads files of other names than the page does. @type {Map<string, {name: RegExp, read: (file: File) => unknown}>} */
const readers = new Map();

/** From now on files with such a name are read so. @param {RegExp} name @param {(file: File) => unknown} read */
export function offerDrop(name, read) {
  readers.set(name.source, { name, read });
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
    const own = file && [...readers.values()].find(({ name }) => name.test(file.name));
    if (own) own.read(file);
    else if (file) (await import("../share/drop.js")).takeFile(store, file, event.target);
  };
  document.addEventListener("dragover", onOver);
  document.addEventListener("drop", onDrop);
  return () => {
    document.removeEventListener("dragover", onOver);
    document.removeEventListener("drop", onDrop);
  };
}
