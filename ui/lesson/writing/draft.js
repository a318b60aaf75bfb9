// A lesson while it is written: what the editor does to it, and what the browser keeps of it. Pure, except for the storage.

const KEPT = "workbench.lesson_draft";
/** The most steps of a lesson, as in reading.py. */
export const MOST_STEPS = 60;

/** @returns {Lessons.DraftStep} */
export const emptyStep = () => ({ title: "", link: "", text: "" });

/** @returns {Lessons.DraftAbout} */
export const emptyAbout = () => ({ minutes: 8, goal: "", makes: "", before: "" });

/** @returns {Lessons.Draft} */
export const emptyDraft = () => ({ title: "", about: emptyAbout(), intro: "", steps: [] });

/** Whether nothing has been written. @param {Lessons.Draft} draft */
export const isEmpty = (draft) => JSON.stringify(draft) === JSON.stringify(emptyDraft());

/** @param {readonly Lessons.DraftStep[]} steps @param {number} at @param {Lessons.DraftStep} step */
export function inserted(steps, at, step) {
  return steps.length >= MOST_STEPS ? [...steps] : [...steps.slice(0, at), step, ...steps.slice(at)];
}

/** @param {readonly Lessons.DraftStep[]} steps @param {number} at */
export const removed = (steps, at) => steps.filter((_, place) => place !== at);

/** The step at one place, put to another. @param {readonly Lessons.DraftStep[]} steps @param {number} from @param {number} to */
export function moved(steps, from, to) {
  const step = steps[from], end = Math.max(0, Math.min(steps.length - 1, to));
  if (!step) return [...steps];
  const others = removed(steps, from);
  return [...others.slice(0, end), step, ...others.slice(end)];
}

/** @param {readonly Lessons.DraftStep[]} steps @param {number} at */
export const duplicated = (steps, at) => (steps[at] ? inserted(steps, at + 1, { ...steps[at] }) : [...steps]);

/**
 * Where a step that is dragged comes to: before the first other one whose middle is below the pointer.
 * @param {number} y @param {{top: number, height: number}[]} boxes of all steps @param {number} from
 */
export function placeUnder(y, boxes, from) {
  const others = boxes.filter((_, place) => place !== from);
  const found = others.findIndex(({ top, height }) => y < top + height / 2);
  return found < 0 ? others.length : found;
}

/**
 * A text with a block put in at a place, an empty line around it; returns where the block ends, too. A block is never put into
 * another one: it comes after that.
 * @param {string} text @param {number} at @param {string} block
 */
export function withBlock(text, at, block) {
  const place = outsideBlocks(text, at), before = text.slice(0, place).replace(/\s+$/, ""), after = text.slice(place).replace(/^\s+/, "");
  const start = before ? `${before}\n\n${block}` : block;
  return { text: after ? `${start}\n\n${after}` : start, end: start.length };
}

/** The end of the line at a place, or of the block that the place is in. @param {string} text @param {number} at */
function outsideBlocks(text, at) {
  let place = 0, fence = "";
  for (const line of text.split("\n")) {
    const mark = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
    if (mark && !fence) fence = mark[1];
    else if (mark && mark[1].startsWith(fence) && !mark[2].trim()) fence = "";
    place += line.length + 1;
    if (place > at && !fence) break;
  }
  return Math.min(place - 1, text.length);
}

/** The name of a lesson's file without its end, "NAME.LANG.md": of the letters that such a name may have. @param {string} title */
export function nameOf(title) {
  const plain = title.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^_+|_+$/g, "");
  return plain.slice(0, 60) || "lesson";
}

/** The name of a file that was opened, if it is that of a lesson. @param {string} file */
export const nameIn = (file) => /^([a-z0-9_]{1,60})(?:\.[a-z]{2})?\.md$/.exec(file)?.[1] ?? "";

/** The page of a link, "masks". @param {string} link */
export const pageOf = (link) => /([a-z_]+)\/?(?:[?#].*)?$/.exec(link.split(/[?#]/)[0].replace(/\/$/, ""))?.[1] ?? link;

/**
 * The link of the open page as a lesson has it: without where the visitor is in another lesson.
 * @param {string} page @param {string} address "?mk_v=..." @returns {string}
 */
export function linkOf(page, address) {
  const others = address.replace(/^\?/, "").split("&").filter((one) => one && !/^(lesson|embed|embed_options|ask)(=|$)/.test(one));
  return others.length ? `${page}?${others.join("&")}` : page;
}

const text = (/** @type {unknown} */ value) => (typeof value === "string" ? value : "");

/** A draft as it was kept, whatever somebody has written there. @param {any} value @returns {Lessons.KeptDraft | null} */
export function readKept(value) {
  if (!value || typeof value !== "object" || !value.draft || typeof value.draft !== "object" || !Array.isArray(value.draft.steps)) return null;
  const { title, about, intro, steps } = value.draft;
  return {
    name: text(value.name),
    draft: {
      title: text(title), intro: text(intro),
      about: about && typeof about === "object" ? {
        minutes: Number.isInteger(about.minutes) ? about.minutes : null, goal: text(about.goal), makes: text(about.makes), before: text(about.before),
      } : null,
      steps: steps.slice(0, MOST_STEPS).map((/** @type {any} */ step) => ({ title: text(step?.title), link: text(step?.link), text: text(step?.text) })),
    },
  };
}

/** @returns {Lessons.KeptDraft | null} */
export function keptDraft() {
  try {
    return readKept(JSON.parse(localStorage.getItem(KEPT) ?? "null"));
  } catch {
    return null;
  }
}

/** Keeps a draft; returns whether the browser could. @param {Lessons.KeptDraft} kept */
export function keepDraft(kept) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}
