// What a block of a step needs of the page and of the panel.

import { startPrediction } from "../picture/prediction/predictors.js";
import { openStore } from "../shell/workbench.js";
import { plainText } from "./formatted.js";
import { keep, keptOf } from "./place.js";
import { fetchReached } from "./requests.js";

/**
 * @typedef {object} Panel
 * @property {Lessons.Sent} sent @property {Lessons.PanelState} state @property {HTMLElement} panel
 * @property {(to: Lessons.Target) => void} follow @property {() => Lessons.Target | null} target
 * @property {boolean} isOpened whether the block is the link that the step has opened
 * @property {() => void} settle @property {() => void} predictNext
 * @property {() => Promise<void>} opened resolves when the step's link has been opened
 */

/** @param {Panel} panel @param {string} key the block's step and place, "3.1" @param {Lessons.Item} item @returns {Lessons.Context} */
export function contextOf({ sent, state, panel, follow, target, isOpened, settle, predictNext, opened }, key, item) {
  const name = state.lesson?.name ?? "", asked = plainText("ask" in item ? item.ask : "say" in item ? item.say : []), answer = keptOf(name).answers[key];
  return {
    strings: sent.strings, open: follow, isOpened, areNotesShown: state.areNotesShown, 
    // A lesson that has been rewritten asks anew.
    answer: answer?.asked === asked ? answer : undefined,
    reached: async (conditions) => {
      // What the page was before is not what the task is about.
      await opened();
      const store = openStore(), to = target();
      return store?.state && (!to || store.name === to.page) ? fetchReached(sent, store.name, store.state, conditions) : null;
    },
    waits: (node) => state.views.slice(0, state.views.findIndex((view) => view.node === node)).some((view) => view.isReached?.() === false),
    done: () => {
      for (const view of state.views) view.ready?.();
    },
    predict: (request, events) => predicted({ panel, settle, predictNext }, request, { ...events, text: asked }),
    keep: (given) => {
      const kept = keptOf(name), before = kept.answers[key]?.asked === asked ? kept.answers[key] : { kind: item.kind, asked };
      keep(name, { ...kept, answers: { ...kept.answers, [key]: { ...before, ...given } } });
    },
  };
}

/** @param {Pick<Panel, "panel" | "settle" | "predictNext">} context @param {Prediction.Request} request @param {Prediction.Events} events */
function predicted({ panel, settle, predictNext }, request, events) {
  const store = openStore(), { documentElement: root, activeElement: reading } = document;
  const control = store && startPrediction(store, request, { waitsFor: events.waitsFor, text: events.text, revealed: (result) => {
    events.revealed(result);
    setTimeout(predictNext);
  }, ended: () => {
    root.removeAttribute("data-lesson-predicts");
    settle();
    events.ended();
  } });
  if (control) root.setAttribute("data-lesson-predicts", "");
  settle();
  // Who reads the step reads it to its end first.
  if (reading instanceof HTMLElement && panel.contains(reading)) reading.focus({ preventScroll: true });
  return control;
}
