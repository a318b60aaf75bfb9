// Links to other pages, next to the parts of the map that these are about.

import { element } from "../element.js";
import { pageAnchor } from "../page_anchor.js";

/** @typedef {{link: ModelMap.PageLink, anchor: HTMLAnchorElement, width: number}} Anchor a link, and its width once it is measured */

/** The largest distance of a link from its column. */
const MOST_APART = 150, MOST_APART_NEAR = 30;
const APART = 8;

/** Create the links, which move with the map. @param {ModelMap.View} view */
export function createLinks(view) {
  const node = element("nav", "map-links");
  /** @type {Anchor[]} */
  let anchors = [];
  let shown = "";
  const fill = () => {
    const key = JSON.stringify(view.part.links);
    if (key === shown) return;
    shown = key;
    anchors = view.part.links.map((link) => ({ link, anchor: anchorOf(link), width: 0 }));
    node.replaceChildren(...anchors.map(({ anchor }) => anchor));
  };
  return { node, refresh: () => {
    node.setAttribute("aria-label", view.part.strings.links);
    fill();
    node.hidden = !anchors.length || view.time !== null;
  }, place: () => anchors.length && placeAll(view, anchors) };
}

/** @param {ModelMap.PageLink} pageLink */
function anchorOf({ page, title, about, brings, address }) {
  return Object.assign(pageAnchor({ page, brings, address: `${page}${address}` }, title, "map-link"), { title: about });
}

/**
 * The x at which a link between the two sides covers no line of cross-attention: to the right of any in its way. Lines
 * are steep in their middle half.
 * @param {{from: number, to: number}[]} ribbons @param {number} at @param {number} width
 */
export function besideLines(ribbons, at, width) {
  for (const { from, to } of ribbons) {
    const quarter = (to - from) / 4;
    if (at < to - quarter && at + width > from + quarter) return to - quarter + APART;
  }
  return at;
}

/** The width of a link, measured only once because measuring forces a layout of the page. @param {Anchor} one */
function widthOf(one) {
  if (!one.width) {
    one.anchor.hidden = false;
    one.width = one.anchor.offsetWidth;
  }
  return one.width;
}

/** Place the links below the rows of their columns, without overlaps. @param {ModelMap.View} view @param {Anchor[]} anchors */
function placeAll(view, anchors) {
  const { placed, camera, layout, labels } = view, ends = { src: -Infinity, tgt: -Infinity };
  const ribbons = placed.boxes.filter(({ column }) => column.isShared).map((box) => ({ from: box.x - camera.x, to: box.x + box.width - camera.x }));
  for (const one of anchors) {
    const { link, anchor } = one;
    const box = placed.boxes.find(({ column }) => column.kind === link.kind && (column.kind === "next" || view.part.tensors[column.place]?.name === link.tensor));
    if (!box) {
      anchor.hidden = true;
      continue;
    }
    const { side } = box.column, x = box.x - camera.x, width = widthOf(one);
    const y = placed.tops[side] + layout.rows[side] * placed.pitch + 3 - camera.y;
    const beside = Math.max(ends[side] + APART, Math.min(x, layout.room.width - width));
    const at = side === "src" ? besideLines(ribbons, beside, width) : beside;
    const isIn = x > -10 && at - x < (camera.t > 0.1 ? MOST_APART_NEAR : MOST_APART) && at + width <= layout.room.width + 1 && y >= 0 && y + 22 <= layout.room.height;
    anchor.hidden = !isIn;
    if (!isIn) continue;
    anchor.style.transform = `translate(${Math.round(labels + Math.max(0, at))}px, ${Math.round(y)}px)`;
    ends[side] = at + width;
  }
}
