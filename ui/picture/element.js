// Helpers shared by all pictures: creating elements, detecting the theme.

/** Create an element with a class and a text, which is never interpreted as HTML. */
export function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

/** Return whether an element is on a dark background. */
export function isDark(host) {
  const background = getComputedStyle(host).getPropertyValue("--st-background-color").trim();
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(background.slice(at, at + 2), 16));
  return red + green + blue < 300;
}
