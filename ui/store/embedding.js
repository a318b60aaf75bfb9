// What the URL says of a page that is embedded in another one.

const EMBED_PARAMS = ["embed", "embed_options"];

/** Returns the embedding parameters of a URL, to be appended to another one. @param {string} address */
export function embedParams(address) {
  const asked = new URLSearchParams(address);
  const pairs = EMBED_PARAMS.flatMap((name) => asked.getAll(name).map((value) => [name, value]));
  return pairs.map((pair) => pair.map(encodeURIComponent).join("=")).join("&");
}

/** Returns the same URL without the embedding parameters. @param {string} address */
export function withoutEmbedParams(address) {
  const others = address.replace(/^\?/, "").split("&").filter((one) => one && !EMBED_PARAMS.includes(one.split("=")[0]));
  return others.length ? `?${others.join("&")}` : "";
}
