// What the model writes for the fixed example at the shown step: each token, right or wrong.

import { element } from "../../ui/picture/element.js";
import { labelNodes } from "../../ui/picture/glossed.js";

/** A special token as all pages write it: <pad> is ⟨pad⟩. @param {string} token */
function writtenAs(token) {
  return token.replace(/^<(\w+)>$/, "⟨$1⟩");
}

/**
 * Each written token and whether it is right; without a right answer (`due`) none is marked.
 * @param {string[]} written @param {string[] | null} due @returns {{tokens: Share.Token[], isWhole: boolean}}
 */
export function compared(written, due) {
  if (!due) return { tokens: written.map((token) => ({ text: writtenAs(token) })), isWhole: false };
  const tokens = written.map((token, place) => ({ text: writtenAs(token), isRight: token === due[place] }));
  return { tokens, isWhole: written.length === due.length && tokens.every(({ isRight }) => isRight) };
}

/** A token, after it its gloss if it has one. @param {Share.Token} shown @param {{strings: Training.Texts, glosses: Training.Texts}} texts */
function tokenOf({ text, isRight }, { strings, glosses }) {
  const token = isRight === undefined ? element("span", "token plain", text) : judged(text, isRight, strings), gloss = glosses[text];
  if (!gloss) return token;
  const label = element("span", "glossed");
  label.append(token, ...labelNodes("", gloss).slice(1));
  return label;
}

/** @param {string} text @param {boolean} isRight @param {Training.Texts} strings */
function judged(text, isRight, strings) {
  const token = element(isRight ? "ins" : "del", isRight ? "token right" : "token", text);
  token.title = strings[isRight ? "right" : "wrong"];
  return token;
}

/** One line per run: its input, what it writes, and whether all of it is right. */
export function createPrediction() {
  const node = element("div", "predicted");
  node.dataset.workbench = "prediction";
  /** @param {{source: string[], due: string[] | null, lines: Training.Written[], strings: Training.Texts, glosses: Training.Texts}} shown */
  function show({ source, due, lines, strings, glosses }) {
    const named = (/** @type {Share.Token} */ token) => tokenOf(token, { strings, glosses });
    const rows = [rowOf(strings.input, source.map((text) => named({ text })))];
    for (const { title, written, colour } of lines) {
      const { tokens, isWhole } = compared(written, due);
      const row = rowOf(title, tokens.map(named));
      if (colour) row.style.setProperty("--run", colour);
      row.classList.toggle("whole", isWhole);
      rows.push(row);
    }
    node.replaceChildren(...rows);
    node.dataset.drawn = String(performance.now());
  }

  return { node, show };
}

/** @param {string} title @param {Element[]} tokens */
function rowOf(title, tokens) {
  const row = element("div", "row"), words = element("span", "words");
  tokens.forEach((token) => words.append(token, " "));
  row.append(element("span", "title", title), words);
  return row;
}
