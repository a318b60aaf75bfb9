import assert from "node:assert/strict";
import { test } from "node:test";

import { colourOf, escaped, fontOf } from "../../ui/share/svg_attributes.js";
import { SvgContext } from "../../ui/share/svg_context.js";

function context() {
  return new SvgContext({ measure: (font, text) => text.length * fontOf(font).size, imageOf: () => "data:,x", family: "Arial" });
}

function drawn(draw) {
  const pen = context();
  draw(pen);
  return pen.body;
}

test("words stay words, whatever is in them", () => {
  const body = drawn((pen) => {
    Object.assign(pen, { font: "700 14px Arial", textAlign: "center", fillStyle: "#112233" });
    pen.fillText("<b>&\u0001 \"고양이\"", 10, 20);
  });
  assert.equal(body, '<text x="10" y="20" font-size="14" font-weight="700" text-anchor="middle" fill="#112233">&lt;b&gt;&amp; &quot;고양이&quot;</text>');
  assert.equal(escaped("a<b"), "a&lt;b");
});

test("places follow what was moved, turned and taken back", () => {
  const body = drawn((pen) => {
    pen.save();
    pen.translate(10, 5);
    pen.fillRect(1, 2, 3, 4);
    pen.rotate(Math.PI / 2);
    pen.fillText("x", 0, 0);
    pen.beginPath();
    pen.moveTo(1, 0);
    pen.lineTo(2, 0);
    pen.stroke();
    pen.restore();
    pen.fillRect(1, 2, 3, 4);
  });
  assert.match(body, /<rect x="11" y="7" width="3" height="4"/);
  assert.match(body, /transform="matrix\(0 1 -1 0 10 5\)"/);
  assert.match(body, /d="M10 6L10 7"/);
  assert.match(body, /<rect x="1" y="2" width="3" height="4"[^>]*\/>$/);
});

test("colours are written as older readers know them", () => {
  assert.deepEqual(colourOf("rgb(255, 0, 16)"), ["#ff0010", 1]);
  assert.deepEqual(colourOf("rgba(0,0,0,0.5)"), ["#000000", 0.5]);
  assert.deepEqual(colourOf("rgb(0 0 0 / 30%)"), ["#000000", 0.3]);
  assert.deepEqual(colourOf("transparent"), ["none", 1]);
  assert.equal(drawn((pen) => { pen.fillStyle = "transparent"; pen.fillRect(0, 0, 1, 1); }), "");
});

test("what is clipped stands in one group", () => {
  const body = drawn((pen) => {
    pen.save();
    pen.beginPath();
    pen.rect(0, 0, 5, 5);
    pen.clip();
    pen.fillRect(0, 0, 9, 9);
    pen.strokeRect(0, 0, 9, 9);
    pen.restore();
    pen.fillRect(1, 1, 1, 1);
  });
  assert.equal(body.match(/<g clip-path="url\(#d0\)">/g).length, 1);
  assert.match(body, /<clipPath id="d0"><path d="M0 0L5 0L5 5L0 5Z"\/><\/clipPath>/);
  assert.match(body, /<\/g><rect x="1"/);
});

test("a pattern is made of lines, and once", () => {
  const body = drawn((pen) => {
    for (let time = 0; time < 2; time++) {
      pen.fillStyle = pen.patternOf(7, 7, (tile) => { tile.beginPath(); tile.moveTo(0, 7); tile.lineTo(7, 0); tile.stroke(); });
      pen.fillRect(0, 0, 10, 10);
    }
  });
  assert.equal(body.match(/<pattern/g).length, 1);
  assert.equal(body.match(/fill="url\(#d0\)"/g).length, 2);
});

test("circles, curves, dashes and images are there", () => {
  const body = drawn((pen) => {
    pen.setLineDash([5, 4]);
    pen.beginPath();
    pen.arc(10, 10, 5, 0, 2 * Math.PI);
    pen.stroke();
    pen.beginPath();
    pen.moveTo(0, 0);
    pen.bezierCurveTo(1, 0, 2, 1, 3, 1);
    pen.quadraticCurveTo(4, 1, 4, 2);
    pen.globalAlpha = 0.5;
    pen.stroke();
    pen.imageSmoothingEnabled = false;
    pen.drawImage({ width: 2, height: 2 }, 0, 0, 20, 20);
  });
  assert.match(body, /M15 10A5 5 0 0 1 5 10A5 5 0 0 1 15 10/);
  assert.match(body, /M0 0C1 0 2 1 3 1Q4 1 4 2/);
  assert.match(body, /stroke-dasharray="5 4"/);
  assert.match(body, /stroke-opacity="0.5"/);
  assert.match(body, /<image [^>]*pixelated[^>]*href="data:,x"/);
});

test("a whole drawing begins at its corner", () => {
  const body = drawn((pen) => {
    pen.corner = [20, 30];
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.fillRect(0, 0, 1, 1);
  });
  assert.match(body, /<rect x="20" y="30"/);
});
