// The address of a page, as the browser writes it.

/** An address with what is in sight in it. */
export function withView({ view }, address) {
  if (!view) return address;
  const others = address.replace(/^\?/, "").split("&").filter((one) => one && !one.startsWith(`${view.name}=`));
  const all = view.text ? [...others, `${view.name}=${encodeURIComponent(view.text)}`] : others;
  return `?${all.join("&")}`;
}

/** Writes an address where it is another one; it is no step of the browser's history. */
export function writeAddress(address) {
  if (address !== location.search) history.replaceState(history.state, "", address + location.hash);
}
