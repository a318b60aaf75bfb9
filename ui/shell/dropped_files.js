// A file dropped on the page is loaded by the page instead of being opened by the browser.

/** @param {DragEvent} dragEvent */
function bringsFiles({ dataTransfer }) {
  return [...(dataTransfer?.types ?? [])].includes("Files");
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
    if (file) (await import("../share/drop.js")).takeFile(store, file, event.target);
  };
  document.addEventListener("dragover", onOver);
  document.addEventListener("drop", onDrop);
  return () => {
    document.removeEventListener("dragover", onOver);
    document.removeEventListener("drop", onDrop);
  };
}
