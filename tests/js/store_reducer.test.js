// The reducer of a page's store as a table: given a state, what an event makes of it. The tests of the store itself, with a
// server, are in store.test.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import { createState, reduce } from "../../ui/store/reducer.js";
import { keyOf } from "../../ui/store/requests.js";

const NOW = 10_000, DATE = 1_700_000_000_000, NOWHERE = { pin: "", trail: "" };
const SHARED = { language: "en", url: "/answer/p", views: ["look"], follows: ["arithmetic", "below"], first: ["picture", "arithmetic"], later: ["below"], start: null };
const at = (setting, pin = "") => ({ setting, selection: { pin, trail: "" } });
const [ONE, TWO, THREE] = [at({ a: 1 }), at({ a: 2 }), at({ a: 3 })];
const key = (state) => keyOf(state, "en");
const body = (request) => JSON.stringify(request);

/** What the server answers: a state, with areas. */
const answer = (state, areas = { picture: [] }, more = {}) => ({ state, address: "?v=2", equation: "", areas, later: ["below"], ...more });
/** What a rerun of Streamlit answers. */
const rerun = (state, more = {}) => ({ ...answer(state), ...SHARED, session: "one", undo: null, redo: null, acknowledged: 0, before: null, ...more });

const OPEN = { state: ONE, shared: SHARED, session: "one", address: "?v=1" };
/** Setting a to 2 is being requested; `patch` says how. */
const asking = (patch) => ({ ...OPEN, pending: { patch, request: { ...TWO, before: null } } });
const SET = { set: { a: 2 } }, TO = { to: TWO };

const later = (name, ms) => ({ kind: "set timer", name, ms }), stop = (name) => ({ kind: "stop timer", name });
const draw = (shown, isChange = false) => ({ kind: "draw", answer: shown, isChange });
const SHOWN = [later("address", 0), later("areas", 30)];
const IDLE = { kind: "wait", isWaiting: false };
const post = (request, isPrefetched = false) => [{ kind: "wait", isWaiting: true }, { kind: "post", url: "/answer/p", body: body(request), isPrefetched }];
const areasOf = (state, areas, before = null) => ({
  kind: "post areas", url: "/answer/p", body: body({ ...state, before, areas }), isPrefetched: false, key: key(state), request: key(state) + areas.join(),
});

const changed = { ...TWO, before: ONE.setting, leaving: ONE.setting };

/** Each row: what it states, the state before (beyond a new page's), the event, fields of the state after, and all effects. */
const TABLE = [
  // A change.
  ["a change before the first answer waits", {}, { kind: "asked", patch: SET }, { queue: [SET], pending: null, touchedAt: NOW }, []],
  ["a change is requested", OPEN, { kind: "asked", patch: SET }, { queue: [], pending: { patch: SET, request: changed } }, post(changed)],
  ["a change waits for the one before it", asking(SET), { kind: "asked", patch: { set: { a: 3 } } }, { queue: [{ set: { a: 3 } }], pending: asking(SET).pending }, []],
  ["in a saved page nothing is requested", { ...OPEN, isSaved: true }, { kind: "asked", patch: SET }, { queue: [SET], pending: null }, []],
  ["a refused value goes with the next one", { ...OPEN, refused: { b: 9 } }, { kind: "asked", patch: SET }, { refused: { b: 9 } },
    post({ ...at({ a: 1, b: 9, ...SET.set }), before: ONE.setting, leaving: ONE.setting })],
  ["another display mode is compared with the same setting as before", { ...OPEN, before: THREE.setting }, { kind: "asked", patch: { with: { look: 1 } } }, {},
    post({ ...at({ a: 1, look: 1 }), before: THREE.setting, leaving: ONE.setting })],
  ["a pin requests the areas that follow it and are visible", { ...OPEN, drawn: { below: true } }, { kind: "asked", patch: { do: { pin: "x" } } }, {},
    post({ ...ONE, before: null, do: { pin: "x" }, areas: ["arithmetic", "below"] })],
  ["a step leads to its setting, in the display mode of now", { ...OPEN, state: at({ a: 1, look: 5 }), steps: { undo: [{ a: 2, look: 4 }], redo: [], isKnown: true } },
    { kind: "asked", patch: { step: "undo" } }, {}, post({ ...at({ a: 2, look: 5 }), before: { a: 1, look: 5 }, leaving: { a: 1, look: 5 } })],
  ["a step that is not possible is dropped", OPEN, { kind: "asked", patch: { step: "redo" } }, { queue: [], pending: null }, []],

  // Prefetching.
  ["on pointer-down the change is requested, and nothing waits for it", OPEN, { kind: "prefetch", patch: SET }, { prefetched: body(changed), pending: null },
    [{ kind: "prefetch", url: "/answer/p", body: body(changed) }]],
  ["nothing is prefetched while a change is requested", asking(SET), { kind: "prefetch", patch: SET }, { prefetched: null }, []],
  ["nothing is prefetched before the first answer", {}, { kind: "prefetch", patch: SET }, { prefetched: null }, []],
  ["what was prefetched is used", { ...OPEN, prefetched: body(changed) }, { kind: "asked", patch: SET }, { prefetched: null }, post(changed, true)],
  ["a prefetched request for something else is not used", { ...OPEN, prefetched: "other" }, { kind: "asked", patch: SET }, { prefetched: null }, post(changed)],

  // The outcome of a change.
  ["an answer to a control is drawn; Streamlit knows of it", asking(SET), { kind: "answered", answer: answer(TWO) },
    { state: TWO, before: ONE.setting, pending: null, past: [key(ONE)], drawn: { picture: true }, address: "?v=2", unsent: [], steps: { undo: [ONE.setting], redo: [], isKnown: true } },
    [IDLE, draw(answer(TWO)), ...SHOWN]],
  ["an answer to a picture is drawn, and Streamlit is notified of it", asking(TO), { kind: "answered", answer: answer(TWO) },
    { state: TWO, unsent: [{ request: TWO, step: undefined, base: ONE.setting }] }, [IDLE, draw(answer(TWO)), ...SHOWN, later("notify", 120)]],
  ["Streamlit is notified later of what is not the user's own", asking({ ...TO, later: 500 }), { kind: "answered", answer: answer(TWO) },
    { state: TWO, unsent: [{ request: TWO, step: undefined, base: ONE.setting }] }, [IDLE, draw(answer(TWO)), ...SHOWN, later("notify", 620)]],
  ["a change of numbers is highlighted", asking({ do: { change: 7 } }), { kind: "answered", answer: answer(TWO) }, { state: TWO },
    [IDLE, draw(answer(TWO), true), ...SHOWN, later("notify", 120)]],
  ["a pin is no step", asking({ do: { pin: "x" } }), { kind: "answered", answer: answer(at({ a: 1 }, "x")) },
    { steps: createState().steps, before: null, past: [key(ONE)] }, [IDLE, draw(answer(at({ a: 1 }, "x"))), ...SHOWN, later("notify", 120)]],
  ["undo leads on to redo", { ...asking({ step: "undo", to: TWO }), steps: { undo: [THREE.setting, TWO.setting], redo: [], isKnown: true } }, { kind: "answered", answer: answer(TWO) },
    { steps: { undo: [THREE.setting], redo: [ONE.setting], isKnown: true } }, [IDLE, draw(answer(TWO)), ...SHOWN, later("notify", 120)]],
  ["a step is sent apart from what waits", { ...asking({ step: "undo", to: TWO }), unsent: [{ request: ONE, base: THREE.setting }] }, { kind: "answered", answer: answer(TWO) },
    { unsent: [{ request: TWO, step: "undo", base: ONE.setting }], lastSent: DATE, lastSentAt: NOW },
    [IDLE, draw(answer(TWO)), ...SHOWN, stop("notify"), { kind: "notify", message: { request: ONE, base: THREE.setting, number: DATE } }, later("notify", 120)]],
  ["what is only provisional counts as not drawn", asking(SET), { kind: "answered", answer: answer(TWO, { picture: [], below: [] }, { provisional: ["below"] }) },
    { drawn: { picture: true, below: false } }, [IDLE, draw(answer(TWO, { picture: [], below: [] }, { provisional: ["below"] })), ...SHOWN]],
  ["the next change is requested when one is answered", { ...asking(SET), queue: [{ set: { a: 3 } }] }, { kind: "answered", answer: answer(TWO) },
    { queue: [], pending: { patch: { set: { a: 3 } }, request: { ...THREE, before: TWO.setting, leaving: TWO.setting } } },
    [IDLE, draw(answer(TWO)), ...SHOWN, ...post({ ...THREE, before: TWO.setting, leaving: TWO.setting })]],
  ["a refused value is kept for the next change", asking(SET), { kind: "refused" }, { state: ONE, refused: { a: 2 }, pending: null }, [IDLE]],
  ["an answer forgets what was refused", { ...asking(SET), refused: { b: 9 } }, { kind: "answered", answer: answer(TWO) }, { refused: {} }, [IDLE, draw(answer(TWO)), ...SHOWN]],
  ["a state that is current again is no earlier one", { ...asking(SET), past: [key(THREE), key(TWO)] }, { kind: "answered", answer: answer(TWO) }, { past: [key(THREE), key(ONE)] },
    [IDLE, draw(answer(TWO)), ...SHOWN]],
  ["while there is no connection a change is kept before later ones, and repeated in a second", { ...asking(TO), queue: [SET] }, { kind: "unreachable", isConnected: false },
    { queue: [TO, SET], pending: null, unsent: [] },
    [IDLE, later("again", 1000)]],
  ["with a connection, Streamlit gets the request that was not answered", asking(TO), { kind: "unreachable", isConnected: true },
    { queue: [], unsent: [{ request: { ...TWO, before: null }, step: undefined, base: ONE.setting }] }, [IDLE, later("notify", 120)]],
  ["a control that was not answered is left to Streamlit", asking(SET), { kind: "unreachable", isConnected: true }, { queue: [], unsent: [] }, [IDLE]],
  ["after a second the change is requested again", { ...OPEN, queue: [SET] }, { kind: "timer", name: "again" }, { queue: [] }, post(changed)],
  ["a page that was left draws no answer, and repeats nothing", { ...asking(TO), isLeft: true, queue: [SET] }, { kind: "unreachable", isConnected: false }, { queue: [SET], pending: null }, [IDLE]],

  // Areas further down.
  ["an area that becomes visible is requested", OPEN, { kind: "wanted", names: ["below"] }, { wanted: ["below"], underway: key(ONE) + "below" }, [areasOf(ONE, ["below"])]],
  ["an area is requested once", { ...OPEN, wanted: ["below"], underway: key(ONE) + "below" }, { kind: "wanted", names: ["below"] }, { wanted: ["below"] }, []],
  ["an area that is drawn is not requested", { ...OPEN, drawn: { below: true } }, { kind: "wanted", names: ["below"] }, { wanted: ["below"], underway: null }, []],
  ["areas give way to a change", asking(SET), { kind: "wanted", names: ["below"] }, { wanted: ["below"], underway: null }, []],
  ["areas are requested some time after the picture", { ...OPEN, wanted: ["picture", "below"], drawn: { picture: true }, before: TWO.setting }, { kind: "timer", name: "areas" },
    { underway: key(ONE) + "below" }, [areasOf(ONE, ["below"], TWO.setting)]],
  ["areas are drawn", { ...OPEN, underway: "x" }, { kind: "areas", key: key(ONE), request: "x", answer: answer(ONE, { below: [] }) }, { underway: null, drawn: { below: true } },
    [draw(answer(ONE, { below: [] }))]],
  ["areas of a state that was left are not drawn", { ...OPEN, underway: "y" }, { kind: "areas", key: key(TWO), request: "x", answer: answer(TWO, { below: [] }) }, { underway: "y", drawn: {} }, []],
  ["areas that were not answered can be requested again", { ...OPEN, underway: "x" }, { kind: "areas", key: key(ONE), request: "x", answer: null }, { underway: null, drawn: {} }, []],
  ["areas whose elements were replaced are to be drawn again", { ...OPEN, drawn: { below: true, picture: true } }, { kind: "replaced", names: ["below"] }, { drawn: { picture: true } }, []],

  // Streamlit's own answer.
  ["the first answer opens the page", {}, { kind: "rerun", answer: rerun(ONE) }, { state: ONE, session: "one", drawn: { picture: true }, past: [] },
    [stop("late"), draw(rerun(ONE)), ...SHOWN]],
  ["an answer to what is shown draws nothing again", { ...OPEN, drawn: { picture: true } }, { kind: "rerun", answer: rerun(ONE, { before: TWO.setting }) }, { before: TWO.setting },
    [stop("late"), draw({ ...rerun(ONE, { before: TWO.setting }), areas: {} }), { kind: "write address", address: "?v=2" }]],
  ["an answer with an area that is not drawn is drawn", OPEN, { kind: "rerun", answer: rerun(ONE) }, { drawn: { picture: true } }, [stop("late"), draw(rerun(ONE)), ...SHOWN]],
  ["in another language everything is drawn again", { ...OPEN, drawn: { picture: true, below: true } }, { kind: "rerun", answer: rerun(ONE, { language: "ko" }) },
    { drawn: { picture: true } }, [stop("late"), draw(rerun(ONE, { language: "ko" })), ...SHOWN]],
  ["an answer to a setting made elsewhere is drawn, and other steps led to it", { ...OPEN, steps: { undo: [TWO.setting], redo: [], isKnown: true } },
    { kind: "rerun", answer: rerun(THREE, { undo: { setting: TWO.setting } }) }, { state: THREE, steps: { undo: [TWO.setting], redo: [], isKnown: false } },
    [stop("late"), draw(rerun(THREE, { undo: { setting: TWO.setting } })), ...SHOWN]],
  ["the browser's own steps are not replaced by the session's", { ...OPEN, steps: { undo: [TWO.setting], redo: [], isKnown: true }, drawn: { picture: true } },
    { kind: "rerun", answer: rerun(ONE, { undo: { setting: THREE.setting } }) }, { steps: { undo: [TWO.setting], redo: [], isKnown: true } },
    [stop("late"), draw({ ...rerun(ONE, { undo: { setting: THREE.setting } }), areas: {} }), { kind: "write address", address: "?v=2" }]],
  ["599 ms after a touch, an answer to an earlier state is late", { ...OPEN, past: [key(THREE)], touchedAt: NOW - 599 }, { kind: "rerun", answer: rerun(THREE) },
    { state: ONE, late: rerun(THREE) }, [stop("late"), later("late", 600)]],
  ["600 ms after a touch, it counts", { ...OPEN, past: [key(THREE)], touchedAt: NOW - 600 }, { kind: "rerun", answer: rerun(THREE) }, { state: THREE, late: null },
    [stop("late"), draw(rerun(THREE)), ...SHOWN]],
  ["while a change is requested, an answer to an earlier state is late", { ...asking(SET), past: [key(THREE)] }, { kind: "rerun", answer: rerun(THREE) },
    { state: ONE, late: rerun(THREE) }, [stop("late"), later("late", 600)]],
  ["right after a touch, an answer to a state that was never here counts", { ...OPEN, touchedAt: NOW }, { kind: "rerun", answer: rerun(THREE) }, { state: THREE },
    [stop("late"), draw(rerun(THREE)), ...SHOWN]],
  ["a late answer counts when its time is over", { ...OPEN, past: [key(THREE)], touchedAt: NOW, late: rerun(THREE) }, { kind: "timer", name: "late" }, { state: THREE, late: null },
    [stop("late"), draw(rerun(THREE)), ...SHOWN]],
  ["a late answer goes on waiting for a change", { ...asking(SET), past: [key(THREE)], late: rerun(THREE) }, { kind: "timer", name: "late" }, { state: ONE, late: rerun(THREE) },
    [stop("late"), later("late", 600)]],
  ["a newer answer replaces a late one", { ...OPEN, drawn: { picture: true }, late: rerun(THREE) }, { kind: "rerun", answer: rerun(ONE) }, { late: null },
    [stop("late"), draw({ ...rerun(ONE), areas: {} }), { kind: "write address", address: "?v=2" }]],
  ["an answer that does not know of the last message is ignored for 5 s", { ...OPEN, lastSent: 7, lastSentAt: NOW - 4999 }, { kind: "rerun", answer: rerun(THREE, { acknowledged: 6 }) },
    { state: ONE, acknowledged: 6 }, [stop("late")]],
  ["after 5 s the message counts as lost", { ...OPEN, lastSent: 7, lastSentAt: NOW - 5000 }, { kind: "rerun", answer: rerun(THREE, { acknowledged: 6 }) }, { state: THREE },
    [stop("late"), draw(rerun(THREE, { acknowledged: 6 })), ...SHOWN]],
  ["an answer that knows of the last message counts", { ...OPEN, lastSent: 7, lastSentAt: NOW }, { kind: "rerun", answer: rerun(THREE, { acknowledged: 7 }) }, { state: THREE, acknowledged: 7 },
    [stop("late"), draw(rerun(THREE, { acknowledged: 7 })), ...SHOWN]],
  ["an older answer does not take back what was acknowledged", { ...OPEN, lastSent: 7, lastSentAt: NOW, acknowledged: 7 }, { kind: "rerun", answer: rerun(THREE, { acknowledged: 6 }) },
    { state: ONE, acknowledged: 7 }, [stop("late")]],
  ["an answer is ignored while a message is still to be sent", { ...OPEN, unsent: [{ request: ONE, base: TWO.setting }] }, { kind: "rerun", answer: rerun(THREE) }, { state: ONE }, [stop("late")]],
  ["a new session receives what the page shows", OPEN, { kind: "rerun", answer: rerun(TWO, { session: "two" }) },
    { state: ONE, session: "two", unsent: [{ request: ONE, base: TWO.setting }] }, [stop("late"), later("notify", 120)]],
  ["a new session that shows the same receives nothing", { ...OPEN, drawn: { picture: true } }, { kind: "rerun", answer: rerun(ONE, { session: "two" }) }, { session: "two", unsent: [] },
    [stop("late"), draw({ ...rerun(ONE, { session: "two" }), areas: {} }), { kind: "write address", address: "?v=2" }]],

  // Notifying Streamlit.
  ["of several messages the last is sent, with the setting that the first was applied to", { ...OPEN, unsent: [{ request: TWO, base: ONE.setting }, { request: THREE, base: TWO.setting }] },
    { kind: "timer", name: "notify" }, { unsent: [], lastSent: DATE, lastSentAt: NOW },
    [stop("notify"), { kind: "notify", message: { request: THREE, base: ONE.setting, number: DATE } }]],
  ["numbers increase even if a clock is set back", { ...OPEN, unsent: [{ request: TWO, base: ONE.setting }], lastSent: DATE + 50 }, { kind: "due" }, { lastSent: DATE + 51 },
    [stop("notify"), { kind: "notify", message: { request: TWO, base: ONE.setting, number: DATE + 51 } }]],
  ["without a message nothing is sent", { ...OPEN, lastSent: 7 }, { kind: "due" }, { lastSent: 7, lastSentAt: 0 }, [stop("notify")]],
  ["another page is opened through Streamlit", OPEN, { kind: "brought", bring: { page: "masks", fields: { seed: 3 } } },
    { unsent: [{ request: ONE, base: ONE.setting, bring: { page: "masks", fields: { seed: 3 } } }] }, [later("notify", 120)]],

  // The URL.
  ["the URL is written after the picture", OPEN, { kind: "timer", name: "address" }, {}, [{ kind: "write address", address: "?v=1" }]],
  ["the map position is in the URL", OPEN, { kind: "viewed", view: { name: "map", text: "1,2" } }, { view: { name: "map", text: "1,2" } },
    [{ kind: "write address", address: "?v=1&map=1%2C2" }]],
  ["before the first answer there is no URL to write", {}, { kind: "viewed", view: { name: "map", text: "1" } }, { view: { name: "map", text: "1" } }, []],
  ["a page that was left writes no URL", { ...OPEN, isLeft: true }, { kind: "timer", name: "address" }, {}, []],

  // Touching and leaving.
  ["a touch is remembered", OPEN, { kind: "touched" }, { touchedAt: NOW }, []],
  ["a page that is being left notifies nobody, and its timers stop", { ...OPEN, unsent: [{ request: TWO, base: ONE.setting }], late: rerun(THREE) }, { kind: "leaving" },
    { unsent: [], late: null }, [stop("notify"), stop("areas"), stop("late"), stop("again"), { kind: "mute" }]],
  ["a page that was left stays so", OPEN, { kind: "left" }, { isLeft: true }, []],
];

/** A copy that cannot be changed, all the way down: the reducer must not change what it is given. */
function frozen(value) {
  if (typeof value !== "object" || value === null) return value;
  const copy = Array.isArray(value) ? value.map(frozen) : Object.fromEntries(Object.entries(value).map(([name, one]) => [name, frozen(one)]));
  return Object.freeze(copy);
}

for (const [name, given, event, expected, effects] of TABLE) {
  test(`${event.kind}: ${name}`, () => {
    const state = frozen({ ...createState(), touchedAt: -Infinity, ...given });
    const after = reduce(state, frozen({ ...event, now: NOW, date: DATE }));
    const found = Object.fromEntries(Object.keys(expected).map((field) => [field, after.state[field]]));
    assert.deepEqual({ state: found, effects: after.effects }, { state: expected, effects });
  });
}

test("every kind of event and every timer is in the table", () => {
  const kinds = new Set(TABLE.map(([, , { kind, name }]) => (kind === "timer" ? `${kind} ${name}` : kind)));
  const all = ["asked", "prefetch", "touched", "answered", "refused", "unreachable", "wanted", "areas", "rerun", "replaced", "viewed", "brought", "due", "leaving", "left"];
  assert.deepEqual([...kinds].sort(), [...all, ...["again", "late", "areas", "address", "notify"].map((name) => `timer ${name}`)].sort());
});
