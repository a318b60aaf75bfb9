// The types of curves: the figures that the server sends, as Plotly draws them, and what we use of Plotly.

declare namespace Plot {
  /** How a line is drawn; `dash` is one of Plotly's names. */
  interface Look { color?: string; dash?: string; width?: number; simplify?: boolean }
  /** Several points: a line, or marks. */
  interface Trace {
    mode?: string; name?: string; x: ArrayLike<number>; y: ArrayLike<number | null>; yaxis?: string; line?: Look;
    [field: string]: unknown; // which only Plotly reads
  }
  interface Axis { title?: object; [field: string]: unknown }
  interface Layout { height: number; shapes?: object[]; yaxis?: Axis; [field: string]: unknown }
  /** A name in the legend. */
  interface Name { name: string; colour: string; dash: string; width: number }
  interface Figure { data: Trace[]; layout: Layout; legend?: Name[] }
  /** Curves as a part of an answer. `click` is the field that a click on them sets. */
  interface Part { id?: string; name: string; click?: string; figure: Figure }

  /** An axis as Plotly has laid it out. */
  interface PlacedAxis { _offset: number; _length: number; d2p(value: number): number }
  interface PlacedLayout { xaxis: PlacedAxis; yaxis: PlacedAxis; [yaxis: `yaxis${string}`]: PlacedAxis; _size: { t: number; h: number } }
  /** An element that Plotly has drawn in: it adds methods and data. */
  interface Node extends HTMLDivElement {
    data: { x: ArrayLike<number>; y: ArrayLike<number> }[]; layout: { xaxis: { range: [number, number]; type: string } };
    on(event: "plotly_click", listener: (event: { points: { x: number }[] }) => void): void;
    _fullLayout: PlacedLayout; _fullData: (Trace & { line: { color: string }; yaxis: string })[];
  }
  interface Plotly {
    react(node: Element, data: object[], layout: object, config?: object): Promise<void>;
    newPlot(node: Element, data: object[], layout: object, config?: object): Promise<void>;
    toImage(node: Element, options: object): Promise<string>;
    purge(node: Element): void;
  }
}
