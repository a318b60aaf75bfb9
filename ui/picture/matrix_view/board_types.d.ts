// The types of linked matrices: what the server sends, where it is drawn, and the state of a board.

declare namespace Matrices {
  interface Axis { name: string; title: string; labels: string[] | null; glosses: string[]; also: string[]; first: number; spoken: string }
  /** A value is null where it is covered. */
  interface Bars { title: string; values: (number | null)[]; limit: number }
  /** The widths of the text around a matrix. */
  interface Widths { name: number; note: number; ends: number; axes: number }

  interface Operator { kind: "operator"; text: string; shape?: undefined; id?: undefined; below?: undefined; font?: string }
  interface Break { kind: "break"; text?: string; shape?: undefined; id?: undefined; below?: undefined; font?: string }
  interface Matrix {
    kind: "matrix" | "tiles"; id: string; name: string; note: string; role: Picture.Role | null; scale: Picture.Scale; limit: number;
    rows: Axis; cols: Axis; shape: number[]; values: Float32Array; hidden: Uint8Array | null; marks: Uint8Array | null;
    editable: boolean; paintable: boolean; rowLabels: boolean; colLabels: boolean; below: boolean; compact: boolean; flat: boolean; fixed: Selection; bars?: Bars;
    rowCount: number; colCount: number; tiles: number;
    /** Of tiles only: the axis of the tiles, and how many there are in a row. */
    tileAxis: Axis; columns?: number | null;
    /** Whether it has labels wherever it is drawn; `rowLabels` and `colLabels` are for the window of now. */
    ownRowLabels?: boolean; ownColLabels?: boolean;
    /** Whether its glosses are left out, because with them there was no room for its numbers. */
    bare?: boolean;
    font: string; widths?: Widths;
    /** Its numbers follow from nothing on the page: drawn at random, typed in, or learned before. */
    given?: boolean;
    significant?: boolean;
    /** The cells whose numbers it does not have, because somebody predicts them; and what is drawn of the prediction. */
    covered?: Uint8Array | null; answer?: Prediction.Answer | null;
    /** What a class answered, laid over its cells. */
    crowd?: Prediction.Crowd & { cells: number[] };
  }
  type Item = Matrix | Operator | Break;

  interface Cell { tile: number; row: number; col: number }
  /** A cell of a matrix on a board. */
  interface Pin { id: string; cell: Cell }
  /** Indices on named axes. */
  type Selection = Record<string, number>;
  /** The rows, columns and tiles that a selection highlights in a matrix. */
  interface Lit { rows: number[]; cols: number[]; tiles: number[] }

  /** Where a matrix is on its canvas. */
  interface Geometry extends TileGrid {
    left: number; top: number; width: number; height: number; heatmap: boolean; bars: number; tilted: boolean;
    tileWidth: number; tileHeight: number;
    /** The height of its caption, where that differs from the usual one. */
    caption?: number;
  }
  /** How tiles are arranged; a single matrix is one column of one. */
  interface TileGrid { columns: number; gap: number; title: number; cell: Picture.Size }
  interface LabelRoom { left: number; top: number; tilted: boolean }

  interface Panel {
    item: Matrix; figure: HTMLElement; frame: HTMLElement; stack: HTMLElement; base: HTMLCanvasElement; overlay: HTMLCanvasElement; at: Geometry;
    /** Whether something is highlighted on it. */
    lit?: boolean;
    /** The cell that keys last moved to. */
    stood?: Cell;
  }
  /** What laying out a board needs of it. */
  interface Laid {
    items: Item[]; panels: Pick<Panel, "item" | "at">[]; width: number; isNarrow?: boolean;
    room?(): Picture.Size;
    /** The room as last measured, for a size of window and board. */
    known?: { size: string; room: Picture.Size };
    fit?: Fit;
  }
  /** The largest cells that fit, and the height of a large heatmap, for what `key` says. */
  interface Fit {
    key: string; most: number; tall: number;
    /** The least room of a matrix that shares a line. */
    least: number;
    /** Whether glosses are left out. */
    bare: boolean;
  }

  type Strings = Record<string, string>;
  /** Linked matrices as a part of an answer. */
  interface Part {
    items: Item[]; link: string; explained?: string; hint: string;
    /** Pixels of the window that are left for what is below the board. */
    roomBelow?: number;
  }
  /** What the page says of its matrices. */
  interface Header { items: Item[]; link: string; explained?: string; pin: string; strings: Strings }
  /** An action on a board, for the page. */
  type Action = { pin: string } | { change: unknown };

  /** A board: the page's data, what is selected, what the user is doing, and its elements. */
  interface Board extends Data, Selected, Editing, Elements, Links {}
  interface Data extends Laid {
    /** What the page said, before anything was covered. */
    given: Header;
    header: Header; panels: Panel[]; strings: Strings; theme: Picture.Theme; ratio: number;
    /** A key of the matrices without their numbers. */
    shape?: string;
    /** The element that scrolls the page. */
    scroller?: Element | null;
  }
  interface Selected {
    pin: Pin | null; hover: Pin | null;
    /** What is hovered on another board. */
    lent?: Selection | null;
    /** The pin that the page last said, and those that it has not said yet. */
    incomingPin: string | undefined; sentPins: string[];
  }
  interface Editing {
    typing?: boolean;
    /** The pinned number has been typed. */
    isEdited?: boolean;
    /** The cells of the stroke that is being painted. */
    stroke?: [number, number][] | null;
    /** The numbers from before the user changed them, by matrix. */
    touched?: Map<string, Float32Array> | null;
  }
  /** What a click, a drag or a key in the covered cells of a matrix does: returns whether it took it. */
  interface Answering { matrix: string; start(cell: Cell): boolean; go(cell: Cell): void }
  interface Elements {
    host: HTMLElement; stage: HTMLElement; foot: HTMLElement; line: HTMLElement; live: HTMLElement; readout: HTMLElement;
    editor: HTMLInputElement; hint: HTMLElement; tables: Tables;
  }
  interface Tables { node: HTMLElement; opener: HTMLElement; refresh(): void }
  /** What connects a board with its page. */
  interface Links {
    connect(panel: Panel): void;
    tell(action: Action): void;
    /** Called on pointer-down with the pin that pointer-up will set. */
    prefetch(pin: string): void;
    stopListening(): void;
    /** Covers what is being predicted. */
    veil?(header: Header): Header;
    answering?: Answering | null;
  }
}
