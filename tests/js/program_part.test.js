import assert from "node:assert/strict";
import { test } from "node:test";

import { withLink } from "../../ui/answer/program_part.js";

const HEADING = { cell_type: "markdown", source: "# Title\n\nThe numbers: {link}" };

/** The cells of a notebook with a link in it. */
function cellsWith(link, ...cells) {
  return JSON.parse(withLink(JSON.stringify({ cells: [HEADING, ...cells] }), link)).cells;
}

/** Where the link of a notebook's heading leads. */
function linkIn([heading]) {
  return /^# Title\n\nThe numbers: <([^<>\s]*)>$/.exec(heading.source)[1];
}

test("the page's address stands in the notebook's heading, and leads to the same page", () => {
  const link = "http://127.0.0.1/attention?at_sentence=a%22b+c&at_x=$&at_cells=~Ab-_[1,2]&at_y=it's*";
  const found = new URL(linkIn(cellsWith(link))), asked = new URL(link);
  assert.equal(found.pathname, asked.pathname);
  assert.deepEqual([...found.searchParams], [...asked.searchParams]);
});

test("nothing of a link comes into code, though a sentence holds the sign that stands for it", () => {
  const code = { cell_type: "code", source: "recognise('She ran {link} home.')" };
  const said = { cell_type: "markdown", source: "{link}" };
  const cells = cellsWith("http://127.0.0.1/?s={link}#'+str(open('FILE','w').write('x'))+'", code, said);
  assert.deepEqual(cells.slice(1), [code, said]);
});

test("the fragment of a link stands nowhere in the notebook", () => {
  assert.doesNotMatch(JSON.stringify(cellsWith("http://127.0.0.1/a?b=1#planted")), /planted/);
});

test("a link is an address in the heading, and neither a picture nor code nor mathematics", () => {
  const link = "http://127.0.0.1/a?x=![i](https://e.example/i.png)`b`$c$**d**<img>\\";
  assert.match(linkIn(cellsWith(link)), /^http:\/\/127\.0\.0\.1\/a\?[\w\-.~:/?&=%,;+[\]]*$/);
});
