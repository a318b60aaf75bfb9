// What was answered, as it is drawn. Pure.

import { filled } from "../lesson/fields.js";

/** The most options that are listed; of more, those that somebody chose most often. */
export const MOST_LISTED = 8;

/** The seconds until a question closes; null where it has no time, or is closed. @param {Classes.Asked} asked @param {number} now in seconds */
export function secondsLeft({ closes, is_open: isOpen }, now) {
  return isOpen && closes !== null ? Math.max(0, Math.ceil(closes - now)) : null;
}

/** Whether a question can be answered: the server closes it, and a window sees that by its time. @param {Classes.Asked} asked @param {number} now */
export const isOpenAt = (asked, now) => asked.is_open && (asked.closes === null || asked.closes > now);

/** @param {number} seconds */
export const clockText = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** An answer in words. @param {Classes.Question} question @param {Classes.Answer} answer @param {string} none what no answer is called */
export function answerText({ kind, options }, answer, none) {
  if (!answer.length) return none;
  if (kind === "pick" || kind === "order") return answer.map((place) => options[place] ?? "").join(kind === "order" ? " › " : ", ");
  return answer.map((one) => String(Number(one.toPrecision(6)))).join(" · ");
}

/** What this browser has answered to a question in its round, also before it was loaded anew. @param {Pick<Classes.Room, "own">} room @param {Classes.Asked} asked @returns {Classes.Answer | undefined} */
export const ownAnswer = ({ own }, { number, round }) => (own?.number === number && own.round === round ? own.answer : undefined);

/** The same in words; of a picture that shows it, that it counts; "" where nothing was answered. @param {Pick<Classes.Room, "own" | "words" | "seat">} room @param {Classes.Asked} asked */
export function ownText(room, asked) {
  const answer = ownAnswer(room, asked), words = room.words();
  if (!answer || room.seat.role !== "student") return "";
  const isInWords = asked.kind === "pick" || asked.kind === "order" || asked.kind === "number";
  return isInWords ? filled(words.own_answer, { answer: answerText(asked, answer, words.none_of_these) }) : words.own_counts;
}

/** @typedef {{text: string, counts: number[], isRight: boolean}} Row one answer, and how many gave it in each round */

/**
 * The answers of every round, each with its counts: of a pick in the order of its options, else the most frequent first.
 * @param {Classes.Asked} asked @param {Classes.Distribution[]} results @param {string} none @returns {Row[]}
 */
export function rowsOf(asked, results, none) {
  /** @type {Map<string, {answer: Classes.Answer, counts: number[]}>} */
  const rows = new Map();
  results.forEach(({ counts = [] }, round) => {
    for (const [answer, count] of counts) {
      const key = answer.join(), row = rows.get(key) ?? { answer, counts: results.map(() => 0) };
      row.counts[round] = count;
      rows.set(key, row);
    }
  });
  const all = [...rows.values()], most = (/** @type {{counts: number[]}} */ { counts }) => Math.max(...counts);
  const isListed = asked.kind === "pick" && all.length <= MOST_LISTED;
  const shown = isListed ? all : all.filter((row) => most(row)).sort((one, other) => most(other) - most(one)).slice(0, MOST_LISTED);
  return shown.map(({ answer, counts }) => ({ text: answerText(asked, answer, none), counts, isRight: isRight(asked, answer) }));
}

/** Whether an answer is known to be right. @param {Classes.Question} question @param {Classes.Answer} answer */
export function isRight({ kind, right, tolerance }, answer) {
  if (!right) return false;
  if (kind === "pick") return answer.length ? answer.every((one) => right.includes(one)) : !right.length;
  if (kind === "number") return answer.length === 1 && Math.abs(answer[0] - right[0]) <= tolerance;
  return answer.length === right.length && answer.every((one, at) => one === right[at]);
}

/** What is drawn of the last round on the picture. @param {Classes.Asked} asked @param {Classes.Distribution[]} results @returns {Prediction.Crowd} */
export function crowdOf(asked, results) {
  const { answered = 0, counts = [], cells = [], drawn = [] } = results.at(-1) ?? {}, truth = asked.is_solved ? asked.right ?? null : null;
  const { kind } = asked;
  if (kind === "mask") return { kind, answered, counts: cells, drawn: [], truth };
  if (kind === "row" || kind === "curve") return { kind, answered, counts: [], drawn, truth };
  if (kind === "number") return { kind, answered, counts: [], drawn: counts.flatMap(([answer, count]) => (answer.length ? Array(count).fill(answer) : [])), truth };
  const chosen = asked.options.map((_, place) => counts.reduce((sum, [answer, count]) => sum + (answer[0] === place ? count : 0), 0));
  return { kind, answered, counts: chosen, drawn: [], truth };
}

/** What a teacher may do next, by the share of right answers. @param {Classes.Distribution | undefined} result */
export function adviceOf(result) {
  if (!result || typeof result.right !== "number" || !result.answered) return "";
  const share = result.right / result.answered;
  return share < 0.35 ? "advice_explain" : share <= 0.7 ? "advice_discuss" : "advice_on";
}
