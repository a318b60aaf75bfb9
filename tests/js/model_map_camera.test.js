import { boxOf, cellRect } from "../../ui/picture/model_map/points.js";
import assert from "node:assert/strict";
import { test } from "node:test";

import { between, centredOn, clamped, clampedT, distanceFor, NEAREST, pointAfter, within, zoomed } from "../../ui/picture/model_map/camera.js";
import { placedAt } from "../../ui/picture/model_map/layout.js";
import { aLayout, aMap, placeNamed } from "./a_map.js";

const ROOM = { width: 1000, height: 600 };
/** A window that is lower than the map. */
const LOW = { width: 700, height: 150 };
const layout = aLayout(aMap(), LOW), part = layout.part;
const CELLS = [
  ["encoder.layers.1.self_attention.weights", [1, 0, 1]], ["decoder.layers.0.feed_forward.hidden", [1, 9]],
  ["decoder.layers.1.cross_attention.keys", [0, 1, 2]],
];

function close(one, other, within = 1e-6) {
  assert.ok(Math.abs(one - other) <= within, `${one} is not ${other}`);
}

function middleOf(rect) {
  return { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
}

/** The middle of a cell on the map, as it is at a distance. */
function middleAt([name, index], t) {
  return middleOf(cellRect(layout, placedAt(layout, t), placeNamed(part, name), index));
}

function isInside(camera, room = LOW) {
  const { width, height } = placedAt(layout, camera.t);
  return camera.x > 0 && camera.y > 0 && camera.x < width - room.width && camera.y < height - room.height;
}

test("a camera shows nothing beside the map, as far as that is possible", () => {
  for (const t of [0, 0.1, 0.5, 1, NEAREST]) {
    const placed = placedAt(layout, t);
    for (const [x, y] of [[-500, -500], [1e6, 1e6], [0, 0], [placed.width, placed.height], [placed.width / 2, 30]]) {
      const camera = clamped({ t, x, y }, placed, LOW);
      assert.equal(camera.t, t);
      for (const [at, size, shown] of [[camera.x, placed.width, LOW.width], [camera.y, placed.height, LOW.height]]) {
        assert.ok(at >= 0 && at + Math.min(shown, size) <= size + 1e-6);
      }
    }
  }
});

test("a camera that shows nothing beside the map stays where it is", () => {
  const placed = placedAt(layout, 1), camera = { t: 1, x: 1234, y: 56 };
  assert.deepEqual(clamped(camera, placed, LOW), camera);
});

test("a distance is none farther than the whole and none nearer than the nearest", () => {
  assert.deepEqual([-1, 0, 0.3, 9].map(clampedT), [0, 0, 0.3, NEAREST]);
});

test("when one goes nearer or farther, what is under the pointer stays there", () => {
  let stayed = 0;
  for (const cell of CELLS) {
    for (const [from, to] of [[0.6, 0.7], [0.7, 0.6], [0.8, 1.1], [1.1, 0.75], [0.7, 0.7]]) {
      for (const at of [{ x: 350, y: 75 }, { x: 250, y: 60 }, { x: 400, y: 100 }]) {
        const start = middleAt(cell, from), camera = zoomed(layout, { t: from, x: start.x - at.x, y: start.y - at.y }, to, at);
        if (!isInside(camera)) continue;
        const end = middleAt(cell, to);
        close(end.x - camera.x, at.x, 1);
        close(end.y - camera.y, at.y, 1);
        stayed++;
      }
    }
  }
  assert.ok(stayed > 20, String(stayed));
});

test("across, it stays there even where the map is not as high as the window", () => {
  for (const cell of CELLS) {
    const at = { x: 300, y: 100 }, start = middleAt(cell, 0.2), camera = zoomed(layout, { t: 0.2, x: start.x - at.x, y: 0 }, 0.5, { ...at, y: start.y });
    close(middleAt(cell, 0.5).x - camera.x, at.x, 1);
  }
});

test("nearer and farther again is back", () => {
  const at = { x: 350, y: 120 }, camera = { t: 0.8, x: 3000, y: 60 }, nearer = zoomed(layout, camera, 1, at);
  assert.ok(isInside(camera) && isInside(nearer));
  const back = zoomed(layout, nearer, 0.8, at);
  for (const name of ["t", "x", "y"]) close(back[name], camera[name], 1e-6);
});

test("a zoom ends at the nearest and at the whole, and shows nothing beside the map", () => {
  const at = { x: 10, y: 10 }, nearest = zoomed(layout, { t: 0.9, x: 0, y: 0 }, 7, at);
  assert.equal(nearest.t, NEAREST);
  const whole = zoomed(layout, nearest, -3, at);
  assert.deepEqual([whole.t, whole.x], [0, 0]);
});

test("a point in a row of a side keeps its row and its column", () => {
  const [before, after] = [placedAt(layout, 0.3), placedAt(layout, 0.9)];
  for (const cell of CELLS) {
    const moved = pointAfter(layout, before, after, middleAt(cell, 0.3)), expected = middleAt(cell, 0.9);
    close(moved.x, expected.x, 1e-6);
    close(moved.y, expected.y, 1e-6);
  }
});

test("the distance from which a column has a width is found", () => {
  const wide = (placed) => boxOf(placed, 12).width;
  for (const wanted of [20, 60, 150]) {
    const t = distanceFor(layout, wide, wanted);
    assert.ok(t > 0 && t < NEAREST);
    close(wide(placedAt(layout, t)), wanted, 0.01);
  }
});

test("what is never as wide is shown from the nearest, what is always wider from where all is in sight", () => {
  assert.equal(distanceFor(layout, () => 10, 1000), NEAREST);
  close(distanceFor(layout, () => 1000, 10), 0, 1e-6);
});

test("what is to stand in the middle of the window does, as far as the map goes on around it", () => {
  let centred = 0;
  for (const [name, index] of CELLS) {
    for (const t of [0.7, 0.9, 1.1]) {
      const rectAt = (placed) => cellRect(layout, placed, placeNamed(part, name), index), camera = centredOn(layout, t, rectAt);
      const { x, y } = middleOf(rectAt(placedAt(layout, t)));
      assert.equal(camera.t, t);
      close(x - camera.x, LOW.width / 2);
      if (!isInside(camera)) continue;
      close(y - camera.y, LOW.height / 2);
      centred++;
    }
  }
  assert.ok(centred > 0);
});

test("of what is wider than the window the beginning is in sight", () => {
  const rectAt = (placed) => boxOf(placed, placeNamed(part, "decoder.layers.0.feed_forward.hidden"));
  const rows = (placed) => ({ ...rectAt(placed), y: 40, height: 10 });
  const small = aLayout(part, { width: 200, height: 150 }), camera = centredOn(small, 1, rows);
  close(camera.x, rectAt(placedAt(small, 1)).x);
});

test("the first cell of all is in sight though it cannot be in the middle", () => {
  const camera = centredOn(layout, 1, (placed) => cellRect(layout, placed, 0, [0, 0]));
  assert.equal(camera.x, 0);
});

const [FROM, TO] = [{ t: 0.75, x: 2000, y: 20 }, { t: 1.05, x: 9000, y: 150 }];
const rectAt = (placed) => boxOf(placed, placeNamed(part, "encoder.layers.1.residual_1"));
const rect = (placed) => ({ x: rectAt(placed).x, y: placed.tops.tgt });

test("a flight begins at one camera and ends at the other", () => {
  assert.ok(isInside(FROM) && isInside(TO));
  for (const [one, other] of [[FROM, TO], [TO, FROM], [FROM, FROM], [{ t: 0, x: 0, y: 0 }, TO]]) {
    for (const [share, end] of [[0, one], [1, other]]) {
      const camera = between(layout, one, other, rect, share);
      for (const name of ["t", "x", "y"]) close(camera[name], end[name], 1e-6);
    }
  }
});

test("on a flight what it keeps an eye on moves straight over the window, and never back", () => {
  const seen = (camera) => rect(placedAt(layout, camera.t)).x - camera.x, [start, end] = [seen(FROM), seen(TO)];
  let last = 0;
  for (let step = 0; step <= 20; step++) {
    const camera = between(layout, FROM, TO, rect, step / 20), share = (camera.t - FROM.t) / (TO.t - FROM.t);
    assert.ok(share >= last);
    last = share;
    if (isInside(camera)) close(seen(camera), start + share * (end - start), 1e-6);
  }
});

test("a flight shows nothing beside the map on its way", () => {
  const start = { t: 0, x: 0, y: 0 };
  for (let step = 0; step <= 10; step++) {
    const camera = between(layout, start, TO, rect, step / 10), placed = placedAt(layout, camera.t);
    assert.deepEqual(clamped(camera, placed, LOW), camera);
  }
});

test("the whole of a map fits a window that is high enough", () => {
  const wide = aLayout(part, ROOM);
  assert.deepEqual(clamped({ t: 0, x: 300, y: 300 }, placedAt(wide, 0), ROOM), { t: 0, x: 0, y: 0 });
});

/** A map of as many rows and numbers as a real one. */
function aLargeMap(rows, size) {
  const large = aMap();
  for (const side of ["src", "tgt"]) large[side] = { ...large[side], labels: Array(rows).fill("kat") };
  large.next = large.tgt.labels.map(() => part.next[0]);
  large.tensors = large.tensors.map((tensor) => {
    const last = tensor.axis === "key" ? rows : tensor.heads ? size / tensor.heads : size;
    return { ...tensor, shape: [...tensor.shape.slice(0, -2), rows, last] };
  });
  return large;
}

/** The share of a window that columns and parameters take. */
function covered({ boxes, tops, rows, pitch, band, names }, { x, y }, room) {
  const along = (start, size, from, shown) => Math.max(0, Math.min(start + size, from + shown) - Math.max(start, from));
  const area = boxes.reduce((sum, { column, x: left, width }) => {
    const down = along(tops[column.side], rows[column.side] * pitch, y, room.height), above = column.hasParameter ? along(tops[column.side] - names - band, band, y, room.height) : 0;
    return sum + along(left, width, x, room.width) * (down + above);
  }, 0);
  return area / (room.width * room.height);
}

test("no view is empty: wherever one moves, at any zoom, columns or parameters are in sight", () => {
  for (const [rows, size] of [[3, 8], [9, 160], [26, 160]]) {
    for (const room of [{ width: 780, height: 470 }, { width: 300, height: 430 }]) {
      for (const hasParameters of [false, true]) {
        const large = aLayout(aLargeMap(rows, size), room, { hasParameters });
        for (const t of [0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 0.85, 1, NEAREST]) {
          const placed = placedAt(large, t);
          for (let across = 0; across <= 1; across += 0.05) {
            for (let down = 0; down <= 1; down += 0.1) {
              const camera = clamped({ t, x: placed.width * across - room.width / 2, y: placed.height * down - room.height / 2 }, placed, room);
              const share = covered(placed, camera, room);
              assert.ok(share > 0.025, `${rows} rows, zoom ${t}, at ${across.toFixed(2)}, ${down.toFixed(1)}, ${hasParameters}: ${share.toFixed(3)}`);
            }
          }
        }
      }
    }
  }
});

test("a view with something to see stays as it is, and every column can be in the middle of it", () => {
  const room = { width: 780, height: 470 }, large = aLayout(aLargeMap(9, 160), room);
  for (const t of [0.2, 0.5, 1]) {
    const placed = placedAt(large, t);
    for (const { column, x, width } of placed.boxes) {
      if (column.isShared) continue;
      const y = placed.tops[column.side] + (placed.rows[column.side] * placed.pitch) / 2 - room.height / 2;
      const wanted = within({ t, x: x + Math.min(width, room.width) / 2 - room.width / 2, y }, placed, room), camera = clamped(wanted, placed, room);
      assert.ok(Math.abs(camera.x - wanted.x) < room.width / 2 && Math.abs(camera.y - wanted.y) < room.height / 2, JSON.stringify([column.place, t, wanted, camera]));
    }
  }
});
