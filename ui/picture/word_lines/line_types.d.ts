// The types of the lines between words: what the server sends, and the state of a view.

declare namespace WordLines {
  interface Head { name: string; on: boolean; colour: string }
  interface Part {
    keys: string[]; queries: string[]; keyGlosses: string[]; queryGlosses: string[]; notes: string[]; heads: Head[];
    /** The heads that the numbers are of; none for a mean over heads. */
    shown: number[];
    shape: [pictures: number, rows: number, cols: number]; numbers: Float32Array;
    /** Weights below this are not drawn. */
    threshold: number;
    /** Pairs of words that belong together: query, key. */
    aligned: [query: number, key: number][];
    /** The pinned words, and the fields of the setting that have them and the heads that are off. */
    pins: string; pinsField: string; offField: string;
    hints: Record<string, string>; link: string; strings: Record<string, string>;
  }
  /** What is pointed at, here or in a matrix with the same link. */
  interface Hovered { query?: number; key?: number }
  /** What is highlighted. A word is named by its side and its index: "q2", "k0". */
  interface Selected { hovered: Hovered | null; pins: Set<string> }
  interface View extends Selected { root: HTMLElement; store: Page.Store; data: Part; observer: ResizeObserver; shape: string }
  /** The ends of the lines at each word. */
  interface Ends { keys: Picture.Point[]; queries: Picture.Point[] }
  interface Colours { plain: string; strong: string; aligned: string }
}
