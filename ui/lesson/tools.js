// What teachers and learners need besides the lessons: the editor, worksheets, the answers. Each is loaded when it is first used.

import { withStyles } from "./tool_styles.js";
import { DROPPED, keptFile } from "./place.js";
import { fetchDraft, fetchSource, fetchWords } from "./requests.js";

/** @param {Lessons.ForTools} panel @returns {Lessons.Tools} */
export function toolsOf(panel) {
  /** The texts and the style sheet; nothing happens without them. @param {(words: Lessons.LaterWords) => unknown} act */
  const withWords = async (act) => {
    const [words] = await Promise.all([fetchWords(panel.sent()), withStyles()]);
    if (words) await act(words);
  };

  /** @param {Lessons.KeptDraft | null} other what is edited in place of the draft @param {number} [step] */
  const openEditor = (other, step) => withWords(async ({ editor: words }) => {
    const [{ createEditor }, { emptyDraft, keepDraft, keptDraft }] = await Promise.all([import("./writing/editor.js"), import("./writing/draft.js")]);
    const own = keptDraft(), isOther = other && JSON.stringify(other.draft) !== JSON.stringify(own?.draft);
    if (isOther) keepDraft(other);
    const kept = other ?? own ?? { draft: emptyDraft(), name: "" };
    // What is wrong before the first step has a step of its own.
    const more = step ? (panel.state.lesson?.steps.length ?? 0) - kept.draft.steps.length : 0;
    panel.show(createEditor({ panel, words, kept, step: Math.max(0, (step ?? 0) - more), replaced: isOther ? own : null, again: () => openEditor(null) }));
  });

  /** @param {Lessons.File} file @param {number} [step] */
  const editFile = async (file, step) => {
    const [draft, { nameIn }] = await Promise.all([fetchDraft(panel.sent(), file), import("./writing/draft.js")]);
    if (draft) openEditor({ draft, name: nameIn(file.file) }, step);
  };

  return {
    make: () => openEditor(null),
    edit: (step) => {
      const file = keptFile();
      if (panel.state.isPreview || !file) openEditor(null, step);
      else editFile(file, step);
    },
    editCopy: async ({ name }) => {
      const source = await fetchSource(panel.sent(), name);
      if (source) editFile({ file: `${name}.${panel.sent().language}.md`, source });
    },
    print: (lesson, isKey) => withWords(async ({ sheet: words }) => {
      const { printSheet } = await import("./paper/sheet.js"), file = keptFile();
      await printSheet({ sent: panel.sent(), words, asked: lesson.name === DROPPED ? { source: file?.source ?? "" } : { lesson: lesson.name }, isKey });
    }),
    answers: (lesson) => withWords(async ({ answers: words }) => {
      const { answersScreen } = await import("./answers_screen.js");
      panel.show(answersScreen({ panel, words, lesson, again: () => toolsOf(panel).answers(lesson) }));
    }),
  };
}
