// How something leaves the browser: as a file, or to the clipboard.

/** Offers a file to keep. */
export function saveFile(name, content, kind = "") {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type: kind }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Copies what a field shows; without the clipboard, e.g. over plain http, in the old way. Whether that went well. */
export async function copyField(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return document.execCommand("copy");
  }
}
