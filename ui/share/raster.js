// Turns an SVG into pixels.

import { penOf } from "../picture/element.js";

/** Returns an image of an SVG at its own size. @param {Share.Figure} figure */
export async function imageOf({ svg, width, height }) {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([svg.replace(/(<svg[^>]*?) width="[^"]*" height="[^"]*"/, `$1 width="${width}" height="${height}"`)], { type: "image/svg+xml" }));
  image.src = url;
  await image.decode();
  URL.revokeObjectURL(url);
  return image;
}

/** Returns a PNG, `scale` times as large as the layout of the figure. @param {Share.Figure} figure @param {number} scale */
export async function pngOf(figure, scale) {
  const image = await imageOf(figure), canvas = document.createElement("canvas");
  canvas.width = Math.round(figure.width * scale);
  canvas.height = Math.round(figure.height * scale);
  penOf(canvas).drawImage(image, 0, 0, canvas.width, canvas.height);
  // `toBlob` waits for an idle moment, which can take up to a second.
  const bytes = Uint8Array.from(atob(canvas.toDataURL("image/png").split(",")[1]), (letter) => letter.charCodeAt(0));
  return new Blob([bytes], { type: "image/png" });
}
