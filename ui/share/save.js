// How data leaves the browser: as a file, or through the clipboard.

/** Offers a file for download. @param {string} name @param {Blob | string} content */
export function saveFile(name, content, kind = "") {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type: kind }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * Copies the text of a field; without clipboard access, e.g. over plain http, in the old way. Returns whether it
 * worked.
 * @param {HTMLInputElement} field
 */
export async function copyField(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return document.execCommand("copy");
  }
}
