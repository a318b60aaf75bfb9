// The data flow through the model: one line per row, and the residual connection around each sublayer.

import { last } from "../last.js";
import { filledShare, SIDES } from "./layout.js";
import { rowSeen } from "./play.js";

const PLUS = 5;
/** How strong what is to come is drawn. */
const TO_COME = 0.45;

/** The boxes of a section on one side. @param {ModelMap.Placed} placed @param {number} number @param {ModelMap.Side} side */
export function sectionBoxes(placed, number, side) {
  return placed.boxes.filter(({ column }) => column.section === number && column.side === side);
}

/** The x coordinate where the rows of the source end: at the last attention to them. @param {ModelMap.Placed} placed */
function endOfSource(placed) {
  const boxes = placed.boxes.filter(({ column }) => column.side === "src");
  return boxes.length ? last(boxes).x : 0;
}

/** @param {ModelMap.Frame} frame */
export function drawFlow(frame) {
  if (!frame.seen.isAll) drawToCome(frame);
  drawRows(frame);
  drawWaysRound(frame);
}

/**
 * During playback, what is not computed yet as empty cells: from the first moment on one sees where the way leads.
 * @param {Pick<ModelMap.Frame, "context" | "placed" | "layout" | "theme" | "view" | "seen" | "encoderEnd">} frame
 */
function drawToCome({ context, placed, layout, theme, view, seen, encoderEnd }) {
  const filled = placed.pitch * filledShare(layout);
  context.fillStyle = theme.line;
  context.globalAlpha = TO_COME;
  context.beginPath();
  for (const { column, x, width } of placed.boxes) {
    if ((column.kind !== "vector" && column.kind !== "grid") || x > view.right || x + width < view.left) continue;
    for (let row = 0; row < layout.rows[column.side]; row++) {
      const until = column.side === "src" ? encoderEnd : rowSeen(seen, row, placed.width).until, from = Math.max(x, until);
      if (from < x + width) context.rect(from, placed.tops[column.side] + row * placed.pitch, x + width - from, filled);
    }
  }
  context.fill();
  context.globalAlpha = 1;
}

/**
 * A line where the computation has come to, which the narration is about.
 * @param {Pick<ModelMap.Frame, "context" | "placed" | "layout" | "theme" | "seen" | "encoderEnd">} frame
 */
export function drawFront({ context, placed, layout, theme, seen, encoderEnd }) {
  if (seen.isAll) return;
  const isSource = encoderEnd < Infinity, side = isSource ? "src" : "tgt", row = Math.max(0, seen.row);
  const { until, rise } = rowSeen(seen, row, placed.width), x = isSource ? encoderEnd : until;
  if (rise > 0 || (!isSource && seen.row < 0)) return;
  const [first, count] = isSource ? [0, layout.rows.src] : [row, 1];
  context.fillStyle = theme.accent ?? theme.ink;
  context.fillRect(x - 1, placed.tops[side] + first * placed.pitch - 3, 2, count * placed.pitch + 3);
}

/** @param {Pick<ModelMap.Frame, "context" | "placed" | "layout" | "theme" | "view" | "seen" | "encoderEnd">} frame */
function drawRows({ context, placed, layout, theme, view, seen, encoderEnd }) {
  const ends = { src: endOfSource(placed), tgt: last(placed.boxes).x };
  context.strokeStyle = theme.line;
  context.lineWidth = 1;
  context.beginPath();
  for (const side of SIDES) {
    for (let row = 0; row < layout.rows[side]; row++) {
      const y = Math.round(placed.tops[side] + (row + 0.45) * placed.pitch) + 0.5;
      const until = side === "src" ? Math.min(ends.src, encoderEnd) : Math.min(ends.tgt, rowSeen(seen, row, placed.width).until);
      if (until <= view.left || y < view.top || y > view.bottom) continue;
      context.moveTo(Math.max(0, view.left), y);
      context.lineTo(Math.min(until, view.right), y);
    }
  }
  context.stroke();
}

/** Draw each sublayer's residual connection above the rows, from its input to the sum. @param {ModelMap.Frame} frame */
function drawWaysRound(frame) {
  const { context, placed, layout, theme, tensors, view, encoderEnd, seen } = frame;
  context.strokeStyle = theme.secondary;
  context.fillStyle = theme.surface;
  context.lineWidth = 1;
  layout.part.sections.forEach((section, number) => {
    const boxes = sectionBoxes(placed, number, section.side);
    const sum = boxes.find(({ column }) => column.kind === "vector" && tensors[column.place].own === "residual");
    if (!sum || sum.x < view.left - 2000 || boxes[0].x > view.right) return;
    if (section.side === "src" && sum.x > encoderEnd) return;
    if (section.side === "tgt" && !seen.isAll && seen.row < 0) return;
    const from = boxes[0].x - 3, to = sum.x + sum.width / 2, y = placed.tops[section.side] - 4;
    drawWayRound(context, from, to, y);
  });
}

/** @param {Picture.Context} context @param {number} from @param {number} to @param {number} y */
function drawWayRound(context, from, to, y) {
  const high = 5;
  context.globalAlpha = 0.55;
  context.beginPath();
  context.moveTo(from, y + 3);
  context.quadraticCurveTo(from, y - high, from + high, y - high);
  context.lineTo(to - high, y - high);
  context.quadraticCurveTo(to, y - high, to, y - 1);
  context.stroke();
  context.globalAlpha = 1;
  if (to - from < 34) return;
  context.beginPath();
  context.arc(to, y - 1, PLUS - 0.5, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
  context.beginPath();
  context.moveTo(to - 2.5, y - 1);
  context.lineTo(to + 2.5, y - 1);
  context.moveTo(to, y - 3.5);
  context.lineTo(to, y + 1.5);
  context.stroke();
}
