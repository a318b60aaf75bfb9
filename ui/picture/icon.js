// Icons drawn as one path in a square of 20 by 20.

const SVG = "http://www.w3.org/2000/svg";

/** An icon that says nothing to screen readers: what has it has a name. @param {string} drawing */
export function iconOf(drawing) {
  const icon = document.createElementNS(SVG, "svg"), path = document.createElementNS(SVG, "path");
  icon.setAttribute("viewBox", "0 0 20 20");
  icon.setAttribute("aria-hidden", "true");
  path.setAttribute("d", drawing);
  icon.append(path);
  return icon;
}
