// The modules that draw, with all that they import, to stand inside one file.

const IMPORT = /(\bfrom\s*|\bimport\s*)"(\.[^"]+)"/g;

/** A module with what it imports called by names that do not depend on where it stands. */
export function renamed(source, url, nameOf) {
  const found = [];
  const text = source.replace(IMPORT, (_, before, path) => {
    const target = new URL(path, url).href;
    found.push(target);
    return `${before}"${nameOf(target)}"`;
  });
  return { text, found };
}

/** By name the texts of a module and of everything that it needs. `read` gives the text at an address. */
export async function modulesOf(entry, root, read) {
  const nameOf = (url) => url.slice(root.length), modules = {};
  const take = async (url) => {
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
