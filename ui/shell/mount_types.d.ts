// The types of what Streamlit mounts.

declare namespace Page {
  /** An expander: its area is requested when it is opened. */
  interface Expander { area: string; title: string }
  /** What Streamlit mounts in an element: areas of a page. `classes` say where they are. */
  interface MountData { page: string; areas: string[]; classes?: string[]; expanders?: Expander[] }
  /** The mount of a page's own answer, which comes with it. */
  interface MountedAnswer extends RerunAnswer { mount: MountData; scripts: string[] }
  interface Mount {
    /** The element of Streamlit, ours in it, and the one in which areas are next to each other. */
    root: Element; host: HTMLElement; column: HTMLElement;
    page: string; areas: string[]; expanders: Expander[]; language?: string;
    places: Map<string, HTMLElement & Shown>;
    sheet?: import("./sheet.js").Sheet; bar?: { node: HTMLElement; refresh(): void };
    turn?: number; isLeft?: boolean;
  }
}
