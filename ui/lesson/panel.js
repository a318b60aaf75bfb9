// The panel of lessons: the list, and one step at a time.

import { element } from "../picture/element.js";
import { blockOf } from "./blocks.js";
import { button, fileButton, filled, iconButton, rowOf, titleOf } from "./fields.js";
import { formatted } from "./formatted.js";
import { DROPPED, keptOf } from "./place.js";

/** @typedef {{strings: Record<string, string>, language: string, state: Lessons.PanelState, actions: Lessons.Actions}} Shown */

/** @param {Shown} shown @param {(HTMLElement | "")[]} start */
function headOf({ strings, actions }, start) {
  const head = element("div", "lesson-head"), space = element("span", "space");
  head.append(...start.filter((one) => one !== ""), space, iconButton("–", strings.fold, actions.fold), iconButton("×", strings.close, actions.close));
  return head;
}

/** @param {Shown} shown */
function listScreen(shown) {
  const { strings, state, actions } = shown;
  const list = element("ol", "lesson-list");
  for (const [place, lesson] of (state.lessons ?? []).entries()) {
    const kept = keptOf(lesson.name), entry = element("li"), open = button("", () => actions.go({ name: lesson.name, step: 0 }), "lesson-entry");
    const minutes = lesson.about ? filled(strings.minutes, { minutes: lesson.about.minutes }) : "";
    const progress = kept.step > lesson.count ? "✓" : kept.step ? `${kept.step}/${lesson.count}` : "";
    open.append(element("span", "title", `${place + 1}. ${lesson.title}`), element("span", "meta", [minutes, progress].filter(Boolean).join(" · ")));
    if (lesson.about) open.append(element("span", "goal", lesson.about.goal));
    entry.append(open);
    list.append(entry);
  }
  return [headOf(shown, []), titleOf(strings.choose), roundOf(shown), list, footOf(shown)];
}

/** Above the list: the tour over the map. @param {Shown} shown */
function roundOf({ strings, actions }) {
  return button(strings.show_round, actions.showRound, "chip quiet show-round");
}

/** Below the list: a lesson of one's own, the answers, and the notes for teachers. @param {Shown} shown */
function footOf({ strings, state, actions }) {
  const foot = element("div", "lesson-foot"), label = element("label", "choice"), notes = element("input"), { tools } = actions;
  Object.assign(notes, { type: "checkbox", checked: state.areNotesShown });
  notes.onchange = () => actions.showNotes(notes.checked);
  label.append(notes, element("span", "", strings.notes));
  const { opener, file } = fileButton(strings.open_file, actions.drop);
  opener.title = strings.open_file_help;
  foot.append(label, rowOf("chips", button(strings.make, tools.make, "chip small"), opener, button(strings.my_answers, () => tools.answers(), "chip small quiet")), file);
  return foot;
}

/** What a teacher does with a lesson. @param {Shown} shown @param {Lessons.Lesson} lesson */
function teachersOf({ strings, actions: { tools } }, lesson) {
  const node = element("details", "lesson-teachers"), edit = () => (lesson.name === DROPPED ? tools.edit() : tools.editCopy(lesson));
  node.append(element("summary", "", strings.for_teachers), rowOf("chips",
    button(strings.worksheet, () => tools.print(lesson, false), "chip small"), button(strings.key, () => tools.print(lesson, true), "chip small"),
    button(strings.edit, edit, "chip small")));
  return node;
}

/** @param {Shown} shown @param {Lessons.Lesson} lesson */
function firstScreen(shown, lesson) {
  const { strings, actions } = shown, { about } = lesson, kept = keptOf(lesson.name), facts = element("dl", "lesson-facts");
  for (const [label, text] of about ? [[strings.goal_label, about.goal], [strings.makes_label, about.makes], [strings.before_label, about.before]] : []) {
    if (text) facts.append(element("dt", "", label), element("dd", "", text));
  }
  const minutes = about ? element("p", "meta", `${filled(strings.minutes, { minutes: about.minutes })} · ${filled(strings.steps, { count: lesson.steps.length })}`) : "";
  const begin = element("div", "lesson-ends");
  const isBegun = kept.step > 0 && kept.step <= lesson.steps.length;
  if (isBegun) begin.append(button(filled(strings.resume, { step: kept.step }), () => actions.go({ name: lesson.name, step: kept.step }), "chip primary"));
  begin.append(button(isBegun ? strings.begin_again : strings.begin, () => actions.go({ name: lesson.name, step: 1 }), isBegun ? "chip" : "chip primary"));
  const isForeign = lesson.language && lesson.language !== shown.language, foreign = isForeign ? element("p", "meta", strings.other_language) : "";
  return [headOf(shown, [button(`‹ ${strings.leave}`, actions.list, "chip small quiet")]), titleOf(lesson.title), minutes, foreign, formatted("div", "prose", lesson.intro), facts, problemsOf(shown, lesson), begin, teachersOf(shown, lesson)];
}

/** @param {Shown} shown @param {Lessons.Lesson} lesson */
function problemsOf({ strings }, { problems }) {
  if (!problems.length) return "";
  const node = element("div", "lesson-wrong"), list = element("ul");
  list.append(...problems.map((text) => element("li", "", text)));
  node.append(element("strong", "", strings.problems), list);
  return node;
}

/** @param {Shown} shown @param {Lessons.Lesson} lesson @param {number} step */
function barOf({ strings, actions }, lesson, step) {
  const bar = element("div", "lesson-steps");
  lesson.steps.forEach(({ title }, place) => {
    const dot = button("", () => actions.go({ name: lesson.name, step: place + 1 }), "dot");
    const name = `${filled(strings.step, { step: place + 1, count: lesson.steps.length })}: ${title}`;
    dot.title = name;
    dot.setAttribute("aria-label", name);
    if (place + 1 === step) dot.setAttribute("aria-current", "step");
    dot.classList.toggle("past", place + 1 < step);
    bar.append(dot);
  });
  return bar;
}

/** @param {Shown} shown @param {Lessons.Lesson} lesson @param {number} step */
function stepScreen(shown, lesson, step) {
  const { strings, state, actions } = shown, { title, items } = lesson.steps[step - 1], body = element("div", "lesson-body");
  state.views = items.map((item, place) => blockOf(item, actions.context(step, place, item)));
  body.append(...state.views.map(({ node }) => node));
  const away = element("div", "lesson-away");
  away.hidden = true;
  away.append(element("span", "", strings.away), button(strings.return, actions.reopen, "chip small primary"));
  state.away = away;
  const ends = element("div", "lesson-ends"), isLast = step === lesson.steps.length;
  ends.append(
    button(strings.back, () => actions.go({ name: lesson.name, step: step - 1 })),
    button(isLast ? strings.done : strings.next, () => actions.go({ name: lesson.name, step: step + 1 }), "chip primary"),
  );
  const count = element("span", "meta", filled(strings.step, { step, count: lesson.steps.length }));
  const head = headOf(shown, [iconButton("‹", strings.leave, actions.list), count, actions.target() ? iconButton("↺", strings.reopen, actions.reopen) : "",
    state.isPreview ? iconButton("✎", strings.edit, () => actions.tools.edit(step)) : ""]);
  return [head, barOf(shown, lesson, step), away, titleOf(title), body, ends];
}

/** @param {Shown} shown @param {Lessons.Lesson} lesson */
function lastScreen(shown, lesson) {
  const { strings, actions } = shown, ends = element("div", "lesson-ends");
  const made = lesson.about ? element("p", "lesson-made", filled(strings.finished_makes, { makes: lesson.about.makes })) : "";
  const following = actions.following(lesson.name);
  ends.append(button(strings.back, () => actions.go({ name: lesson.name, step: lesson.steps.length })), button(strings.leave, actions.list), button(strings.my_answers, () => actions.tools.answers(lesson)));
  if (following) ends.append(button(`${strings.next_lesson}: ${following.title}`, () => actions.go({ name: following.name, step: 0 }), "chip primary"));
  return [headOf(shown, [button(`‹ ${strings.leave}`, actions.list, "chip small quiet")]), titleOf(filled(strings.finished, { title: lesson.title })), made, ...actions.ending(lesson), ends];
}

/** The elements of the screen that is shown. @param {Shown} shown */
export function screenOf(shown) {
  const { state, strings } = shown, { place, lesson, extra } = state;
  if (extra) return [headOf(shown, [button(`‹ ${strings.leave}`, extra.back, "chip small quiet")]), titleOf(extra.title), ...extra.nodes];
  if (!place) return listScreen(shown);
  if (!lesson) return [headOf(shown, [button(`‹ ${strings.leave}`, shown.actions.list, "chip small quiet")]), titleOf(strings.lessons), element("p", "lesson-wrong", state.fault)];
  if (place.step < 1) return firstScreen(shown, lesson);
  return place.step > lesson.steps.length ? lastScreen(shown, lesson) : stepScreen(shown, lesson, place.step);
}
