// A file dropped on the page is the page's, and not what the browser opens instead of it.

function bringsFiles({ dataTransfer }) {
  return [...(dataTransfer?.types ?? [])].includes("Files");
}

/** What reads the file comes with the first one. Returns the end of it. */
export function listenForFiles(store) {
  const onOver = (event) => {
    if (bringsFiles(event) && !event.target.closest?.("[data-testid=stFileUploader]")) event.preventDefault();
  };
  const onDrop = async (event) => {
    if (!bringsFiles(event) || event.defaultPrevented) return;
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) (await import("../share/drop.js")).takeFile(store, file, event.target);
  };
  document.addEventListener("dragover", onOver);
  document.addEventListener("drop", onDrop);
  return () => {
    document.removeEventListener("dragover", onOver);
    document.removeEventListener("drop", onDrop);
  };
}
