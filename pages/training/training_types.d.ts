// The types of the training page: runs as they are recorded and followed, its parts, and the state of its picture.

declare namespace Training {
  type Texts = Record<string, string>;

  // A run, as the server sends it.

  /** `none` and `refused` are of a page without a run, `starting` until the server has it, `gone` after it was forgotten. */
  type Status = "none" | "refused" | "starting" | "waiting" | "running" | "paused" | "done" | "stopped" | "failed" | "gone";
  interface RunState {
    status: Status; step?: number; steps?: number; steps_a_second?: number; seconds_left?: number | null; queue_place?: number;
    error?: string; is_starting?: boolean;
    /** Why the last command was refused. */
    refusal?: string;
  }
  type Config = { norm_first: boolean; exponent: number; every: number } & Record<string, Page.Value>;
  /** Weights by the name of their attention. */
  type Weights = Record<string, Float32Array>;
  /** What is measured at a step; null where it is not finite. */
  interface Measures { loss: number | null; held_out_loss: number | null; exact: number | null; held_out_exact: number | null; learning_rate: number | null }
  interface RunRecord extends Measures { step: number; gradients: (number | null)[]; updates: (number | null)[]; predicted: string[]; attention: Weights; scores?: Record<string, number | null> }
  /** The records of a run, oldest first, and their steps. */
  interface Records { steps: number[]; all: RunRecord[] }
  interface RunAnswer { status: RunState; records: RunRecord[]; layers: string[]; config: Config; known: string; attention?: Record<string, number[]> }
  interface Started { run?: string; error?: string }
  interface Routes { runs: string }

  // The runs of a page.

  interface FollowedRun { id: string; state: RunState; records: Records; layers: string[]; config: Config | null; known: string; stop(): void; look(): Promise<void> }
  /** A run that has not been started. */
  interface NoRun { id?: undefined; state?: undefined; records: Records; layers: string[] }
  /** One of the runs that are compared; it is alike if it learns the same task as the first one. */
  interface Side { run: FollowedRun | NoRun; colour: string; name: string; isAlike: boolean }
  interface Shared {
    store: Page.Store; runs: Map<string, FollowedRun>; part: RunsPart | null; sides: Side[]; listeners: Set<() => void>; isStarting: boolean;
    /** The settings of the run that a link began. */
    begun: string;
    /** Why the last command failed. */
    error: string;
    sweep: SweepState;
  }
  /** The runs of the sweep in their order, null for one that has not begun; the ids of those that this page began, by their config; whether more are to begin. */
  interface SweepState { runs: (FollowedRun | null)[]; begun: Map<string, string>; isGoing: boolean; isStarting: boolean; error: string }
  /** A run as it is drawn: `name` follows the names of its lines, `label` stands alone. */
  interface DrawnRun { records: Records; layers: string[]; colour: string; label: string; name: string; isOther: boolean }

  // The parts of the page.

  /** What names the page's runs; `beside` is compared with `run`. */
  interface RunsPart {
    /** What a link asks to train beside the run that it begins. */
    control?: object | null;
    run: string; beside: string; config: object; routes: Routes; colours: string[]; labels: string[]; isAlike: boolean; strings: Texts; provisional?: string[];
    sweep?: SweepPart | null;
  }
  /** A field that can be swept: with options to choose from, or with the limits of a number. */
  interface SweepField { name: string; label: string; options: [string, string][]; now: string; low?: number; high?: number; step?: number }
  /** The runs of a sweep: what each trains, the fields in which it differs from the page's setting, its title, and its id if it has begun. */
  interface SweepPart {
    axes: [name: string, values: string[]][]; fields: SweepField[]; columns: number; mostValues: number; mostAtOnce: number; strings: Texts; exact: string;
    runs: { config: Config; values: Record<string, Page.Value>; title: string; run: string }[];
  }
  interface TransportPart extends RunsPart { title: string }
  /** What one can train on one's own data, and the fields that it first gets. */
  interface DataTask { task: string; kind: string; label: string; about: string; cuts: [string, string][]; examples: [string, string][]; suggested: Record<string, Page.Value> }
  interface OwnDataPart { routes: Routes; strings: Texts; reasons: Texts; errors: Texts; tasks: DataTask[]; subwords: number; mostBytes: number; mostPairs: number; isOn: boolean }
  /** What the server read of data: see `ui/runs/brought.py`. */
  interface Brought {
    data: string; error?: string; kind: "pairs" | "text"; format: string; encoding: string; size: number; training: number; held_out: number; tokens: number;
    source_vocabulary: number; target_vocabulary: number; unknown: number; left_out: [number, string][]; left_out_counts: Record<string, number>; removed: number;
    columns: [number, number]; is_plain: boolean; source_lengths: number[] | null; target_lengths: number[] | null; examples: [string, string][];
    floors: { unigram: number; bigram: number } | null; piece: string[][];
  }
  interface OwnInputPart { value: string; label: string; button: string; example: string; field: string; longest: number }

  interface LayersFigure { names: Texts; layout: Plot.Layout; colours: string[] }
  /** The charts without what a run records. */
  interface Figures {
    learning: { names: Texts; layout: Plot.Layout; floors: { name: string; dash: string }[]; floorColour: string }; rate: { names: Texts; layout: Plot.Layout; data: Plot.Trace[] };
    gradients: LayersFigure; updates: LayersFigure; heads: LayersFigure;
  }
  type Chart = keyof Figures;
  type Option = [name: string | number, label: string];
  /** A matrix without numbers, and where they come from: the index of a run, and a name in its records. */
  interface Item extends Matrices.Matrix { names: [run: number, name: string][] }
  /** The lines between words without numbers, which have this name in a record. */
  interface Words extends WordLines.Part { name: string }
  /** Where numbers begin and how many they are, by name. */
  interface InNumbers { places: Record<string, [at: number, count: number]> }
  interface Untrained { attention: Weights; predicted: string[] }
  /** What is shown of the user's own input; it has no right answer if `due` is null. */
  interface OwnInput extends Untrained { step: number; words: Words; source: string[]; due: string[] | null; caption: string; items: Item[] }
  interface PicturePart extends RunsPart {
    step: number; items: Item[]; words: Words; board: Omit<Matrices.Part, "items">; figures: Figures; source: string[]; due: string[] | null; isText: boolean; glosses: Texts;
    runs: string[]; before: string; provisional: string[]; choices: Record<"chart" | "attention" | "how" | "layer", Option[]>;
    chart: Chart; isSweep: boolean; attention: string; layer: number; lines: boolean; map: boolean; untrained: Untrained; own: OwnInput | null;
  }
  /** As it is sent: weights are among all numbers, and the matrix of the own input is among the items. */
  interface SentPart extends Omit<PicturePart, "untrained" | "own"> {
    numbers: Float32Array; untrained: InNumbers & Omit<Untrained, "attention">; own: InNumbers & Omit<OwnInput, "attention" | "items"> | null;
  }

  // The picture.

  /** The attention at a step: lines between words, or matrices. */
  type Attention = { lines: WordLines.Part; items?: undefined } | { lines?: undefined; items: Item[] };
  interface Written { title: string; written: string[]; colour: string }
  interface Film { isPlaying(): boolean; halt(): void; play(place: number): void }
  type Choice = ReturnType<typeof import("./choice.js").createChoice>;
  interface Parts {
    board: ReturnType<typeof import("../../ui/answer/board_part.js").boardPart>; lines: ReturnType<typeof import("../../ui/picture/word_lines/word_lines.js").linesPart>;
    curves: ReturnType<typeof import("../../ui/answer/curves.js").curvesPart>; chart: Choice; kind: Choice; layer: Choice; how: Choice;
    prediction: ReturnType<typeof import("./prediction.js").createPrediction>; legend: ReturnType<typeof import("./legend.js").createLegend>;
    scrubber: ReturnType<typeof import("./scrubber.js").createScrubber>; files: ReturnType<typeof import("./files.js").createFiles>;
    status: HTMLElement; ownCaption: HTMLElement; sweep: ReturnType<typeof import("./sweep_view.js").createSweepView>;
  }
  /** `part` is null until the first answer; `step` is the chosen one, also while it plays. */
  interface View {
    node: HTMLElement; store: Page.Store; shared: Shared; part: PicturePart | null; parts: Parts; film: Film; step: number;
    /** The statuses of the runs when they were last drawn, and when the arithmetic was last requested. */
    status: string | undefined; explained: number;
    frame: number; timer: number; isClosed: boolean;
  }
  /** A view that has had an answer. */
  type OpenView = View & { part: PicturePart };
}
