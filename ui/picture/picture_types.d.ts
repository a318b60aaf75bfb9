// The types that all pictures share.

declare namespace Picture {
  interface Point { x: number; y: number }
  interface Size { width: number; height: number }
  interface Box extends Point, Size {}

  type Scale = "diverging" | "weights" | "mask" | "places";
  type Role = "query" | "key" | "value";
  /** The colours of a theme and its font. `accent` is the page's own colour, `glow` that of changed cells. */
  interface Theme extends Colours { font: string; accent?: string; glow?: string }
  interface Colours {
    ramps: { diverging: string[]; weights: string[] };
    ink: string; secondary: string; line: string; surface: string; hidden: string; hatch: string; origins: string; onDark: string; onLight: string;
    roles: Record<Role, string>;
  }
  /** The colours of a scale by step: for CSS, as pixels, and whether letters on them are light. */
  interface Ramp { css: string[]; packed: Uint32Array; dark: boolean[] }

  /** A canvas, or what writes the same drawing as SVG, which makes patterns of its own. */
  interface Context extends CanvasRenderingContext2D {
    patternOf?(width: number, height: number, draw: (pen: Context) => void): CanvasPattern;
  }

  interface Fonts { nameFont: string; glossFont: string }
  /** What of a name and its gloss fits a width, and the widths. */
  interface Label { name: string; gloss: string; nameWidth: number; glossWidth: number; width: number }
}
