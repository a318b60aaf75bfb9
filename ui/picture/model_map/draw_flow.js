// The data flow through the model: one line per row, and the residual connection around each sublayer.

import { rowSeen } from "./play.js";

const PLUS = 5;

/** The boxes of a section on one side. */
export function sectionBoxes(placed, number, side) {
  return placed.boxes.filter(({ column }) => column.section === number && column.side === side);
}

/** The x coordinate where the rows of the source end: at the last attention to them. */
function endOfSource(placed) {
  const boxes = placed.boxes.filter(({ column }) => column.side === "src");
  return boxes.length ? boxes.at(-1).x : 0;
}

export function drawFlow(frame) {
  drawRows(frame);
  drawWaysRound(frame);
}

function drawRows({ context, placed, layout, theme, view, seen, encoderEnd }) {
  const ends = { src: endOfSource(placed), tgt: placed.boxes.at(-1).x };
  context.strokeStyle = theme.line;
  context.lineWidth = 1;
  context.beginPath();
  for (const side of ["src", "tgt"]) {
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

/** Draw each sublayer's residual connection above the rows, from its input to the sum. */
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
