// Draws the blocks of a step: what to do, to predict, to answer.

import { element } from "../picture/element.js";
import { briefText, exactText } from "../picture/matrix_view/numbers.js";
import { askerNow } from "../picture/prediction/asking.js";
import { filled } from "./fields.js";
import { formatted, nodesOf, plainText } from "./formatted.js";

/** How long after an answer of the page it is asked whether the step is reached: the picture comes first. */
const LOOK_MS = 150;

/** @param {string} text @param {() => void} onclick @param {string} [className] */
function button(text, onclick, className = "chip small") {
  const made = element("button", className, text);
  made.type = "button";
  made.onclick = onclick;
  return made;
}

/** A line that screen readers say when it changes. @param {string} className */
function said(className) {
  const line = element("p", className);
  line.setAttribute("role", "status");
  return line;
}

/**
 * The hints of a block, of which each shows after the one before it; their button is in a row with others.
 * @param {Lessons.Context} context @param {Lessons.Tree[]} hints @param {Lessons.Target | null} show @param {HTMLElement[]} [others]
 */
function hintsOf({ strings, answer, keep, open }, hints, show, others = []) {
  const node = element("div", "hints"), row = element("div", "chips"), lines = element("div", "hint-lines");
  lines.setAttribute("role", "status");
  node.append(row, lines);
  let count = Math.min(answer?.hints ?? 0, hints.length);
  const next = button("", () => more(), "chip small quiet"), last = show ? button(strings.show, () => open(show), "chip small quiet") : null;
  const draw = () => {
    next.textContent = strings[count ? "suggestion" : "hint"];
    row.replaceChildren(...others, ...(count < hints.length ? [next] : last ? [last] : []));
    while (lines.children.length < count) lines.append(formatted("p", "hint-line", hints[lines.children.length]));
  };
  const more = () => {
    const isFocused = document.activeElement === next;
    count = Math.min(count + 1, hints.length);
    keep({ hints: count });
    draw();
    lines.lastElementChild?.scrollIntoView({ block: "nearest" });
    if (isFocused && !next.isConnected) /** @type {HTMLElement | null} */ (row.querySelector("button:last-of-type"))?.focus();
  };
  draw();
  return { node, more };
}

/** @param {Lessons.Open} block @param {Lessons.Context} context @returns {Lessons.BlockView} */
function openBlock({ target }, { strings, open, isOpened }) {
  const node = element("div", "chips lesson-open");
  // What the step opens by itself is opened again in the panel's head.
  if (target && !isOpened) node.append(button(strings.open.replace("{page}", target.title), () => open(target)));
  return { node };
}

/** @param {Lessons.Do} block @param {Lessons.Context} context @returns {Lessons.BlockView} */
function doBlock(block, context) {
  const { strings, answer, keep, reached, done } = context;
  const node = element("section", "lesson-block do"), state = said("state");
  const hints = hintsOf(context, block.hints, block.show, [button(strings.check, () => look(true))]);
  let isReached = Boolean(answer?.isRight), tries = answer?.tries ?? 0, timer = 0, asked = 0, isGone = false;
  let given = answer?.isRight ? answer.given : undefined;
  const draw = (/** @type {string} */ text) => {
    node.classList.toggle("reached", isReached);
    if (state.textContent !== text) state.textContent = text;
  };
  let isChecked = false, isWaitedFor = false;
  const look = async (isPressed = false) => {
    // Who has checked once is told from then on how far it is.
    isChecked ||= isPressed;
    isWaitedFor ||= isPressed;
    const number = ++asked, found = await reached(block.when);
    if (isGone || number !== asked) return;
    const isAsked = isWaitedFor;
    isWaitedFor = false;
    isReached ||= Boolean(found?.reached);
    // What was chosen or reached is the answer; who changes it while the step is open has the last one.
    if (found?.reached) done();
    if (found?.reached && found.said !== given) {
      given = found.said;
      keep({ isRight: true, given });
    }
    if (!isReached && isAsked) {
      tries += 1;
      keep({ tries });
      hints.more();
    }
    draw(isReached ? strings.reached : isChecked ? notYet(strings, found) : "");
  };
  node.append(formatted("p", "ask", block.say), state, hints.node);
  draw(isReached ? strings.reached : "");
  return { node, isReached: () => isReached, answered() {
    clearTimeout(timer);
    timer = window.setTimeout(() => look(), LOOK_MS);
  }, stop() {
    isGone = true;
    clearTimeout(timer);
  } };
}

/** A number in a sentence, as the pictures round it. @param {number} value */
const shortText = (value) => briefText(Number(value.toFixed(2)));

/** What to say where a step is not reached: with the number that decides it, if it is one. @param {Record<string, string>} strings @param {Lessons.Reached | null} found */
export function notYet(strings, found) {
  if (!found) return strings.offline;
  const missing = found.results.find(({ holds }) => !holds);
  if (typeof missing?.value !== "number") return strings.not_reached;
  const { value, name, other, other_name: compared, wanted } = missing, isOther = typeof other === "number";
  if (name && typeof wanted === "number") return filled(strings.now_wanted, { name, value: shortText(value), wanted: shortText(wanted) });
  const said = filled(strings[`now${name ? "_of" : ""}`], { name, value: exactText(value) });
  const beside = isOther ? filled(strings[`other${compared ? "_of" : ""}`], { name: compared, value: exactText(other) }) : "";
  return [strings.not_reached, said, beside].filter(Boolean).join(" ");
}

/**
 * A prediction covers its picture as soon as it is there; the picture's own bar takes the answer.
 * @param {Lessons.Predict} block @param {Lessons.Context} context @returns {Lessons.BlockView}
 */
function predictBlock(block, context) {
  const { strings, answer, keep, predict, waits } = context, { kind_of: kind, matrix, curve, line, row, col, cover, within } = block;
  const node = element("section", "lesson-block predict"), result = said("why"), again = button("", () => begin(true));
  const hints = hintsOf(context, block.hints, null, [again]);
  /** @type {Prediction.Control | null} */
  let control = null;
  let isDone = Boolean(answer?.tries), isPutAway = false, tries = answer?.tries ?? 0;
  const draw = (/** @type {Pick<Lessons.Answer, "given" | "isRight"> | undefined} */ given) => {
    again.textContent = strings[tries ? "predict_again" : "predict"];
    again.hidden = Boolean(control);
    if (!given?.given) return;
    result.className = `why ${given.isRight ? "right" : "wrong"}`;
    result.replaceChildren(element("strong", "", strings[given.isRight ? "right" : "wrong"]), " ", given.given);
  };
  const revealed = (/** @type {Prediction.Result} */ { text, yours, isRight }) => {
    const given = yours ? `${yours}. ${text}` : text;
    tries += 1;
    isDone = true;
    keep({ given, isRight, tries });
    draw({ given, isRight });
  };
  const ended = () => {
    control = null;
    isPutAway = true;
    draw(undefined);
  };
  const begin = (isAsked = false) => {
    if (control || (isPutAway && !isAsked)) return;
    const request = { kind: /** @type {Prediction.Kind} */ (kind), ...(matrix ? { matrix } : { curve }), ...(line === null ? {} : { line }), ...(row === null ? {} : { row }), ...(col === null ? {} : { col }), ...(cover ? { cover } : {}), within };
    control = predict(request, { revealed, ended, waitsFor: () => (waits(node) ? strings.task_first : "") });
    if (control) isPutAway = false;
    draw(undefined);
    // The sheet is lower while it is asked: what is asked stays in sight.
    if (control) setTimeout(() => node.scrollIntoView({ block: "nearest" }));
  };
  node.append(formatted("p", "ask", block.ask), result, hints.node);
  draw(answer);
  return { node, predicted() {
    if (!isDone) begin();
    return isDone;
  }, ready: () => control?.ready?.(), stop: () => control?.stop() };
}

/** @param {Lessons.Question} block @param {Lessons.Context} context @returns {Lessons.BlockView} */
function questionBlock(block, context) {
  const node = element("section", "lesson-block question"), ask = formatted("p", "ask", block.ask), hints = hintsOf(context, block.hints, null);
  node.append(ask, block.options.length ? choices(block, context, hints.more) : written(block, context), hints.node);
  const asker = askerNow(), { strings } = context;
  if (asker && block.options.length) node.append(button(strings.ask_class, () => asker(askingOf(block))));
  return { node };
}

/** A question with its options, for a class. @param {Lessons.Question} block @returns {Prediction.Asking} */
function askingOf({ ask, options }) {
  const right = options.flatMap((one, at) => (one.right ? [at] : []));
  return { kind: "pick", text: plainText(ask), subject: {}, options: options.map(({ text }) => plainText(text)), size: 0, columns: 0, right, tolerance: 0 };
}

let groups = 0;

/** @param {Lessons.Question} block @param {Lessons.Context} context @param {() => void} hint */
function choices({ ask, options }, { strings, answer, keep }, hint) {
  const node = element("div", "choices"), result = said("why");
  const group = `lesson-choice-${++groups}`;
  node.setAttribute("role", "radiogroup");
  node.setAttribute("aria-label", plainText(ask));
  let tries = answer?.tries ?? 0;
  const show = (/** @type {number} */ place) => {
    const { right, why } = options[place];
    result.className = `why ${right ? "right" : "wrong"}`;
    result.replaceChildren(element("strong", "", strings[right ? "right" : "wrong"]), " ", ...nodesOf(why));
  };
  options.forEach(({ text, right }, place) => {
    const label = element("label", "choice"), input = element("input");
    Object.assign(input, { type: "radio", name: group, checked: answer?.choice === place });
    label.append(input, formatted("span", "", text));
    input.onchange = () => {
      tries += 1;
      keep({ choice: place, given: plainText(text), isRight: right, tries });
      show(place);
      if (!right) hint();
    };
    node.append(label);
  });
  node.append(result);
  if (answer?.choice !== undefined && options[answer.choice]) show(answer.choice);
  return node;
}

/** @param {Lessons.Question} block @param {Lessons.Context} context */
function written(block, { strings, answer, keep }) {
  const node = element("div", "written"), field = element("textarea"), expected = said("expected");
  field.rows = 3;
  field.value = answer?.given ?? "";
  field.placeholder = strings.answer_yours;
  field.setAttribute("aria-label", `${plainText(block.ask)} ${strings.answer_yours}`);
  field.oninput = () => keep({ given: field.value });
  const compare = () => {
    keep({ given: field.value, tries: 1 });
    expected.replaceChildren(element("strong", "", `${strings.answer_expected}: `), ...nodesOf(block.answer));
  };
  node.append(field, button(strings.compare, compare), expected);
  if (answer?.tries) compare();
  return node;
}

/** @param {Lessons.Note} block @param {Lessons.Context} context @returns {Lessons.BlockView} */
function noteBlock({ tree }, { strings, areNotesShown }) {
  const node = element("aside", "lesson-note");
  node.hidden = !areNotesShown;
  node.append(element("strong", "", strings.note), ...nodesOf(tree));
  return { node };
}

/** @type {Record<string, (block: any, context: Lessons.Context) => Lessons.BlockView>} */
const BLOCKS = {
  prose: ({ tree }) => ({ node: formatted("div", "prose", tree) }),
  open: openBlock,
  look: () => ({ node: element("span") }),
  do: doBlock,
  predict: predictBlock,
  question: questionBlock,
  note: noteBlock,
  wrong: ({ message }) => ({ node: element("p", "lesson-wrong", message) }),
};

/** @param {Lessons.Item} block @param {Lessons.Context} context */
export function blockOf(block, context) {
  return (BLOCKS[block.kind] ?? (() => ({ node: element("span") })))(block, context);
}
