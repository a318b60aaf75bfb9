import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { hasUnacknowledged, leave, leaveForGood, notifyNow } from "../../ui/store/notify.js";
import { keyOf, nextPatch, requestOf } from "../../ui/store/requests.js";
import { ask, prefetch, createStore, receive, targetOf, want } from "../../ui/store/store.js";

const SHARED = {
  language: "en", url: "/answer/p", follows: ["arithmetic"], first: ["picture", "arithmetic"], later: ["below"], controls: {}, acknowledged: 0,
};
const NOWHERE = { pin: "", trail: "" };

function framed(header, ...rest) {
  const text = new TextEncoder().encode(JSON.stringify(header)), size = new Uint8Array(4);
  new DataView(size.buffer).setUint32(0, text.length, true);
  return new Uint8Array([...size, ...text, ...rest.flatMap((part) => [...part])]);
}

const EMPTY = framed({ parts: [] });

/** A server that answers every setting with itself; "bad" values are refused. */
class Server {
  requests = [];
  down = false;

  post = async (url, body) => {
    const asked = JSON.parse(body);
    this.requests.push(asked);
    await new Promise((done) => setTimeout(done, 2));
    if (this.down) return { status: 503, bytes: null };
    if (Object.values(asked.setting).includes("bad")) return { status: 400, bytes: null };
    const setting = asked.do?.change ? { ...asked.setting, edited: asked.do.change } : asked.setting;
    const selection = asked.do?.pin === undefined ? asked.selection : { pin: asked.do.pin, trail: "" };
    const names = asked.areas ?? SHARED.first;
    const areas = Object.fromEntries(names.map((name) => [name, EMPTY.length]));
    const answer = { state: { setting, selection }, address: "?v=2", areas, first: SHARED.first, later: [], follows: [] };
    return { status: 200, bytes: framed(answer, ...names.map(() => EMPTY)).buffer };
  };
}

function answerOf(setting, selection = NOWHERE) {
  return { ...SHARED, state: { setting, selection }, address: "?v=2", equation: "", areas: { picture: [], arithmetic: [] } };
}

/** Puts the store into a state that only time or a page would lead to. */
function put(fields) {
  store.held = { ...store.held, ...fields };
}

async function settled() {
  do await new Promise((done) => setTimeout(done, 60));
  while (store.busy || store.queue.length);
}

let server, store, drawn, messages;
beforeEach(() => {
  server = new Server();
  Object.assign(globalThis, { location: { search: "?v=2", hash: "" } });
  [drawn, messages] = [[], []];
  store = createStore("p");
  Object.assign(store, { post: server.post, draw: (answer) => drawn.push(answer), notifyStreamlit: (message) => messages.push(message) });
  receive(store, answerOf({ a: 1, b: 2 }));
});

// What a test does not send is not sent in the next one.
afterEach(() => leave(store));

test("a state is one text whatever the order of its values", () => {
  const selection = { pin: "x.0.0", trail: "" };
  assert.equal(keyOf({ setting: { a: 1, b: 2 }, selection }, "en"), keyOf({ setting: { b: 2, a: 1 }, selection }, "en"));
  assert.notEqual(keyOf({ setting: { a: 1 }, selection }, "en"), keyOf({ setting: { a: 1 }, selection }, "ko"));
  assert.notEqual(keyOf({ setting: { a: 1 }, selection }, "en"), keyOf({ setting: { a: 1 }, selection: NOWHERE }, "en"));
});

test("of controls that move on only the newest values are asked for; what is done in between is kept", () => {
  const [moved, pin, last] = [[{ set: { a: 2 } }, { set: { a: 3, b: 1 } }], { do: { pin: "x" } }, { set: { a: 4 } }];
  assert.deepEqual(nextPatch([...moved, pin, last]), [{ set: { a: 3, b: 1 } }, [pin, last]]);
  assert.deepEqual(nextPatch([pin, last]), [pin, [last]]);
  assert.deepEqual(nextPatch([last]), [last, []]);
});

test("a moved control is asked for with the rest of the setting, and Streamlit is not notified: it knows", async () => {
  ask(store, { set: { a: 5 } });
  await settled();
  assert.deepEqual(server.requests[0].setting, { a: 5, b: 2 });
  assert.deepEqual(server.requests[0].before, { a: 1, b: 2 });
  assert.deepEqual(store.state.setting, { a: 5, b: 2 });
  notifyNow(store);
  assert.deepEqual(messages, []);
});

test("what is only shown in another way is compared with what it was, and leaves what is in force", async () => {
  store.shared.views = ["b"];
  ask(store, { set: { a: 5 } });
  await settled();
  ask(store, { with: { b: 3 } });
  await settled();
  assert.deepEqual(server.requests[1].before, { a: 1, b: 2 });
  assert.deepEqual(server.requests[1].leaving, { a: 5, b: 2 });
  const [, , areas] = (want(store, ["below"]), await settled(), server.requests);
  assert.equal(areas.leaving, undefined);
});

test("fields that a picture sets join what is still on its way, and Streamlit is notified", async () => {
  ask(store, { to: { setting: { a: 5, b: 2 }, selection: { pin: "x.0.0", trail: "" } } });
  ask(store, { with: { b: 7 } });
  await settled();
  assert.deepEqual(store.state, { setting: { a: 5, b: 7 }, selection: { pin: "x.0.0", trail: "" } });
  notifyNow(store);
  assert.deepEqual(messages.at(-1).request.setting, { a: 5, b: 7 });
});

test("a pin asks only for what follows it, and an edit for everything", () => {
  assert.deepEqual(requestOf(store.held, { do: { pin: "x.0.0" } }).areas, ["arithmetic"]);
  assert.equal(requestOf(store.held, { do: { change: {} } }).areas, undefined);
});

test("what is done in a picture is sent to Streamlit with the state that it led to", async () => {
  ask(store, { do: { change: 7 } });
  await settled();
  notifyNow(store);
  assert.deepEqual(messages[0].request.setting, { a: 1, b: 2, edited: 7 });
  assert.ok(messages[0].number > 0);
});

test("where the server cannot be reached Streamlit gets the request itself", async () => {
  server.down = true;
  ask(store, { do: { change: 7 } });
  await settled();
  notifyNow(store);
  assert.deepEqual(messages[0].request.do, { change: 7 });
  assert.deepEqual(store.state.setting, { a: 1, b: 2 });
});

test("two controls that are possible only together are tried together", async () => {
  ask(store, { set: { a: "bad" } });
  await settled();
  assert.deepEqual(store.state.setting, { a: 1, b: 2 });
  assert.deepEqual(requestOf(store.held, { set: { b: 3 } }).setting, { a: "bad", b: 3 });
});

test("a rerun's answer to what stands already draws nothing anew", async () => {
  ask(store, { set: { a: 5 } });
  await settled();
  put({ drawn: { picture: true, arithmetic: true } });
  drawn.length = 0;
  receive(store, answerOf({ a: 5, b: 2 }));
  assert.deepEqual(drawn.map(({ areas }) => areas), [{}]);
});

test("a rerun's answer to a state that was left a moment ago does not undo the newer one", async () => {
  ask(store, { set: { a: 5 } });
  await settled();
  ask(store, { set: { a: 6 } });
  await settled();
  receive(store, answerOf({ a: 5, b: 2 }));
  assert.equal(store.state.setting.a, 6);
});

test("a rerun's answer to a state that was never here counts at once: somebody set it elsewhere", () => {
  receive(store, answerOf({ a: 9, b: 9 }));
  assert.deepEqual(store.state.setting, { a: 9, b: 9 });
});

test("another language is another answer to the same setting", () => {
  drawn.length = 0;
  receive(store, { ...answerOf({ a: 1, b: 2 }), language: "ko" });
  assert.deepEqual(Object.keys(drawn.at(-1).areas), ["picture", "arithmetic"]);
});

test("what stands further down is asked for behind the picture, once", async () => {
  want(store, ["below"]);
  await settled();
  assert.deepEqual(server.requests.map(({ areas }) => areas), [["below"]]);
});

test("who has left a page tells nothing more", async () => {
  ask(store, { do: { change: 7 } });
  await settled();
  leave(store);
  await settled();
  notifyNow(store);
  assert.deepEqual(messages, []);
});

test("a page that is left draws no answer that comes late, and asks a lost server no more", async () => {
  ask(store, { set: { a: 3 } });
  leaveForGood(store);
  const before = drawn.length;
  await settled();
  assert.equal(drawn.length, before);
  put({ isLeft: false });
  store.isConnected = () => false;
  server.down = true;
  ask(store, { set: { a: 4 } });
  leaveForGood(store);
  await settled();
  assert.deepEqual(store.queue, []);
});

test("what was just done is taken back and done again before any rerun knows of it", async () => {
  ask(store, { do: { change: 7 } });
  ask(store, { step: "undo" });
  await settled();
  assert.deepEqual(store.state.setting, { a: 1, b: 2 });
  assert.equal(targetOf(store, "undo"), null);
  ask(store, { step: "redo" });
  await settled();
  assert.deepEqual(store.state.setting, { a: 1, b: 2, edited: 7 });
  assert.equal(targetOf(store, "redo"), null);
  notifyNow(store);
  assert.deepEqual(messages.map(({ step }) => step), [undefined, "undo", "redo"]);
});

test("a step that there is none of asks for nothing, and keeps nothing else waiting", async () => {
  ask(store, { step: "undo" });
  ask(store, { set: { a: 5 } });
  await settled();
  assert.deepEqual(server.requests.map(({ setting }) => setting.a), [5]);
});

test("a step changes what a page shows, not how it is shown", async () => {
  store.shared.views = ["b"];
  ask(store, { set: { a: 5 } });
  await settled();
  ask(store, { set: { b: 3 } });
  await settled();
  ask(store, { step: "undo" });
  await settled();
  assert.deepEqual(store.state.setting, { a: 1, b: 3 });
});

test("the start is the setting with which the page was opened, shown as it is now", async () => {
  Object.assign(store.shared, { start: { a: 1, b: 2 }, views: ["b"] });
  assert.equal(targetOf(store, "start"), null);
  ask(store, { set: { a: 5, b: 7 } });
  await settled();
  assert.deepEqual(targetOf(store, "start").setting, { a: 1, b: 7 });
});

test("where the session knows of other steps they are the ones that count", () => {
  receive(store, { ...answerOf({ a: 1, b: 2 }), undo: { setting: { a: 8, b: 2 } }, redo: null });
  assert.equal(targetOf(store, "undo").setting.a, 8);
  assert.equal(targetOf(store, "redo"), null);
});

test("a rerun that does not know of what was done is not drawn, however late it comes", async () => {
  ask(store, { do: { change: 7 } });
  await settled();
  notifyNow(store);
  put({ touchedAt: -Infinity });
  receive(store, { ...answerOf({ a: 1, b: 2 }), acknowledged: 0 });
  assert.equal(store.state.setting.edited, 7);
  receive(store, { ...answerOf({ a: 4, b: 2 }), acknowledged: messages[0].number });
  assert.equal(store.state.setting.a, 4);
});

test("until a rerun knows of it, what was done counts as not yet acknowledged", async () => {
  assert.equal(hasUnacknowledged(store), false);
  ask(store, { do: { change: 7 } });
  await settled();
  assert.equal(hasUnacknowledged(store), true);
  notifyNow(store);
  assert.equal(hasUnacknowledged(store), true);
  receive(store, { ...answerOf({ a: 1, b: 2, edited: 7 }), acknowledged: messages[0].number });
  assert.equal(hasUnacknowledged(store), false);
});

test("a message that is lost keeps reruns out only for a while", async () => {
  ask(store, { do: { change: 7 } });
  await settled();
  notifyNow(store);
  put({ touchedAt: -Infinity, lastSentAt: -Infinity });
  receive(store, { ...answerOf({ a: 1, b: 2 }), acknowledged: 0 });
  assert.equal(store.state.setting.edited, undefined);
});

test("what is asked while the hand is still down is asked once, and shown when it goes up", async () => {
  prefetch(store, { set: { a: 5 } });
  await settled();
  assert.equal(store.state.setting.a, 1);
  ask(store, { set: { a: 5 } });
  await settled();
  assert.equal(store.state.setting.a, 5);
  assert.equal(server.requests.length, 1);
});

test("a hand that goes up elsewhere gets what it asks for, not what was prefetched", async () => {
  prefetch(store, { set: { a: 5 } });
  ask(store, { set: { a: 6 } });
  await settled();
  assert.equal(store.state.setting.a, 6);
  ask(store, { set: { a: 5 } });
  await settled();
  assert.equal(server.requests.length, 3);
});

test("an answer that cannot be read is none: Streamlit gets the request, and the next one is asked", async () => {
  store.post = async () => ({ status: 200, bytes: new TextEncoder().encode("<html>").buffer });
  ask(store, { do: { change: 7 } });
  await new Promise((done) => setTimeout(done, 30));
  notifyNow(store);
  assert.deepEqual(messages[0].request.do, { change: 7 });
  store.post = server.post;
  ask(store, { set: { a: 5 } });
  await settled();
  assert.equal(store.state.setting.a, 5);
});

test("a session of a server that was started anew receives what was done in the one before", async () => {
  receive(store, { ...answerOf({ a: 1, b: 2 }), session: "one" });
  ask(store, { with: { a: 4 } });
  await settled();
  notifyNow(store);
  receive(store, { ...answerOf({ a: 1, b: 2 }), session: "other" });
  assert.deepEqual(store.state.setting, { a: 4, b: 2 });
  notifyNow(store);
  const { request, base, number } = messages.at(-1);
  assert.deepEqual([request.setting, base], [{ a: 4, b: 2 }, { a: 1, b: 2 }]);
  receive(store, { ...answerOf({ a: 4, b: 2 }), session: "other", acknowledged: number });
  assert.deepEqual([store.state.setting, hasUnacknowledged(store)], [{ a: 4, b: 2 }, false]);
});

test("a page that is opened once more under its bare path gets its address back, and draws nothing again", async () => {
  await settled();
  drawn.length = 0;
  Object.assign(globalThis, { location: { search: "", hash: "" }, history: { state: null, replaceState: (_, __, to) => { globalThis.location.search = to; } } });
  receive(store, answerOf({ a: 1, b: 2 }));
  assert.equal(globalThis.location.search, "?v=2");
  assert.deepEqual(drawn.map(({ areas }) => areas), [{}]);
  delete globalThis.history;
});

test("a picture knows while it is drawn, and only then, that numbers were changed", async () => {
  const changes = [];
  store.draw = () => changes.push(store.isChange);
  ask(store, { do: { pin: "x" } });
  await settled();
  ask(store, { do: { change: 7 } });
  await settled();
  assert.deepEqual([...changes, store.isChange], [false, true, false]);
});

test("an effect that fails is an error, and the others are carried out: no later change waits for ever", async () => {
  store.waits = () => { throw new Error("no notice"); };
  assert.throws(() => ask(store, { set: { a: 5 } }), /no notice/);
  store.waits = () => {};
  await settled();
  assert.equal(store.state.setting.a, 5);
});

test("what was held back for a request is let go when it is answered, not before", async () => {
  const log = [];
  Object.assign(store, { waits: (isWaiting) => log.push(isWaiting), answered: () => log.push("answered") });
  ask(store, { set: { a: 5 } });
  assert.deepEqual(log, [true]);
  await settled();
  assert.deepEqual(log, [true, false, "answered"]);
});

test("a timer that is set again begins again", async () => {
  ask(store, { with: { a: 4 } });
  await settled();
  ask(store, { with: { a: 6 } });
  await new Promise((done) => setTimeout(done, 90));
  assert.deepEqual(messages, []);
  await settled();
  assert.deepEqual(messages.map(({ request }) => request.setting.a), [6]);
});

test("a field that a store does not have cannot be set: the reducer alone changes the state", () => {
  assert.throws(() => { store.isLeft = true; }, TypeError);
  assert.throws(() => { store.state = null; }, TypeError);
});
