// An SVG as pixels.

/** A PNG, so many times as large as the figure was laid out. */
export async function pngOf({ svg, width, height }, scale) {
  const image = new Image(), canvas = document.createElement("canvas");
  const url = URL.createObjectURL(new Blob([svg.replace(/(<svg[^>]*?) width="[^"]*" height="[^"]*"/, `$1 width="${width}" height="${height}"`)], { type: "image/svg+xml" }));
  image.src = url;
  await image.decode();
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(url);
  return new Promise((done) => { canvas.toBlob(done, "image/png"); });
}
