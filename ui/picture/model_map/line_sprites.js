// The lines of an attention as a picture, for as long as the map moves: to stroke them is most of a frame without a
// graphics card, to move a picture is not. At rest they are always stroked.

import { element, penOf } from "../element.js";

/** Room around the lines, which are wider than where they start. */
const MARGIN = 4;
/**
 * How many lines are stroked in a frame; how much larger or smaller the others may be shown meanwhile, and how far off
 * a line may end, in pixels; the largest picture, in pixels.
 */
const STROKED = 450, STRETCHED = 1.4, LOOSE = 6, MOST_PIXELS = 2e6;

/** Start a frame of a moving map. @param {ModelMap.Frame} frame */
export function beginSprites({ bitmaps }) {
  if (bitmaps) bitmaps.stroked = 0;
}

/**
 * Where the lines of an attention are: the tops of its keys and of its queries are below `top`, the upper one of both.
 * @param {ModelMap.Frame} frame @param {ModelMap.Box} box @returns {ModelMap.SpriteShape}
 */
function shapeOf({ placed: { pitch, tops }, layout, ratio }, { width, column }) {
  const sides = [column.from, column.side], top = Math.min(...sides.map((side) => tops[side]));
  const height = Math.max(...sides.map((side) => tops[side] - top + layout.rows[side] * pitch));
  return { width, height, top, from: tops[column.from] - top, to: tops[column.side] - top, ratio };
}

/**
 * Whether a sprite, stretched to a shape, has its lines where they belong, more or less.
 * @param {ModelMap.Sprite} sprite @param {ModelMap.SpriteShape} shape @param {number} most @param {number} off
 */
function fits({ shape: had }, shape, most, off) {
  const across = shape.width / had.width, down = shape.height / had.height;
  const moved = Math.max(Math.abs(shape.from - had.from * down), Math.abs(shape.to - had.to * down));
  return had.ratio === shape.ratio && moved <= off && [across, down].every((by) => by <= most && by >= 1 / most);
}

/** The number of lines. @param {ModelMap.SpriteLook} look */
function countOf({ strokes }) {
  return strokes.flat().reduce((all, pairs) => all + pairs.length / 2, 0);
}

/**
 * Whether to stroke an attention anew: where its sprite does not fit at all, or not quite and there is time for it.
 * @param {ModelMap.Bitmaps} bitmaps @param {ModelMap.Sprite | undefined} sprite @param {ModelMap.SpriteShape} shape @param {ModelMap.SpriteLook} look
 */
function isDue(bitmaps, sprite, shape, look) {
  if (!sprite || !fits(sprite, shape, STRETCHED, LOOSE)) return true;
  const isSame = sprite.look.strokes === look.strokes && sprite.look.chosen === look.chosen && fits(sprite, shape, 1, 0);
  return !isSame && (bitmaps.stroked ?? 0) < STROKED;
}

/**
 * Draw the lines of an attention from its sprite; returns whether that is possible.
 * @param {ModelMap.Frame} frame @param {ModelMap.Box} box @param {ModelMap.SpriteLook} look
 * @param {(frame: ModelMap.Frame, box: ModelMap.Box) => void} strokeLines strokes them in a frame of their own
 */
export function drawSprite(frame, box, look, strokeLines) {
  const { bitmaps, context, placed } = frame, { column } = box, shape = shapeOf(frame, box), wanted = sizeOf(shape);
  if (!bitmaps || wanted.width * wanted.height > MOST_PIXELS) return false;
  const sprites = bitmaps.sprites ??= new Map(), key = `${column.place} ${column.side}`;
  let sprite = sprites.get(key);
  if (!sprite || isDue(bitmaps, sprite, shape, look)) {
    sprite = emptied(shape, look, sprite?.canvas);
    sprites.set(key, sprite);
    bitmaps.stroked = (bitmaps.stroked ?? 0) + countOf(look);
    const tops = { ...placed.tops, [column.from]: shape.from, [column.side]: shape.to };
    strokeLines({ ...frame, context: sprite.context, placed: { ...placed, tops } }, { ...box, x: 0 });
  }
  const across = shape.width / sprite.shape.width, down = shape.height / sprite.shape.height, { width, height } = sizeOf(sprite.shape);
  const [x, y] = [box.x - MARGIN * across, shape.top - MARGIN * down], scale = 1 / sprite.shape.ratio;
  context.globalAlpha = 1;
  context.drawImage(sprite.canvas, 0, 0, width, height, x, y, width * scale * across, height * scale * down);
  return true;
}

/** @param {ModelMap.SpriteShape} shape */
function sizeOf({ width, height, ratio }) {
  return { width: Math.ceil((width + 2 * MARGIN) * ratio), height: Math.ceil((height + 2 * MARGIN) * ratio) };
}

/**
 * An empty sprite of a shape, on the canvas that it had where this is large enough.
 * @param {ModelMap.SpriteShape} shape @param {ModelMap.SpriteLook} look @param {HTMLCanvasElement} [former] @returns {ModelMap.Sprite}
 */
function emptied(shape, look, former) {
  const size = sizeOf(shape), canvas = former ?? element("canvas");
  if (canvas.width < size.width || canvas.height < size.height) Object.assign(canvas, size);
  const context = penOf(canvas);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.setTransform(shape.ratio, 0, 0, shape.ratio, MARGIN * shape.ratio, MARGIN * shape.ratio);
  return { canvas, context, shape, look };
}
