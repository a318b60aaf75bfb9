// A learner's answers as rows, and as the files that they are saved in. Pure.

/** What a spreadsheet would take for a formula; a plain number is none. */
const FORMULA = /^[\s]*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/, NUMBER = /^\s*[-+]?(\d+([.,]\d*)?|[.,]\d+)(e[-+]?\d+)?\s*$/i;
const COLUMNS = /** @type {const} */ (["lesson", "step", "kind", "asked", "given", "result", "hints", "tries"]);

/** @param {[string, string]} one @param {[string, string]} other */
const byPlace = ([one], [other]) => {
  const [step, place] = one.split(".").map(Number), [next, following] = other.split(".").map(Number);
  return step - next || place - following;
};

/**
 * The answers of a lesson, in the order of its steps.
 * @param {string} title of the lesson @param {Lessons.Kept} kept @returns {Lessons.Row[]}
 */
export function rowsOf(title, { answers }) {
  return Object.entries(/** @type {Record<string, any>} */ (answers)).filter(([key, answer]) => /^\d+\.\d+$/.test(key) && answer && typeof answer === "object")
    .sort((one, other) => byPlace([one[0], ""], [other[0], ""]))
    .map(([key, answer]) => ({
      lesson: title, step: Number(key.split(".")[0]), kind: String(answer.kind ?? ""), asked: String(answer.asked ?? ""), given: String(answer.given ?? ""),
      isRight: typeof answer.isRight === "boolean" ? answer.isRight : null, hints: Number(answer.hints) || 0, tries: Number(answer.tries) || 0,
    }));
}

/** How many answers there are, how many of them were checked, and how many of these are right. @param {Lessons.Row[]} rows */
export function countsOf(rows) {
  const checked = rows.filter(({ isRight }) => isRight !== null);
  return { count: rows.length, checked: checked.length, right: checked.filter(({ isRight }) => isRight).length };
}

/** @param {Lessons.Row} row @param {Record<string, string>} words */
export const resultOf = ({ isRight }, words) => words[isRight === null ? "open" : isRight ? "right" : "wrong"];

/**
 * A cell of a CSV file. What a spreadsheet would run as a formula begins with an apostrophe, which makes it text.
 * @param {string | number} value
 */
export function csvCell(value) {
  const text = String(value), safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",;\n\r\t']|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** For a spreadsheet, which recognises UTF-8 by its byte-order mark. @param {Lessons.Row[]} rows @param {Record<string, string>} words */
export function csvOf(rows, words) {
  const lines = rows.map((row) => COLUMNS.map((name) => (
    name === "result" ? resultOf(row, words) : name === "kind" ? words[row.kind] ?? row.kind : row[name])));
  return `\uFEFF${[COLUMNS.map((name) => words[name]), ...lines].map((line) => line.map(csvCell).join(",")).join("\r\n")}\r\n`;
}

/** @param {Lessons.Row[]} rows @param {string} language */
export const jsonOf = (rows, language) => `${JSON.stringify({ kind: "lesson answers", version: 1, language, answers: rows }, null, 2)}\n`;
