// The types of the model's map: what the server sends, its layout, and the state of a map in four parts.

declare namespace ModelMap {
  type Side = "src" | "tgt";
  type Sides<T> = Record<Side, T>;

  // What the server sends.

  /** `special` are the rows of special tokens, `joined` the words of several rows. */
  interface Words { labels: string[]; glosses: string[]; hidden: number[]; special?: number[]; joined?: { first: number; count: number; word: string }[] }
  type Named = [name: string, share: number];
  interface NextToken { likeliest: Named[]; chosen: Named; glosses: string[] }
  interface Section { stack: "encoder" | "decoder"; part: string; layer: number | null; side: Side; tensors: number[] }
  interface Parameter { name: string; shape: number[] }
  interface TensorHeader {
    name: string;
    /** Its name in its block. */
    own: string;
    /** What is sent of too many numbers: those with "lines", by place and number, or "none"; all where this is missing. */
    sent?: "lines" | "none";
    /** The side whose words are its rows; `of` is that of its keys. */
    rows: Side; of: Side | ""; shape: number[];
    /** The number of heads; 0 without an axis for them. */
    heads: number; axis: string; parameters: Parameter[];
    /** The index of the masked scores of these weights, or -1. */
    masked: number;
    /** Where its numbers are among those of the part, and how many were sent. */
    at: number; count: number;
  }
  interface PageLink { page: string; title: string; about: string; tensor: string; kind: ColumnKind; brings: Record<string, Page.Value>; address: string }
  type Texts = Record<string, string>;
  interface Strings {
    name: string; head: string; hidden: string; hint: string; hint_touch: string; hide?: string; links: string; path: string; next_token: string;
    click_to_pin: string; not_a_number: string; parameter_count: string; set_by_hand?: string; special?: string; piece?: string;
    titles: Texts; parts: Texts; tensors: Texts; blocks: Texts; sides: Sides<string>; tools: Texts; narration: Texts; legend: Texts; parameter: Texts;
    outline: Texts; about: Texts; about_layers: Texts; about_blocks: Texts; abbreviations?: Texts; cache?: Texts;
  }
  interface Variant { norm: string; activation: string; scores: string; embeddings: string; positions: string; isParallel?: boolean }
  /** What the attentions of one kind keep of a row in a key-value cache; `unshared` is what they would keep without shared heads. */
  interface Cached { layers: number; heads: number; kv_heads: number; d_k: number; numbers: number; unshared: number }
  interface Part {
    kind: "map"; id: string; lines: number; pool: number; src: Words; tgt: Words; next: NextToken[]; otherNext: NextToken[]; sections: Section[];
    tensors: TensorHeader[]; numbers: Float32Array; isCompared: boolean; hasDifferences?: boolean; colours: string[]; strings: Strings; written: string;
    /** Copies of tensors on the map, each with the name of that tensor. */
    aliases?: Texts;
    links: PageLink[]; headOff: [tensor: string, head: number][]; vocabulary: string | null; vocabularyGlosses?: string; before: string;
    glossesNext?: string[]; editable: string[]; hideField: string; viewField: string; playsOnce: boolean; normFirst: boolean; parameterCount: number;
    /** The side with the next tokens; the names of some tokens by id, where the vocabulary is too large to be sent. */
    predicting?: Side; named?: Texts | null;
    /** How the model differs from the paper's: see `variant.py`. */
    variant?: Variant;
    /** What a key-value cache keeps of each row; null where that is not shown. */
    cache?: { self_attention: Cached; cross_attention: Cached | null } | null;
  }
  /** The numbers of a tensor or parameter, on request; `pool` of them are one if there are too many. */
  interface Cells { numbers: Float32Array; shape: number[]; pool: number; limit?: number }
  /** The origins of a number: cells as text, and the share of each word at the sides. */
  interface OriginsPart { edges: { output: string; input: string; share: number }[]; ends: End[]; text: string }
  interface Histogram { counts: number[]; least: number; most: number; mean: number; deviation: number }

  // Numbers and layout.

  type Seen = "now" | "other" | "difference";
  /** A tensor with its numbers; `full` is null while only pooled ones are known. */
  interface Tensor extends TensorHeader {
    index: number; values: Float32Array; pool: number; full: Float32Array | null; isDifference: boolean; scale: "weights" | "diverging"; limit: number;
  }
  type ColumnKind = "vector" | "grid" | "lines" | "next";
  interface Column {
    kind: ColumnKind;
    /** The index of its tensor; -1 for the next tokens. */
    place: number; side: Side; section: number; length: number; isBreak: boolean;
    /** Its relative widths, zoomed out and in. */
    far: number; near: number; hasParameter?: boolean;
    /** Of lines: the side of the attended words. */
    from: Side;
    /** Between both sides, and on each of them. */
    isShared?: boolean;
  }
  interface Block { src: Column[]; tgt: Column[]; isLate: boolean }
  interface NamedBlock { kind: string; name: string; section: number; side: Side; columns: Column[]; owns: string[]; equations: string[]; shape: string }
  /** The room of the map; what lies over its right edge, `aside`, does not count. */
  interface Room extends Picture.Size { aside?: number }
  interface Spaces { head: number; foot: number; gap: number; title: number; name: number }
  interface Layout {
    part: Part; blocks: Block[]; columns: Column[]; room: Room; hasParameters: boolean; rows: Sides<number>; scale: number; sublines: number;
    spaces: Spaces; farPitch: number;
    /** The height that the rows leave, zoomed out. */
    spare: number;
    /** Its rows keep the places of the layout before it. */
    isKept?: boolean;
  }
  interface Box { column: Column; x: number; width: number }
  interface Columns { boxes: Box[]; width: number }
  interface Rows {
    pitch: number; band: number; strip: number; rows: Sides<number>; names: number; tops: Sides<number>; height: number; isNamed: boolean;
    hasBlocks: boolean; spaces: Spaces;
  }
  /** Where everything is at a zoom. */
  interface Placed extends Columns, Rows { t: number }
  interface Bitmap extends Picture.Box { image: HTMLCanvasElement }
  interface Bitmaps {
    layout: Layout; tensors: Tensor[]; theme: Picture.Theme; sheet: HTMLCanvasElement | null; made: Map<string, Bitmap>; used?: HTMLCanvasElement;
    /** Some bitmaps are still to be painted. */
    isBehind?: boolean;
    /** The lines of attentions as they were drawn last while the map moved, and how many were stroked in this frame. */
    sprites?: Map<string, Sprite>; stroked?: number;
  }
  interface SpriteShape { width: number; height: number; top: number; from: number; to: number; ratio: number }
  /** What its lines are, by identity, and which of them are highlighted. */
  interface SpriteLook { strokes: number[][][]; chosen: string }
  interface Sprite { canvas: HTMLCanvasElement; context: Picture.Context; shape: SpriteShape; look: SpriteLook }
  interface WantedBitmap { place: number; level: number; length: number }

  // What can be pointed at or pinned.

  interface Cell { place: number; index: number[]; side: Side; row: number }
  interface PinnedParameter { parameter: Parameter; parameterIndex: number[] }
  interface Title {
    kind: "layer" | "block" | "column"; side: Side; text: string; name: string; font: string; tone: "ink" | "secondary"; x: number; y: number;
    width: number; section?: Section; block?: NamedBlock; column?: Column; bracket?: Bracket;
  }
  interface Bracket { left: number; right: number; y: number }
  interface NoHit {
    side?: undefined; row?: undefined; column?: undefined; place?: undefined; index?: undefined; isWord?: undefined; isRibbon?: undefined;
    next?: undefined; parameter?: undefined; parameterIndex?: undefined; title?: undefined;
  }
  /** A word at the left, or a row between two columns. */
  interface RowHit extends Omit<NoHit, "side" | "row" | "column" | "isWord"> { side: Side; row: number; column?: Column; isWord?: boolean }
  /** A cell, or the line of an attention weight. */
  interface CellHit extends Omit<NoHit, keyof Cell | "column" | "isRibbon">, Cell { column?: Column; isRibbon?: boolean }
  interface NextHit extends Omit<NoHit, "side" | "row" | "next"> { side: Side; row: number; next: { name: string; share: number } }
  interface ParameterHit extends Omit<NoHit, keyof PinnedParameter>, PinnedParameter {}
  interface TitleHit extends Omit<NoHit, "title"> { title: Title }
  /** What is highlighted while it is pointed at. */
  type Pointed = RowHit | CellHit | NextHit;
  /** What is under the pointer. */
  type Hit = Pointed | ParameterHit | TitleHit;
  interface Edge { output: Cell; input: Cell; share: number }
  interface End { side: Side; row: number; share: number }
  interface Ribbon { head: number; query: number; key: number }
  interface Span { left: number; right: number; side: Side }
  interface PathStep { kind: string; text: string; spanAt?: (placed: Placed) => Span }

  // The state of a map.

  interface Camera { t: number; x: number; y: number }
  type RectAt = (placed: Placed) => Picture.Box;

  /** Its numbers, and where they are drawn. */
  interface Data {
    part: Part; tensors: Tensor[];
    /** Which of the two forward passes is shown, or their difference. */
    seen: Seen;
    /** The numbers that were requested; null while they are on their way. */
    cells: Map<string, Cells | null>; otherCells: Map<string, Cells>; asked: Set<string>;
    layout: Layout; theme: Picture.Theme; bitmaps: Bitmaps | null; sheet: HTMLCanvasElement | null; mostPainted: number;
    /** Whether the camera is in motion; where it was at its last move, and when; the timer draws the map at rest. */
    isMoving: boolean; motion: { at: string; since: number; timer: number };
    hasParameters: boolean;
    /** The width of the names of the rows; the screen's pixels per pixel; whether the window is narrow. */
    labels: number; ratio: number; isNarrow: boolean;
    /** The sentence that the head of the map was last high enough for. */
    sentence?: string;
    askTimer?: Page.Timer; themeTimer?: Page.Timer;
  }
  /** What of it is in the window. */
  interface CameraState {
    camera: Camera; placed: Placed;
    frame: number; flight: number | null; viewTimer?: Page.Timer;
  }
  /** What is pointed at and pinned, and the origins of that number. */
  interface SelectionState {
    selection: Selection; pointer: Picture.Point | null; hoverKey?: string | null; hoveredTitle: Title | null;
    /** The pin of the page, and the one that was set here. */
    pinText?: string; ownPin?: string;
    hasOrigins: boolean; hasCache: boolean; originsOf?: string; originsText?: string;
  }
  interface Selection { hovered: Pointed | null; pinned: Cell | null; parameter: PinnedParameter | null; trail: Cell[]; origins: Edge[]; ends: End[] }
  /** The playback; `time` is null while everything is shown. */
  interface Playing { time: number | null; speed: number; isPlaying: boolean; playing: number; ending: Pair | null }
  interface Pair { row: number; key: number; weight: number }

  interface Elements {
    store: Page.Store; node: HTMLElement; head: HTMLElement; written: HTMLElement; before: HTMLElement; stage: HTMLElement; canvas: HTMLCanvasElement;
    foot: HTMLElement; readout: HTMLElement; legend: HTMLElement; live: HTMLElement; editor: HTMLInputElement; context: Picture.Context;
    toolbar: { node: HTMLElement; compared: HTMLElement; refresh(): void };
    outline: { node: HTMLElement; refresh(): void };
    links: { node: HTMLElement; refresh(): void; place(): void };
    colours: { node: HTMLElement; refresh(view: Pick<Data, "part" | "theme">): void; place(view: View): void };
    story: { node: HTMLElement; refresh(view: View): void; close(): void };
    cacheCard: { node: HTMLElement; refresh(view: View): void; close(): void };
    fold: { refresh(): void; close(): void };
    card: { node: HTMLElement; place(view: View): void; show(view: View, parameter: Parameter | null): void; clear(): void };
    path: { node: HTMLElement; width(): number; refresh(): void };
    overview: { node: HTMLElement; refresh(): void; close(): void };
  }
  interface Actions {
    redraw(): void; look(camera: Camera): void; need(name: string): void; under(point: Picture.Point): Hit | null; full(place: number): Promise<void>;
    hover(hit: Hit | null): void; click(hit: Hit | null): void; clickWord(hit: Hit): void; pinOrNot(cell: Cell | null): void;
    pin(cell: Cell | null, options?: { isFlown?: boolean }): void; first(): Cell; timeChanged(): void; setParameters(isOn: boolean): void;
    setOrigins(isOn: boolean): void; setCache(isOn: boolean): void; setSeen(seen: Seen): void;
    draw(): void; fit(): void; takeNumbers(): void; layOut(room: Room): void;
  }
  interface View extends Data, CameraState, SelectionState, Playing, Elements, Actions {}

  // A frame.

  /** What playback shows at a time. */
  interface Progress { isAll: boolean; src: number; row: number; share: number }
  interface Window { left: number; right: number; top: number; bottom: number }
  /** What one frame shows. */
  interface Scene extends Omit<View, "seen" | "context"> {
    seen: Progress; seenOf: Seen; encoderEnd: number;
    /** The part of the map in the window. */
    view: Window;
  }
  interface Frame extends Scene { context: Picture.Context }
  /** A view whose readout is also of what is never highlighted. */
  interface Readable extends Omit<View, "selection"> { selection: Omit<Selection, "hovered"> & { hovered: Hit | null } }
  type Measure = (font: string, text: string) => number;
}
