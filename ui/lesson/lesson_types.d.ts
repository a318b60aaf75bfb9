// The types of lessons in the browser.

declare namespace Lessons {
  /** Formatted text: strings, and lists of a tag (of a link with its address) with what is inside it. */
  type Tree = (string | Node)[];
  type Node = [string | [string, string], ...Tree];
  /** What a link of a lesson opens. */
  interface Target { page: string; address: string; title: string; brings: Record<string, Page.Value>; pin: string; trail: string; view: string }

  interface About { minutes: number; goal: string; makes: string; before: string }
  interface Listed { name: string; title: string; about: About | null; count: number; is_broken: boolean; language: string }
  interface Lesson extends Listed { intro: Tree; steps: Step[]; problems: string[] }
  interface Step { title: string; items: Item[] }

  interface Prose { kind: "prose"; tree: Tree }
  interface Open { kind: "open"; target: Target | null }
  interface Look { kind: "look"; matrix: string; row: Label; col: Label; control: string; curve: string; area: string; map: string }
  /** Matrices that stay covered while the step is open. */
  interface KeptCover { kind: "cover"; matrices: string[] }
  interface Do { kind: "do"; say: Tree; when: Condition[]; hints: Tree[]; show: Target | null }
  interface Predict { kind: "predict"; ask: Tree; kind_of: string; matrix: string; curve: string; line: Label; row: Label; col: Label; cover: Prediction.Cover | null; within: number; hints: Tree[] }
  interface Question { kind: "question"; ask: Tree; options: Option[]; answer: Tree; hints: Tree[] }
  interface Option { text: Tree; why: Tree; right: boolean }
  interface Note { kind: "note"; tree: Tree }
  interface Wrong { kind: "wrong"; message: string }
  type Item = Prose | Open | Look | KeptCover | Do | Predict | Question | Note | Wrong;
  type Label = number | string | null;
  /** What is to hold of the learner's setting or numbers; only the server reads it. */
  type Condition = Record<string, unknown>;
  /** `other` is the number of the page that it is compared with; the names are the page's, "" where it has none. */
  interface Result { holds: boolean; value: Page.Value | null; name: string; other: number | null; other_name: string; wanted: number | null }
  /** `said` is what the learner has, in words. */
  interface Reached { reached: boolean; results: Result[]; said: string }

  /** Where a learner is: step 0 is the lesson's first screen, the one after the last its end. */
  interface Place { name: string; step: number }
  /** What a learner did with one block. */
  interface Answer {
    kind: Item["kind"]; asked: string;
    /** What was chosen or written, or what came of a prediction. */
    given?: string; choice?: number;
    isRight?: boolean; hints?: number; tries?: number;
  }
  /** What the browser keeps of a lesson: the furthest step, and the answers by step and place, "3.1". */
  interface Kept { step: number; answers: Record<string, Answer> }
  interface File { file: string; source: string }

  interface Sent { url: string; language: string; strings: Record<string, string>; tour: Record<string, string> }
  /** What draws one block: its element, and what it does when the page has answered. */
  interface BlockView {
    node: HTMLElement; answered?(): void; stop?(): void;
    /** Of a prediction: covers its picture, if it can, and returns whether it has been revealed. */
    predicted?(): boolean;
    /** Of a prediction: the task before it has been reached. */
    ready?(): void;
    /** Of a task: whether it has been reached. */
    isReached?(): boolean;
  }
  /** What a block needs of the panel. */
  interface Context {
    strings: Record<string, string>;
    open(target: Target): void;
    reached(conditions: Condition[]): Promise<Reached | null>;
    /** A task has been reached: the blocks after it need not wait any more. */
    done(): void;
    /** Covers what is asked about; null where it is not on the page. */
    predict(request: Prediction.Request, events: Prediction.Events): Prediction.Control | null;
    /** Whether a task before this block is still to be reached. */
    waits(node: HTMLElement): boolean;
    answer: Answer | undefined;
    keep(answer: Partial<Answer>): void;
    areNotesShown: boolean;
    /** Of a link: whether the step has opened it. */
    isOpened: boolean;
  }
}

declare namespace Lessons {
  interface PanelState {
    lessons: Listed[] | null; place: Place | null; lesson: Lesson | null;
    /** Why there is no lesson to show. */
    fault: string;
    extra: Extra | null;
    /** Whether the lesson is that of the editor, as a learner sees it. */
    isPreview: boolean;
    views: BlockView[]; away: HTMLElement | null; isFolded: boolean; areNotesShown: boolean;
  }
  interface Actions {
    go(place: Place): void; list(): void; showRound(): void; drop(file: File): void; showNotes(areShown: boolean): void; reopen(): void; close(): void; fold(): void;
    target(): Target | null;
    following(name: string): Listed | null;
    /** What the end of a lesson shows besides. */
    ending(lesson: Lesson): HTMLElement[];
    context(step: number, place: number, item: Item): Context;
    tools: Tools;
  }
}

// What teachers write, print and collect.

declare namespace Lessons {
  interface DraftStep { title: string; link: string; text: string }
  interface DraftAbout { minutes: number | null; goal: string; makes: string; before: string }
  /** A lesson in the editor, as `Draft` in draft.py. */
  interface Draft { title: string; about: DraftAbout | null; intro: string; steps: DraftStep[] }
  interface KeptDraft { draft: Draft; name: string }
  /** What a task can ask for: a field of the setting, or with an empty name the pinned number. */
  interface Subject { name: string; label: string; value: Page.Value }
  /** One answer of a learner; `isRight` is null where nobody checks it. */
  interface Row { lesson: string; step: number; kind: string; asked: string; given: string; isRight: boolean | null; hints: number; tries: number }

  type Words = Record<string, string>;
  /** The texts that are loaded when they are needed. */
  interface LaterWords { editor: Words; sheet: Words; answers: Words }
  /** What covers a picture on a worksheet; null is all rows or columns. */
  interface Cover { matrix?: string; curve?: string; row?: number | null; col?: number | null }
  interface SheetPicture { target: Target; caption: string; matrices: string[]; curves: string[]; covers: Cover[]; pin: string; lines_mean: string; is_part: boolean }
  interface SheetStep { title: string; items: SheetItem[]; picture: SheetPicture | null }
  /** A mask: its columns, and its rows with where each hides. */
  interface Grid { cols: string[]; rows: [string, boolean[]][] }
  type SheetItem = Item & { expected?: [string, number | null][]; grid?: Grid; reached?: [string, string][] };
  interface Sheet extends Omit<Lesson, "steps"> { steps: SheetStep[] }

  /** What is shown in the panel in place of the lessons. */
  interface Extra {
    title: string; nodes: HTMLElement[];
    back(): void;
    /** Takes a file that is dropped; without it a learner takes it. */
    take?(file: File): void;
    /** The same in another language. */
    again(): void;
    /** Called when the page has answered. */
    answered?(): void;
    stop?(): void;
  }
  interface Tools {
    make(): void; edit(step?: number): void; editCopy(lesson: Lesson): void;
    print(lesson: Lesson, isKey: boolean): void; answers(lesson?: Lesson): void;
  }
  /** What tools need of the panel. */
  interface ForTools {
    sent(): Sent; state: PanelState;
    show(extra: Extra): void; list(): void; drop(file: File): Promise<void>;
  }
}
