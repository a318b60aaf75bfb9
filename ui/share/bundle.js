// Bundles the drawing modules, with everything that they import, into one file.

const IMPORT = /(\bfrom\s*|\bimport\s*)"(\.[^"]+)"/g;

/**
 * Returns a module whose imports have names that do not depend on where it is served.
 * @param {string} source @param {string} url @param {(url: string) => string} nameOf
 */
export function renamed(source, url, nameOf) {
  /** @type {string[]} */
  const found = [];
  const text = source.replace(IMPORT, (_, before, path) => {
    const target = new URL(path, url).href;
    found.push(target);
    return `${before}"${nameOf(target)}"`;
  });
  return { text, found };
}

/**
 * Returns the sources of a module and all of its imports, by name. `read` returns the text at a URL.
 * @param {string} entry @param {string} root @param {(url: string) => Promise<string>} read
 */
export async function modulesOf(entry, root, read) {
  const nameOf = (/** @type {string} */ url) => url.slice(root.length);
  /** @type {Record<string, string>} */
  const modules = {};
  const take = async (/** @type {string} */ url) => {
    const name = nameOf(url);
    if (name in modules) return;
    modules[name] = "";
    const { text, found } = renamed(await read(url), url, nameOf);
    modules[name] = text;
    await Promise.all(found.map(take));
  };
  await take(entry);
  return modules;
}
