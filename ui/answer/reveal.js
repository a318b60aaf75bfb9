// Brings an area of the page into sight.

/** How long an area that is scrolled to may still be missing, and how long it may still grow. */
const MISSING_MS = 4000, GROWING_MS = 1500, LOOK_MS = 50;
const BY_HAND = ["wheel", "pointerdown", "keydown"];

/** What to scroll to for an area: the tabs above it, if it is the view that they show. @param {Element} area */
function startOf(area) {
  let above = area.previousElementSibling;
  while (above && !above.childElementCount) above = above.previousElementSibling;
  return above?.classList.contains("area-tabs") ? above : area;
}

/** Scrolls to an area, also while it is being drawn, until the user does something else. @param {string} name */
export function reveal(name) {
  const observer = new ResizeObserver(([{ target }]) => startOf(target).scrollIntoView({ block: "start" }));
  const end = performance.now() + MISSING_MS;
  let timer = 0;
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
  const look = () => {
    const area = document.querySelector(`.workbench .area-${name}:not(:empty)`);
    if (area) {
      observer.observe(area);
      timer = setTimeout(stop, GROWING_MS);
    } else if (performance.now() < end) timer = setTimeout(look, LOOK_MS);
  };
  look();
  for (const event of BY_HAND) addEventListener(event, stop, { once: true, passive: true });
}
