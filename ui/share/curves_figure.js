// Curves as a figure: Plotly writes the SVG itself. The names of the lines, which the page shows beside them, are
// below.

import { plotly, themed } from "../answer/curves.js";
import { element } from "../picture/element.js";
import { textWidth } from "../picture/text_width.js";

const LINE = 20, SWATCH = 22, APART = 22;
/** The patterns of Plotly's dashes, in line widths. @type {Record<string, number[]>} */
const DASHES = { dot: [1, 1.5], dash: [3, 2] };

/**
 * Returns the name of each kind of line, from the figure or from its lines. Lines with the same look and name on two
 * axes share one entry.
 * @param {Pick<Plot.Figure, "data" | "legend">} figure @returns {Plot.Name[]}
 */
export function namesOf(figure) {
  if (figure.legend) return figure.legend;
  const entries = figure.data.flatMap(({ mode, name, line: { color, dash = "solid", width = 2.5 } = {} }) => (
    mode === "lines" && name && color ? [{ name, colour: color, dash, width }] : []));
  return [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()];
}

/**
 * Lays out the names in as many rows as they need; a single line needs none.
 * @param {Plot.Name[]} names @param {(name: string) => number} widthOf @param {number} room @returns {Share.Legend}
 */
export function legendOf(names, widthOf, room) {
  if (names.length < 2) return { places: [], height: 0 };
  let x = 0, y = 0;
  const places = names.map((one) => {
    const width = SWATCH + 6 + widthOf(one.name);
    if (x && x + width > room) [x, y] = [0, y + LINE];
    const place = { ...one, x, y };
    x += width + APART;
    return place;
  });
  return { places, height: y + LINE };
}

/**
 * Draws the names at their positions, below `top`.
 * @param {Picture.Context} context @param {Share.Legend["places"]} places @param {Picture.Theme} theme @param {number} top
 */
export function drawLegend(context, places, theme, top) {
  Object.assign(context, { font: `12px ${theme.font}`, textAlign: "left", textBaseline: "middle" });
  for (const { name, colour, dash, width, x, y } of places) {
    Object.assign(context, { strokeStyle: colour, lineWidth: width, fillStyle: theme.ink });
    context.setLineDash((DASHES[dash] ?? []).map((length) => length * width));
    context.beginPath();
    context.moveTo(x, top + y + 10);
    context.lineTo(x + SWATCH, top + y + 10);
    context.stroke();
    context.fillText(name, x + SWATCH + 6, top + y + 10);
  }
  context.setLineDash([]);
}

/** Returns a function that maps a point of an axis to the picture. @param {Plot.Node} node @returns {Share.PlaceAt} */
function placing({ _fullLayout: layout }) {
  const { xaxis } = layout, axisOf = (/** @type {string} */ name) => layout[`yaxis${name.slice(1)}`];
  return (x, y, axis = "y") => [xaxis._offset + xaxis.d2p(x), axisOf(axis)._offset + axisOf(axis).d2p(y)];
}

/**
 * Returns the position of every point of a line in Plotly's layout.
 * @param {Plot.Node} host @param {Share.PlaceAt} at @returns {Share.PlottedLine[]}
 */
function pointsOf(host, at) {
  return host._fullData.flatMap(({ mode, name, line, x, y, yaxis }) => (mode === "lines" && name ? [{
    name, colour: line.color,
    points: Array.from(x, (value, place) => /** @type {Share.PlottedPoint} */ ([Number(value), Number(y[place]), ...at(value, Number(y[place]), yaxis)])),
  }] : []));
}

/**
 * Returns Plotly's own picture in a theme, as SVG, with the positions of its lines' points, a function for any other
 * position, and the area of its axes.
 * @param {Plot.Figure} figure @param {Picture.Theme} theme @param {number} width @returns {Promise<Share.Plotted>}
 */
export async function plotted(figure, theme, width) {
  const Plotly = await plotly(), { height } = figure.layout, host = /** @type {Plot.Node} */ (element("div"));
  const colours = { line: theme.line, ink: theme.ink, background: theme.surface, font: theme.font };
  const { data, layout } = themed(figure, colours, height);
  host.style.cssText = `position: fixed; visibility: hidden; width: ${width}px; height: ${height}px`;
  document.body.append(host);
  try {
    await Plotly.newPlot(host, structuredClone(data), { ...structuredClone(layout), autosize: false, width }, { staticPlot: true });
    const made = await Plotly.toImage(host, { format: "svg", width, height, imageDataOnly: true });
    const svg = made.startsWith("<") ? made : decodeURIComponent(made.replace(/^data:image\/svg\+xml,/, ""));
    const at = placing(host), { t: top, h: tall } = host._fullLayout._size;
    return { svg, height, lines: pointsOf(host, at), at, area: { top, bottom: top + tall } };
  } finally {
    Plotly.purge(host);
    host.remove();
  }
}

/** @param {{part: Plot.Part}} picture @param {Picture.Theme} theme @param {Picture.Size} room @returns {Promise<Share.SvgDrawing>} */
export async function curvesFigure({ part }, theme, room) {
  const { width } = room, { svg, height } = await plotted(part.figure, theme, width);
  const legend = legendOf(namesOf(part.figure), (name) => textWidth(`12px ${theme.font}`, name), width);
  return { width, height: height + legend.height, draw(context) {
    context.nested(svg, ...context.point(0, 0));
    drawLegend(context.asCanvas, legend.places, theme, height);
  } };
}
