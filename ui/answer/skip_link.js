// A first stop for who goes by keys: to the picture, past the sidebar, the chips and the controls.

import { element } from "../picture/element.js";

const PICTURE = '.workbench.main :is(canvas.overlay, [data-workbench="lines"], [data-workbench="curve"], [data-workbench="map"])';

/** What can take the focus in a picture: itself, else the first button in it that is shown and enabled. */
function focusable(picture) {
  const can = [...(picture?.querySelectorAll("button, [tabindex]") ?? [])];
  const inside = picture?.matches("canvas") ? picture : can.find((one) => one.checkVisibility() && !one.matches(":disabled"));
  if (picture && !inside) picture.tabIndex = -1;
  return inside ?? picture;
}

/** Puts the link at the top of the page, or gives the one that is there its words. */
export function showSkipLink(words) {
  const known = document.querySelector("a.skip-to-picture");
  const link = known ?? element("a", "skip-to-picture");
  if (link.textContent !== words) link.textContent = words;
  if (known) return;
  link.setAttribute("href", "#picture");
  link.addEventListener("click", (event) => {
    event.preventDefault();
    focusable(document.querySelector(PICTURE))?.focus();
  });
  document.body.prepend(link);
}
