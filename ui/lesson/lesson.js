// What Streamlit mounts in the sidebar for lessons: the button that begins them, and the panel that takes the place of
// the navigation; a sheet at the lower edge where the sidebar is folded or the window narrow.

import { element } from "../picture/element.js";
import { offerDrop } from "../shell/dropped_files.js";
import { onAnswer, openPage, openStore } from "../shell/workbench.js";
import { isBareLink, keepInAddress, keptInAddress } from "../store/address.js";
import { decodeFrame } from "../store/bytes.js";
import { observeSidebar } from "../streamlit/streamlit.js";
import { keep, keepFile, keepNotes, forget, keptFile, keptNotes, keptOf, DROPPED, PARAMETER, readPlace, stepWithin, writePlace } from "./place.js";
import { ring } from "./look.js";
import { contextOf } from "./context.js";
import { screenOf } from "./panel.js";
import { createOpening, openTarget } from "./opening.js";
import { keepCovered } from "../picture/prediction/predictors.js";
import { makeRoom, settlePanel } from "./panel_place.js";
import { toolsOf } from "./tools.js";
import { createTour } from "../tour/tour.js";
import { fetchLesson, fetchList, readFile } from "./requests.js";

/** Made once: Streamlit makes the sidebar anew with some pages, and the lesson goes on. @param {Lessons.Sent} sent */
function createLessons(sent) {
  const host = element("div", "lessons-own");
  const opener = element("button", "chip quiet lesson-opener"), panel = element("section", "lesson-panel"), bar = element("button", "lesson-folded");
  opener.type = bar.type = "button";
  panel.hidden = bar.hidden = true;
  host.replaceChildren(opener, panel, bar);
  /** @type {Lessons.PanelState} */
  const state = { lessons: null, place: null, lesson: null, fault: "", extra: null, isPreview: false, views: [], away: null, isFolded: false, areNotesShown: keptNotes() };
  let language = sent.language, isOpen = false, asked = 0, opened = "";
  /** @type {ReturnType<typeof ring>[]} */
  let rings = [];

  const strings = () => sent.strings;
  const step = () => (state.lesson && state.place && !state.extra ? state.lesson.steps[state.place.step - 1] : undefined);

  /** What the step's page is: that of its first link, or of the last link before it. */
  const target = () => {
    const { lesson, place } = state;
    if (!lesson || !place) return null;
    for (let at = Math.min(place.step, lesson.steps.length); at > 0; at--) {
      const open = lesson.steps[at - 1].items.find((item) => item.kind === "open");
      if (open?.kind === "open" && open.target) return open.target;
    }
    return null;
  };

  const follow = (/** @type {Lessons.Target} */ to) => openTarget(to, `${PARAMETER}=${encodeURIComponent(writePlace(state.place))}`);

  const ringAgain = () => {
    for (const one of rings) one.stop();
    const items = (isOpen && step()?.items) || [], looks = items.flatMap((item) => (item.kind === "look" ? [item] : []));
    document.documentElement.toggleAttribute("data-lesson-reads", isOpen && looks.some(({ area }) => area === "arithmetic"));
    rings = looks.map((look) => ring(look, openStore, !items.some(({ kind }) => kind === "do")));
  };

  const settle = () => settlePanel({ host, opener, panel, bar }, { isOpen, isFolded: state.isFolded });

  const draw = (isMoved = true) => {
    for (const view of state.views) view.stop?.();
    state.views = [];
    state.away = null;
    panel.replaceChildren(...screenOf({ strings: strings(), language: sent.language, state, actions }).filter((one) => one !== ""));
    const title = state.extra?.title ?? state.lesson?.title ?? strings().lessons;
    panel.setAttribute("aria-label", title);
    bar.textContent = `${strings().unfold}: ${title}`;
    settle();
    followPage();
    keepCoveredHere();
    ringAgain();
    predictNext();
    if (!isMoved) return;
    panel.scrollTop = 0;
    /** @type {HTMLElement | null} */ (panel.querySelector(".lesson-title"))?.focus({ preventScroll: true });
  };

  /** One prediction after the other: what the next one asks may be seen in the answer of this one. */
  const predictNext = () => {
    const to = target();
    // What the numbers were before the step's link has been opened is not what it asks.
    if (opening.isOn()) return;
    if (to && openPage() !== to.page) return;
    for (const view of state.views) if (view.predicted?.() === false) return;
  };

  /** What later steps ask for is kept covered on the step's page. */
  const keepCoveredHere = () => {
    const store = openStore(), kept = (isOpen && step()?.items.flatMap((item) => (item.kind === "cover" ? item.matrices : []))) || [];
    if (store) keepCovered(store, target()?.page === store.name ? kept : []);
  };

  const opening = createOpening(() => predictNext());

  const followPage = () => {
    const to = target();
    if (state.away) state.away.hidden = !to || !openPage() || openPage() === to.page;
  };

  const open = () => {
    isOpen = true;
    state.isFolded = false;
    makeRoom();
  };

  /** @param {Lessons.Place | null} place */
  const load = async (place) => {
    const number = ++asked;
    if (!place) {
      state.lessons = (await fetchList(sent)) ?? state.lessons;
      if (number === asked) Object.assign(state, { place: null, lesson: null });
      return number === asked;
    }
    if (state.lesson?.name === place.name && language === sent.language) {
      Object.assign(state, { place });
      return true;
    }
    const file = place.name === DROPPED ? keptFile() : null;
    const found = place.name === DROPPED ? await (file ? readFile(sent, openPage(), file) : null) : await fetchLesson(sent, place.name);
    if (number !== asked) return false;
    language = sent.language;
    state.fault = found === undefined ? strings().offline : strings().lost.replaceAll("{name}", place.name);
    Object.assign(state, { place, lesson: found ? { ...found, name: place.name } : null });
    return true;
  };

  /** Shows something else in place of the lessons. @param {Lessons.Extra | null} extra */
  const setExtra = (extra) => {
    state.extra?.stop?.();
    state.extra = extra;
  };

  /**
   * Shows a place of a lesson, and with `isGoing` opens what its step opens; for a link also what a step before it did.
   * @param {Lessons.Place | null} place @param {boolean} isGoing
   */
  const show = async (place, isGoing, isLink = false) => {
    setExtra(null);
    if (!(await load(place))) return;
    const { lesson } = state;
    if (lesson?.name !== DROPPED) state.isPreview = false;
    if (state.place && lesson) {
      state.place = { name: state.place.name, step: stepWithin(state.place.step, lesson.steps.length) };
      const kept = keptOf(lesson.name);
      if (state.place.step) keep(lesson.name, { ...kept, step: state.place.step });
    }
    if (!state.lessons) state.lessons = await fetchList(sent);
    keepInAddress(PARAMETER, isOpen ? writePlace(state.place) : "");
    const own = step()?.items.find((item) => item.kind === "open"), to = isLink ? target() : own?.kind === "open" ? own.target : null;
    if (isGoing && to) opening.begin();
    else opening.end();
    draw();
    if (isGoing && to) follow(to);
  };

  /** Reads a lesson that was dropped, and shows it. @param {Lessons.File} file */
  const drop = (file) => {
    // The answers to another file are not those to this one.
    if (keptFile()?.source !== file.source) forget([DROPPED]);
    keepFile(file);
    state.lesson = null;
    state.isPreview = false;
    open();
    return show({ name: DROPPED, step: 0 }, false);
  };

  const tour = createTour(() => sent.tour, host, () => {
    open();
    show(null, false);
  });

  /** @type {Lessons.Actions} */
  const actions = {
    showRound: () => {
      actions.close();
      tour.begin();
    },
    go: (place) => show(place, true),
    list: () => show(null, false),
    reopen: () => {
      const to = target();
      if (to) follow(to);
    },
    close: () => {
      isOpen = false;
      for (const view of state.views) view.stop?.();
      state.views = [];
      setExtra(null);
      ringAgain();
      keepCoveredHere();
      keepInAddress(PARAMETER, "");
      settle();
      opener.focus({ preventScroll: true });
    },
    fold: () => {
      state.isFolded = true;
      settle();
      bar.focus({ preventScroll: true });
    },
    drop: (file) => drop(file),
    tools: toolsOf({
      sent: () => sent, state, list: () => show(null, false), drop,
      show: (extra) => {
        setExtra(extra);
        draw();
      },
    }),
    showNotes: (areShown) => {
      state.areNotesShown = areShown;
      keepNotes(areShown);
    },
    target,
    following: (name) => {
      const all = state.lessons ?? [], at = all.findIndex((one) => one.name === name);
      return at < 0 ? null : all[at + 1] ?? null;
    },
    ending: () => [],
    context: (at, place, item) => contextOf({ sent, state, follow, target, isOpened: item === step()?.items.find((one) => one.kind === "open"), panel, settle, predictNext, opened: opening.over }, `${at}.${place}`, item),
  };

  opener.onclick = () => {
    open();
    show(null, false);
  };
  bar.onclick = () => {
    state.isFolded = false;
    settle();
    /** @type {HTMLElement | null} */ (panel.querySelector(".lesson-title"))?.focus({ preventScroll: true });
  };
  onAnswer(() => {
    if (!isOpen) tour.drawn();
    opening.end();
    followPage();
    keepCoveredHere();
    for (const one of rings) one.place();
    for (const view of state.views) view.answered?.();
    predictNext();
  });
  let stopSidebar = () => {};
  /** The clicker of a presentation goes from step to step. @param {Event} event */
  const onStep = (event) => {
    const { place, lesson } = state;
    if (!isOpen || !place || !lesson) return;
    event.preventDefault();
    const step = stepWithin(place.step + /** @type {CustomEvent<number>} */ (event).detail, lesson.steps.length);
    if (step !== place.step) show({ ...place, step }, true);
  };
  document.addEventListener("workbench-step", onStep);
  addEventListener("resize", settle);
  const write = () => {
    opener.textContent = strings().lessons;
    opener.title = strings().lessons_help;
  };
  const begin = () => {
    const place = readPlace(keptInAddress(PARAMETER));
    if (!place || opened) return;
    opened = place.name;
    open();
    // A link that says nothing of a page is to the step as its lesson has it.
    show(place, isBareLink, true);
  };
  return { begin, attach(/** @type {Element} */ place) {
    if (host.parentElement === place) return;
    place.replaceChildren(host);
    stopSidebar();
    stopSidebar = observeSidebar(settle);
    settle();
  }, take(/** @type {Lessons.Sent} */ now) {
    sent = now;
    write();
    tour.write();
    if (!isOpen) tour.drawn();
    if (!isOpen || language === sent.language) return;
    if (!state.extra) return void show(state.place, false);
    language = sent.language;
    state.lesson = null;
    state.extra.again();
  }, drop: (/** @type {Lessons.File} */ file) => (state.extra?.take ? state.extra.take(file) : drop(file)) };
}

/** @type {ReturnType<typeof createLessons> | null} */
let made = null;

/** @param {{data: Uint8Array, parentElement: Element}} component */
export function mount({ data, parentElement }) {
  /** @type {HTMLElement | null} */
  const host = parentElement.querySelector(".lessons");
  const sent = /** @type {Lessons.Sent} */ (/** @type {unknown} */ (decodeFrame(data).header));
  if (!host) return () => {};
  const lessons = (made ??= createLessons(sent));
  lessons.attach(host);
  lessons.take(sent);
  lessons.begin();
  offerDrop(/\.md$/i, async (file) => {
    await lessons.drop({ file: file.name, source: await file.text() });
  });
  return () => {};
}
