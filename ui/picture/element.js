// What all pictures make their elements with, and how they know the theme.

/** An element with a class and, as text and never as HTML, its words. */
export function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

/** Whether an element stands on a dark background. */
export function isDark(host) {
  const background = getComputedStyle(host).getPropertyValue("--st-background-color").trim();
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(background.slice(at, at + 2), 16));
  return red + green + blue < 300;
}
