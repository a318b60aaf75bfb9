// Draws the lines between words: a pure function of (data, positions of the words, selection, colours).

/** @param {WordLines.Selected} selected @param {number} query @param {number} key */
function isSelected({ hovered, pins }, query, key) {
  if (hovered) {
    return (hovered.query === undefined || hovered.query === query)
      && (hovered.key === undefined || hovered.key === key);
  }
  return !pins.size || pins.has(`q${query}`) || pins.has(`k${key}`);
}

/** @param {Picture.Context} context @param {Picture.Point} from @param {Picture.Point} to */
function curve(context, from, to) {
  const bend = (to.x - from.x) * 0.45;
  context.beginPath();
  context.moveTo(from.x, from.y);
  context.bezierCurveTo(from.x + bend, from.y, to.x - bend, to.y, to.x, to.y);
  context.stroke();
}

/** @param {WordLines.Part} data @param {(query: number, key: number, weight: number, picture: number) => void} visit */
function eachLine(data, visit) {
  const [pictures, rows, cols] = data.shape;
  for (let picture = 0, at = 0; picture < pictures; picture++) {
    for (let query = 0; query < rows; query++) {
      for (let key = 0; key < cols; key++, at++) {
        if (Math.abs(data.numbers[at]) >= data.threshold) visit(query, key, data.numbers[at], picture);
      }
    }
  }
}

/**
 * Draw every line above the threshold, with the lines that are not selected faintly below the others.
 * @param {Picture.Context} context @param {WordLines.Part} data @param {WordLines.Ends} at @param {WordLines.Selected} selection @param {WordLines.Colours} colours
 */
export function drawLines(context, data, at, selection, { plain, strong, aligned }) {
  const isChosen = Boolean(selection.hovered || selection.pins.size);
  for (const lit of [false, true]) {
    eachLine(data, (query, key, weight, picture) => {
      if (isSelected(selection, query, key) !== lit) return;
      const head = data.shown[picture];
      context.strokeStyle = head === undefined ? (isChosen && !lit ? plain : strong) : data.heads[head].colour;
      if (weight < 0) context.strokeStyle = "#b2182b";
      context.globalAlpha = lit ? 0.25 + 0.65 * Math.abs(weight) : 0.07;
      context.lineWidth = 0.8 + 7 * Math.abs(weight);
      curve(context, at.keys[key], at.queries[query]);
    });
  }
  context.globalAlpha = 1;
  drawAligned(context, data, at, aligned);
}

/**
 * Draw the aligned pairs of words as dashed lines.
 * @param {Picture.Context} context @param {WordLines.Part} data @param {WordLines.Ends} at @param {string} colour
 */
function drawAligned(context, data, at, colour) {
  context.lineWidth = 1.6;
  context.strokeStyle = colour;
  context.setLineDash([5, 4]);
  for (const [query, key] of data.aligned) {
    if (at.queries[query] && at.keys[key]) curve(context, at.keys[key], at.queries[query]);
  }
  context.setLineDash([]);
}
