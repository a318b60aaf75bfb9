// Who follows a class looks at the part of the map that the teacher looks at, until they move their own.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.window = globalThis;
/** @type {Record<string, (event: object) => void>} */
const heard = {};
let map = null, seen = [];
class Node {
  constructor(isMap) { this.isMap = isMap; }
  closest(name) { return this.isMap && name === ".model-map" ? this : null; }
}
globalThis.Element = Node;
globalThis.document = {
  addEventListener: (kind, listener) => { heard[kind] = listener; }, removeEventListener: (kind) => { delete heard[kind]; },
  querySelector: (name) => (name.startsWith(".model-map") ? map : null),
};
const { createMapFollowing } = await import("../../ui/classroom/map_following.js");

const drawn = () => ({ showView: (text) => seen.push(text) });
const place = (view, more = {}) => ({ place: { page: "overview" }, map: view, gathered: 0, ...more });

function begun({ follows = () => true, page = "overview" } = {}) {
  [map, seen] = [null, []];
  return createMapFollowing({ follows, isOn: (name) => name === page });
}

test("who comes late sees the part as soon as there is a map, and a map that is whole is left alone", () => {
  const following = begun();
  following.take(place("0.5_0.2_0.3"));
  assert.deepEqual(seen, []);
  map = drawn();
  following.look();
  following.look();
  assert.deepEqual(seen, ["0.5_0.2_0.3"]);
  map = drawn();
  following.take(place(""));
  assert.deepEqual(seen, ["0.5_0.2_0.3"]);
  following.stop();
});

test("a map that was moved by hand stays, until all are taken along, another page comes, or they come back", () => {
  let follows = true;
  const following = begun({ follows: () => follows });
  map = drawn();
  following.take(place("1_0_0"));
  heard.wheel({ target: new Node(false), isTrusted: true });
  following.take(place("2_0_0"));
  heard.wheel({ target: new Node(true), isTrusted: true });
  following.take(place("3_0_0"));
  assert.deepEqual(seen, ["1_0_0", "2_0_0"]);
  following.take(place("4_0_0", { gathered: 1 }));
  heard.pointerdown({ target: new Node(true), isTrusted: true });
  following.take(place("5_0_0", { gathered: 1 }));
  follows = false;
  following.look();
  follows = true;
  following.look();
  assert.deepEqual(seen, ["1_0_0", "2_0_0", "4_0_0", "5_0_0"]);
  heard.keydown({ target: new Node(true), isTrusted: true });
  following.take(place("", { place: { page: "masks" }, gathered: 1 }));
  following.take(place("6_0_0", { gathered: 1 }));
  assert.deepEqual(seen.at(-1), "6_0_0");
  following.stop();
  assert.deepEqual(heard, {});
});

test("the part of one page's map is not shown on another page", () => {
  const following = begun({ page: "encoder_decoder" });
  map = drawn();
  following.take(place("1_0_0"));
  assert.deepEqual(seen, []);
  following.stop();
});
