import assert from "node:assert/strict";
import { test } from "node:test";

import { createLayout, filledShare, isGrid, lineLength, NEAR, placedAt, rowSize } from "../../ui/picture/model_map/layout.js";
import { boxOf, carried, cellRect, edgesX, edgesY, hitAt } from "../../ui/picture/model_map/points.js";
import { aLayout, aMap, indicesOf, placeNamed } from "./a_map.js";

const SIDES = ["src", "tgt"], DISTANCES = [0, 0.2, 0.5, 0.8, 1, 1.12], ROOM = { width: 1000, height: 600 };
const MAPS = {
  "post-norm": aMap(), "pre-norm": aMap({ isNormFirst: true }), "with dropout everywhere": aMap({ isDropped: true }), "of one layer": aMap({ layers: 1 }),
};

function close(one, other, within = 1e-6) {
  assert.ok(Math.abs(one - other) <= within, `${one} is not ${other}`);
}

/** Of each map, with its weights and without. */
function layouts() {
  return Object.entries(MAPS).flatMap(([name, part]) => [false, true].map((hasParameters) => [name, aLayout(part, ROOM, { hasParameters })]));
}

for (const [name, layout] of layouts()) {
  const what = `${name}${layout.hasParameters ? ", with its weights" : ""}`;

  test(`from afar the whole model is as wide as the room and as high at most: ${what}`, () => {
    const { width, height } = placedAt(layout, 0);
    close(width, ROOM.width);
    assert.ok(height <= ROOM.height + 1e-6, String(height));
  });

  test(`no two columns of a side overlap, at any distance, and none stands beside the map: ${what}`, () => {
    for (const t of DISTANCES) {
      const placed = placedAt(layout, t);
      for (const side of SIDES) {
        const edges = edgesX(placed, side);
        edges.slice(1).forEach((edge, at) => assert.ok(edge >= edges[at] - 1e-6, `${side} at ${t}: ${edge} after ${edges[at]}`));
      }
    }
  });

  test(`the nearer, the wider is each column, and the higher each row: ${what}`, () => {
    const all = Array.from({ length: 23 }, (_, step) => placedAt(layout, step / 20));
    all.slice(1).forEach((nearer, at) => {
      nearer.boxes.forEach(({ width }, place) => assert.ok(width > 0 && width >= all[at].boxes[place].width - 1e-9));
      assert.ok(nearer.width > all[at].width && nearer.pitch >= all[at].pitch && nearer.height >= all[at].height);
    });
  });

  test(`every tensor has one column, on the side of its rows: ${what}`, () => {
    const placed = placedAt(layout, 0);
    layout.part.tensors.forEach(({ rows }, place) => {
      const own = placed.boxes.filter(({ column }) => column.place === place && column.kind !== "lines");
      assert.deepEqual(own.map(({ column }) => column.side), [rows]);
    });
  });
}

test("what an attention to the memory looks at ends where its lines begin, and these begin at once on both sides", () => {
  for (const [, layout] of layouts()) {
    for (const t of DISTANCES) {
      const { boxes } = placedAt(layout, t), { tensors } = layout.part;
      const sharedLines = boxes.filter(({ column }) => column.isShared);
      assert.equal(sharedLines.length, layout.part.sections.filter(({ part }) => part === "cross_attention").length);
      for (const lines of sharedLines) {
        const own = boxes.filter(({ column }) => column.section === lines.column.section);
        const named = (name) => own.find(({ column }) => tensors[column.place].own === name);
        const looking = own.find(({ column }) => column.kind === "lines" && column.side === "tgt"), [keys, values] = [named("keys"), named("values")];
        assert.deepEqual([lines.x, lines.width], [looking.x, looking.width]);
        // There is no more room between than between any two columns.
        close(lines.x - (values.x + values.width), values.x - (keys.x + keys.width));
      }
    }
  }
});

test("the lines of an attention stand behind its weights, and the next tokens at the end", () => {
  const layout = aLayout(), { boxes } = placedAt(layout, 0), { tensors } = layout.part;
  const own = boxes.filter(({ column }) => column.side === "tgt");
  own.forEach(({ column }, at) => {
    if (column.kind === "lines") assert.equal(tensors[own[at - 1].column.place].own, "weights");
  });
  assert.equal(boxes.at(-1).column.kind, "next");
  assert.equal(own.filter(({ column }) => column.kind === "lines").length, 4);
});

test("from near every cell is as wide and as high as its number needs", () => {
  const layout = aLayout(), placed = placedAt(layout, 1);
  layout.part.tensors.forEach(({ shape }, place) => {
    const { width, height } = cellRect(layout, placed, place, shape.map(() => 0));
    assert.ok(width >= NEAR.width - 1e-9 && height >= NEAR.height - 1e-9, `${width} x ${height}`);
  });
});

test("however many rows there are, the whole model is as high as the room, and near ones as high as ever", () => {
  const part = aMap(), labels = Array.from({ length: 90 }, String), long = createLayout({ ...part, src: { ...part.src, labels } }, ROOM);
  const { pitch, height } = placedAt(long, 0);
  assert.ok(pitch < 7 && Math.abs(height - ROOM.height) < 1e-6);
  assert.equal(placedAt(long, 1).pitch, placedAt(createLayout(part, ROOM), 1).pitch);
});

test("the rows of the target stand below those of the source, and below its own names", () => {
  for (const [, layout] of layouts()) {
    for (const t of DISTANCES) {
      const { tops, pitch, band, names, height } = placedAt(layout, t);
      assert.ok(tops.src >= band + names && tops.tgt - (tops.src + 2 * pitch) >= band + names);
      assert.ok(height > tops.tgt + 3 * pitch);
    }
  }
});

// A cell's own middle, and places near its corners.
const WITHIN = [[0.5, 0.5], [0.01, 0.01], [0.99, 0.99]];

test("a cell's rectangle is where the cell is hit, for every cell of every tensor from everywhere", () => {
  for (const [, layout] of layouts()) {
    for (const t of DISTANCES) {
      const placed = placedAt(layout, t);
      layout.part.tensors.forEach(({ shape, rows }, place) => {
        for (const index of indicesOf(shape)) {
          const { x, y, width, height } = cellRect(layout, placed, place, index);
          for (const [across, down] of WITHIN) {
            const hit = hitAt(layout, placed, x + across * width, y + down * height);
            assert.deepEqual([hit.place, hit.index, hit.side, hit.row], [place, index, rows, index.at(-2)]);
          }
        }
      });
    }
  }
});

test("the cells of a tensor lie in its column and in their row, none over another", () => {
  const layout = aLayout(), placed = placedAt(layout, 0.6), filled = placed.pitch * filledShare(layout);
  layout.part.tensors.forEach((tensor, place) => {
    const box = boxOf(placed, place), rects = indicesOf(tensor.shape).map((index) => [index, cellRect(layout, placed, place, index)]);
    for (const [index, { x, y, width, height }] of rects) {
      const top = placed.tops[tensor.rows] + index.at(-2) * placed.pitch;
      assert.ok(x >= box.x - 1e-6 && x + width <= box.x + box.width + 1e-6 && y >= top - 1e-6 && y + height <= top + filled + 1e-6);
    }
    const corners = new Set(rects.map(([, { x, y }]) => `${x.toFixed(3)} ${y.toFixed(3)}`));
    assert.equal(corners.size, rects.length);
  });
});

test("a vector of heads stands in one line a head", () => {
  const layout = aLayout(), placed = placedAt(layout, 0.6), place = placeNamed(layout.part, "encoder.layers.0.self_attention.queries");
  const tops = [0, 1].map((head) => [0, 1, 2, 3].map((number) => cellRect(layout, placed, place, [head, 1, number]).y));
  assert.equal(new Set(tops[0]).size, 1);
  assert.equal(new Set(tops[1]).size, 1);
  assert.ok(tops[0][0] < tops[1][0]);
});

test("between the heads of a grid, in lines and beside all columns there is a row and no cell", () => {
  const layout = aLayout(), placed = placedAt(layout, 0.6), y = placed.tops.tgt + 1.5 * placed.pitch;
  const place = placeNamed(layout.part, "decoder.layers.0.self_attention.weights"), box = boxOf(placed, place);
  const gap = hitAt(layout, placed, box.x + (3.5 / box.column.length) * box.width, y);
  assert.deepEqual([gap.side, gap.row, gap.index, gap.column.place], ["tgt", 1, undefined, place]);
  const lines = boxOf(placed, place, "lines"), inLines = hitAt(layout, placed, lines.x + lines.width / 2, y);
  assert.deepEqual([inLines.row, inLines.index, inLines.column.kind], [1, undefined, "lines"]);
  assert.deepEqual(hitAt(layout, placed, -1, y), { side: "tgt", row: 1, column: undefined });
});

test("a line's end that no number fills is no cell", () => {
  const part = aMap(), place = placeNamed(part, "logits");
  part.tensors[place] = { ...part.tensors[place], shape: [3, 5] };
  const layout = aLayout(part), placed = placedAt(layout, 0.6), box = boxOf(placed, place);
  const y = placed.tops.tgt + placed.pitch * filledShare(layout) * 0.75;
  assert.deepEqual(hitAt(layout, placed, box.x + box.width * 0.5, y).index, [0, 4]);
  assert.equal(hitAt(layout, placed, box.x + box.width * 0.9, y).index, undefined);
});

test("above, between and below the rows there is nothing", () => {
  const layout = aLayout(), placed = placedAt(layout, 0.4), { tops, pitch, height } = placed;
  const beside = [0, tops.src - 1, tops.src + 2 * pitch + 1, tops.tgt - 1, tops.tgt + 3 * pitch + 1, height];
  for (const y of beside) assert.equal(hitAt(layout, placed, 300, y), null);
});

test("the link of a point to its edges survives any change of them: ends stay ends, and the order stays", () => {
  const before = [0, 10, 10, 25, 60], after = [0, 200, 230, 231, 900];
  assert.equal(carried(0, before, after), 0);
  assert.equal(carried(60, before, after), 900);
  assert.equal(carried(5, before, after), 100);
  const moved = Array.from({ length: 121 }, (_, at) => carried(at / 2, before, after));
  moved.slice(1).forEach((point, at) => assert.ok(point >= moved[at]));
  const back = Array.from({ length: 9 }, (_, at) => carried(carried(at, before, after), after, before));
  back.forEach((point, at) => close(point, at));
});

test("what stands at an edge is carried to the same edge", () => {
  const layout = aLayout(), [before, after] = [placedAt(layout, 0.1), placedAt(layout, 0.9)];
  for (const side of SIDES) {
    edgesX(before, side).forEach((edge, at) => close(carried(edge, edgesX(before, side), edgesX(after, side)), edgesX(after, side)[at]));
  }
  const [high, low] = [edgesY(before, layout.rows), edgesY(after, layout.rows)];
  high.forEach((edge, at) => close(carried(edge, high, low), low[at]));
});

test("lines are as long as Python makes them", () => {
  const table = [
    [8, 2, 4], [16, 2, 8], [6, 2, 3], [5, 2, 3], [7, 3, 3], [1, 4, 1], [256, 8, 32], [257, 8, 48], [512, 8, 64], [2048, 8, 256], [1000, 3, 336],
    [37000, 16, 2320],
  ];
  for (const [size, lines, length] of table) assert.equal(lineLength(size, lines), length, `${size} in ${lines}`);
});

test("a row of a tensor has the numbers of all its heads, but of a grid those of one", () => {
  for (const tensor of aMap().tensors) {
    const all = tensor.shape.reduce((product, size) => product * size), rows = tensor.shape.at(-2);
    assert.equal(rowSize(tensor), isGrid(tensor) ? all / rows / tensor.heads : all / rows);
  }
});

test("a long result has room to be read, however many layers there are", () => {
  for (const layers of [1, 2, 6]) {
    const part = aMap({ layers });
    part.next[1].chosen = ["étudiant", 0.5];
    const box = placedAt(aLayout(part, ROOM), 0).boxes.at(-1);
    // Eight letters, and its bar: which takes a quarter.
    assert.ok(box.width * 0.74 - 8 >= 8 * 8, `${layers} layers: ${box.width}`);
    close(placedAt(aLayout(part, ROOM), 0).width, ROOM.width);
  }
});

test("rows that are kept stay where they were, whatever else the map has now", () => {
  const before = aLayout(), part = aMap(), room = { width: 1000, height: 600 };
  part.tgt = { ...part.tgt, labels: [...part.tgt.labels, "tres", "cuatro"] };
  const kept = aLayout(part, room, { kept: before }), anew = aLayout(part, room);
  for (const t of [0, 0.3, 1]) {
    const [then, now] = [placedAt(before, t), placedAt(kept, t)];
    assert.deepEqual([now.tops, now.pitch], [then.tops, then.pitch]);
  }
  assert.notDeepEqual(placedAt(anew, 0).tops, placedAt(before, 0).tops);
  assert.ok(kept.isKept && !anew.isKept);
});
