// Where a learner is in a lesson: in the URL, and what the browser keeps of it. Pure, except for the storage.

/** The parameter of a link into a lesson: "masks.3". */
export const PARAMETER = "lesson";
const KEPT = "workbench.lessons", FILE = "workbench.lesson_file", NOTES = "workbench.lesson_notes";
/** The name of a lesson that was dropped as a file. */
export const DROPPED = "~file";

/** @param {string} text @returns {Lessons.Place | null} */
export function readPlace(text) {
  const found = /^(~file|[a-z0-9_]{1,60})(?:\.(\d{1,3}))?$/.exec(text);
  return found && { name: found[1], step: Number(found[2] ?? 0) };
}

/** @param {Lessons.Place | null} place */
export function writePlace(place) {
  return place ? `${place.name}.${place.step}` : "";
}

/** The place within a lesson: from its first screen to its end. @param {number} step @param {number} count */
export function stepWithin(step, count) {
  return Math.max(0, Math.min(count + 1, Math.trunc(step) || 0));
}

/** @param {string} name @returns {any} */
function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    // Private windows have no storage, and somebody may have written something else.
    return null;
  }
}

/** @param {string} name @param {unknown} value */
function store(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // The lesson goes on without.
  }
}

/** @param {unknown} value @returns {Record<string, any>} */
const recordOf = (value) => (value && typeof value === "object" && !Array.isArray(value) ? /** @type {Record<string, any>} */ (value) : {});

/** What was kept of a lesson. @param {string} name @returns {Lessons.Kept} */
export function keptOf(name) {
  const kept = recordOf(recordOf(stored(KEPT))[name]);
  return { step: Number(kept.step) || 0, answers: recordOf(kept.answers) };
}

/** @param {string} name @param {Lessons.Kept} kept */
export function keep(name, kept) {
  store(KEPT, { ...recordOf(stored(KEPT)), [name]: kept });
}

/** What was kept of every lesson, by its name. @returns {Record<string, Lessons.Kept>} */
export function keptOfAll() {
  return Object.fromEntries(Object.keys(recordOf(stored(KEPT))).map((name) => [name, keptOf(name)]));
}

/** Forgets all of some lessons. @param {string[]} names */
export function forget(names) {
  store(KEPT, Object.fromEntries(Object.entries(recordOf(stored(KEPT))).filter(([name]) => !names.includes(name))));
}

/** The lesson that was dropped last. @returns {Lessons.File | null} */
export function keptFile() {
  const { file, source } = recordOf(stored(FILE));
  return typeof file === "string" && typeof source === "string" ? { file, source } : null;
}

/** @param {Lessons.File} file */
export function keepFile(file) {
  store(FILE, file);
}

/** Whether the notes for teachers are shown. */
export const keptNotes = () => stored(NOTES) === true;

/** @param {boolean} areShown */
export function keepNotes(areShown) {
  store(NOTES, areShown);
}
