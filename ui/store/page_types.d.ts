// The types of a page in the browser: its state, what happens to it (events) and what is done about it (effects).

declare namespace Page {
  /** The type of a field's value in a request. */
  type Value = string | number | boolean;
  type Setting = Record<string, Value>;
  /** The pin and the trail; when a page opens, also the map position in its URL. */
  interface Selection { pin: string; trail: string; view?: string }
  interface State { setting: Setting; selection: Selection }

  /** A Streamlit control: its field, the values of its options by index, and the limits of a number. */
  interface Control { field: string; options?: Value[]; limits?: { low: number; high: number; isWhole?: boolean }; isRefused?: boolean }
  /** A part of an area: `kind` selects how it is drawn. Each kind has more fields, which only its drawing code reads. */
  interface Part { kind: string; id?: string }
  /** The same as it is sent: its numbers are in the bytes after it. */
  interface SentPart extends Part { columns?: SentPart[][]; numbers?: Numbers; items?: SentItem[] }

  /** Where numbers are in the bytes after a header. */
  interface Numbers { offset: number; bytes: number; type: "float32" | "uint8" }
  /** A matrix as it is sent, without its numbers; or what is between two matrices. */
  type SentItem = SentMatrix | Matrices.Operator | Matrices.Break;
  interface SentMatrix extends Omit<Matrices.Matrix, "values" | "hidden" | "marks" | "limit" | "rowCount" | "colCount" | "tiles"> {
    values: Numbers; hidden: Numbers | null; marks: Numbers | null; limit: number | null;
  }
  /** The part of an answer that applies to the page, not to one state. */
  interface Shared {
    language: string; url: string; plotly: string; strings: Record<string, string>; controls: Record<string, Control>;
    /** Areas that depend on the pin, that are visible first, and that are requested after those. */
    follows: string[]; first: string[]; later: string[];
    /** Fields that only change the display mode. */
    views: string[];
    /** The setting with which the page was opened. */
    start: Setting | null;
  }
  /** What the server returns for a request. */
  interface Answer {
    state: State; address: string; equation: string; areas: Record<string, Part[]>; later: string[];
    /** Areas for which the same setting will soon give another result. */
    provisional?: string[];
  }
  /** What a rerun of Streamlit returns in addition. */
  interface RerunAnswer extends Answer, Shared {
    before?: Setting | null; session?: string; undo?: Step; redo?: Step;
    /** The number of the last message that the session has processed. */
    acknowledged: number;
  }
  /** Where a step leads, according to the session. */
  type Step = { setting: Setting } | null;

  type StepName = "undo" | "redo";
  /** The settings that the steps lead to, the next one last. */
  interface Steps { undo: Setting[]; redo: Setting[]; isKnown: boolean }

  /** An action in a picture; each page defines what its changes contain. */
  interface Action { pin?: string; follow?: unknown; here?: unknown; change?: unknown }
  /** A change by a control (`set`), by a picture (`with`), to a whole state (`to`), by a step, or by an action in a picture (`do`). */
  interface Patch {
    set?: Record<string, Value>; with?: Record<string, Value>; to?: State; step?: StepName; do?: Action;
    /** How much later than usual Streamlit is notified, in ms. */
    later?: number;
  }
  interface Request extends State { before?: Setting | null; leaving?: Setting; do?: Action; areas?: string[] }
  /** A message to Streamlit: a request, and the setting that it was applied to. */
  interface Message { request: Request; base: Setting; step?: StepName; bring?: Bring; number?: number }
  /** Another page to open with these fields set. */
  interface Bring { page: string; fields: Record<string, Value>; pin?: string }
  /** The map position in the URL. */
  interface MapPosition { name: string; text: string }

  /** Everything that decides what an event leads to. Times are in milliseconds since the page was opened. */
  interface StoreState {
    state: State | null; shared: Partial<Shared>;
    /** What pictures are compared with. */
    before: Setting | null;
    /** The session that last answered. */
    session: string | undefined;
    queue: Patch[];
    /** The change that is being requested. */
    pending: { patch: Patch; request: Request } | null;
    /** The body of a prefetched request. */
    prefetched: string | null;
    /** Values that are invalid on their own: the next change is tried together with them. */
    refused: Record<string, Value>;
    steps: Steps;
    /** The keys of earlier states. */
    past: string[];
    touchedAt: number;
    /** The rerun's answer that waits because it is late. */
    late: RerunAnswer | null;
    /** The areas that are visible, those that are drawn, and the request for areas that is under way. */
    wanted: string[]; drawn: Record<string, boolean>; underway: string | null;
    unsent: Message[]; lastSent: number; lastSentAt: number; acknowledged: number;
    address: string | undefined; view: MapPosition | null;
    /** Another page is open by now, or this one was opened again. */
    isLeft: boolean;
    /** A saved page: nothing can be requested. */
    isSaved: boolean;
  }

  type Timer = ReturnType<typeof setTimeout>;
  type TimerName = "again" | "late" | "areas" | "address" | "notify";
  type Event =
    | { kind: "asked"; patch: Patch }
    | { kind: "prefetch"; patch: Patch }
    | { kind: "touched" }
    | { kind: "answered"; answer: Answer }
    | { kind: "refused" }
    | { kind: "unreachable"; isConnected: boolean }
    | { kind: "wanted"; names: string[] }
    /** The answer to a request for areas; null if there is none. `key` is of the state that it was requested for. */
    | { kind: "areas"; key: string; request: string; answer: Answer | null }
    | { kind: "rerun"; answer: RerunAnswer }
    | { kind: "timer"; name: TimerName }
    /** The elements of these areas were replaced. */
    | { kind: "replaced"; names: string[] }
    | { kind: "viewed"; view: MapPosition | null }
    | { kind: "brought"; bring: Bring }
    /** Streamlit is to be notified now. */
    | { kind: "due" }
    /** The page is being left: Streamlit is no longer notified. */
    | { kind: "leaving" }
    | { kind: "left" };
  /** `now` is in milliseconds since the page was opened, `date` since 1970. */
  type TimedEvent = Event & { now: number; date: number };

  type Effect =
    /** Requests a change; its outcome is an event. With `isPrefetched`, the prefetched answer is used. */
    | { kind: "post"; url: string; body: string; isPrefetched: boolean }
    | { kind: "post areas"; url: string; body: string; isPrefetched: boolean; key: string; request: string }
    | { kind: "prefetch"; url: string; body: string }
    /** A request is sent, or is answered. */
    | { kind: "wait"; isWaiting: boolean }
    /** `isChange`: the answer is to a change of numbers, which are then highlighted. */
    | { kind: "draw"; answer: Answer; isChange: boolean }
    | { kind: "notify"; message: Message }
    /** From now on, no message reaches Streamlit. */
    | { kind: "mute" }
    | { kind: "write address"; address: string }
    | { kind: "set timer"; name: TimerName; ms: number }
    | { kind: "stop timer"; name: TimerName };

  /** The handling of one event: the state that it leads to, and the effects so far. */
  interface Turn { next: StoreState; effects: Effect[]; now: number; date: number }
  /** The turn of a page that has had an answer. */
  type OpenTurn = Turn & { next: { state: State } };

  /** One page's store: its state, and the functions that carry out its effects. */
  interface Store {
    readonly name: string;
    /** The state as a whole; only the store's own code replaces it. */
    held: StoreState;
    readonly state: State | null;
    readonly shared: Shared;
    readonly before: Setting | null;
    readonly queue: readonly Patch[];
    readonly busy: boolean;
    /** The values that are being requested for a control. */
    readonly asking: Record<string, Value> | undefined;
    readonly address: string | undefined;
    readonly view: MapPosition | null;
    /** The answer that is being drawn is to a change of numbers. */
    isChange: boolean;
    timers: Map<TimerName, Timer>;
    prefetched: Promise<Outcome> | null;
    post(url: string, text: string): Promise<{ status: number; bytes: ArrayBuffer | Uint8Array | null }>;
    draw(answer: Answer): void;
    notifyStreamlit(message: Message): void;
    /** Called when a request is answered. */
    answered(): void;
    isConnected(): boolean;
    waits(isWaiting: boolean): void;
    /** Called after an action has set a pin. */
    pinned(isOpen?: boolean): void;
    /** The pictures on the page, each with the data that it is drawn from, which depend on its kind. */
    pictures(): Share.Picture[];
    /** The boards that are drawn. */
    boards(): Matrices.Board[];
    /** The rows of chips that are drawn, and the chip that was clicked last. */
    /** What takes part in predictions: pictures, and what shows their numbers. */
    predictors: Set<Prediction.Predictor>;
    /** The ids of matrices that a lesson keeps covered. */
    keptCovered: Set<string>;
    chipRows: Set<ChipRow>;
    pressedChip: PressedChip | null;
    /** The answer in the head of the page. */
    answerShown: string;
    /** The last messages to Streamlit. */
    log: Message[];
    isLeaving: boolean; isWaiting: boolean; broughtBy: Element | null;
  }
  /** A part as it is drawn. `show` gets parts of its kind, `views` are other parts in it, `picture` is what can be exported. */
  interface PartView {
    id?: string; node: HTMLElement; show(part: object): void; refresh?(): void; moved?(): void; close?(): void;
    views?(): PartView[]; picture?(): Share.Picture; board?: Matrices.Board;
  }
  /** Registers how a kind of part is drawn. */
  type AddKind = (kind: string, make: (context: { store: Store }) => PartView) => void;
  type Outcome = Answer | "refused" | "unreachable";

  /** A piece of a line of arithmetic; `to` names the number that it leads to. */
  interface Span { text: string; role?: string; to?: string; spoken: string }
  interface Bar { label: string; gloss?: string; value: number; text: string }
  /** How much is shown of a number; each level also shows what is in those before it. */
  type Level = "idea" | "numbers" | "all";
  interface Arithmetic {
    title: string; question: string; crumbs: Span[]; sentence: string; lines: { label: string; spans: Span[]; level: Level }[]; bars: { title: string; rows: Bar[]; isShare: boolean }[];
  }
  /** An element with the parts that are drawn in it. */
  interface Shown extends Element { shown?: DrawnPart[] }
  interface DrawnPart extends PartView { kind: string }
  /** A row of chips; it is among those of a store only while it has a part. */
  interface ChipRow { part: ChipsPart; setNote(text: string): void; keepRoom?(longest: string): void }
  interface PressedChip { row: string; setting: Setting; selection: Selection | null; hint: string; changesSetting: boolean; language: string }
}
