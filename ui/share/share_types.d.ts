// The types of sharing: the pictures of a page, the figures that are made of them, and what the panel knows.

declare namespace Share {
  type Texts = Record<string, string>;

  // The pictures of a page, as its parts return them; `run` is what was recorded of a run, null if that is too little.

  interface OfPage { id?: string; run?: () => Run | null }
  /** Linked matrices, or the one with this id. */
  interface BoardSource { board: Pick<Matrices.Board, "items" | "pin">; id?: string }
  interface LinesSource { view: { data: WordLines.Part; pins: Set<string> } }
  interface BoardPicture extends OfPage { kind: "board"; board: Matrices.Board; part?: undefined }
  interface CurvesPicture extends OfPage { kind: "curves"; part: Plot.Part }
  interface LinesPicture extends OfPage { kind: "lines"; view: WordLines.View; part: WordLines.Part & { name?: string } }
  interface MapPicture extends OfPage { kind: "map"; view: ModelMap.View; part: ModelMap.Part & { name?: string } }
  type Picture = BoardPicture | CurvesPicture | LinesPicture | MapPicture;

  // Figures.

  interface Theme extends Picture.Theme { name: "light" | "dark"; isClear: boolean }
  interface Room extends Picture.Size { isNarrow: boolean }
  interface Options { title: string; caption: string; theme: string; size: string; words: Texts }
  /** A picture that is laid out, and what draws it. */
  interface Drawing extends Picture.Size { draw(context: Picture.Context): void }
  /** The same for what only the context that writes SVG can do. */
  interface SvgDrawing extends Picture.Size { draw(context: import("./svg_context.js").SvgContext): void }
  interface Figure extends Picture.Size { svg: string }
  /** Where the names of lines are. */
  interface Legend { places: (Plot.Name & Picture.Point)[]; height: number }
  /** A point of a line, and where that is. */
  type PlottedPoint = [x: number, y: number, left: number, top: number];
  interface PlottedLine { name: string; colour: string; points: PlottedPoint[] }
  /** Returns where a point of an axis is. */
  type PlaceAt = (x: number, y: number, axis?: string) => [left: number, top: number];
  interface Plotted { svg: string; height: number; lines: PlottedLine[]; at: PlaceAt; area: { top: number; bottom: number } }
  interface PlacedPanel extends Picture.Point { item: Matrices.Matrix; at: Matrices.Geometry }

  // A run as a video.

  interface Token { text: string; isRight?: boolean; gloss?: string }
  interface Box extends Token { x: number; width: number }
  interface TokenRow { title: string; colour: string; tokens: Token[]; isWhole: boolean }
  interface Mark extends Picture.Point { axis: "y" | "y2"; colour: string }
  type Attention = { kind: "board" } & BoardSource | { kind: "lines" } & LinesSource;
  interface Run {
    steps: number[]; curves: Plot.Figure;
    marksAt(step: number): Mark[]; attentionAt(step: number): Attention; rowsAt(step: number): TokenRow[]; stepText(step: number): string;
  }
  interface Progress { isWanted(): boolean; seen(share: number): void }

  // Saved pages: what a picture is drawn from. It is packed into the page.

  interface SavedBoard { kind: "board"; strings: Texts; items: Matrices.Item[]; pin: string }
  /** In the format of an answer: the numbers come after the header. */
  interface SavedAnswer extends Omit<SavedBoard, "kind" | "items"> { kind: "answer"; items: Page.SentItem[] }
  interface SavedCurves { kind: "curves"; svg: string; height: number; lines: PlottedLine[] }
  interface SavedPart<Kind, Part> { kind: Kind; strings: Texts; selection?: Page.Selection; part: Part }
  type SavedLines = SavedPart<"lines", WordLines.Part>;
  type SavedMap = SavedPart<"map", ShortenedMap>;
  type Saved = SavedBoard | SavedAnswer | SavedCurves | SavedLines | SavedMap;
  /** Draws what is saved; `rest` are the bytes after it. */
  type DrawSaved<S> = (place: HTMLElement, saved: S, rest: Uint8Array) => void;
  type DrawingOfKinds = { [Kind in Saved["kind"]]?: DrawSaved<Extract<Saved, { kind: Kind }>> };
  interface ShortenedMap extends ModelMap.Part { isShortened?: boolean }

  // The panel.

  /** What the server knows of a page's state. */
  interface About { words: Texts; title: string; caption: string; holds: [label: string, value: string][]; qr: string; long: boolean; tensors: number; shown: string }
  type Say = (text: string) => void;
  interface Context { store: Page.Store; link: string; about: About; words: Texts; dialog: HTMLDialogElement; say: Say }
}
