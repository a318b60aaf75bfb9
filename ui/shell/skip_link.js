// The first tab stop for keyboard users: skips the sidebar, the chips and the controls.

import { element } from "../picture/element.js";

const PICTURE = '.workbench.main :is(canvas.overlay, [data-workbench="lines"], [data-workbench="curve"], [data-workbench="map"])';

/** Returns what can take the focus in a picture: itself, or the first visible and enabled button in it. @param {HTMLElement | null} picture */
function focusable(picture) {
  const can = [...(picture?.querySelectorAll("button, [tabindex]") ?? [])];
  const inside = picture?.matches("canvas") ? picture : can.find((one) => one.checkVisibility() && !one.matches(":disabled"));
  if (picture && !inside) picture.tabIndex = -1;
  return inside ?? picture;
}

/** Puts the link at the top of the page, or updates the text of an existing one. @param {string} words */
export function showSkipLink(words) {
  const known = document.querySelector("a.skip-to-picture");
  const link = known ?? element("a", "skip-to-picture");
  if (link.textContent !== words) link.textContent = words;
  if (known) return;
  link.setAttribute("href", "#picture");
  link.addEventListener("click", (event) => {
    event.preventDefault();
    /** @type {HTMLElement | null | undefined} */ (focusable(document.querySelector(PICTURE)))?.focus();
  });
  document.body.prepend(link);
}
