// The types of predictions: what is asked of a picture, what was answered, and what came of it.

declare namespace Prediction {
  /** How an answer is given; all but the last one are of a matrix. */
  type Kind = "cell" | "row" | "mask" | "pick" | "order" | "curve";
  type Cover = "all" | "row" | "cell";
  /** A row or column as the page names it: its word, or the number that the page shows there. */
  type Label = number | string;

  /** What is asked of a matrix, by indices from 0. */
  interface Question { matrix: string; kind: Kind; cover: Cover; tile: number; row: number; col: number; within: number }
  /** What is asked of a figure: one of its lines, or with `cover` "all" this one while all are covered. */
  interface CurveQuestion { line: number; cover: "all" | "row"; within: number }

  /**
   * What a lesson asks. Of a curve `line` is its name, or its number counted from 1. `within` is how far an answer may be away and still be right: of numbers and of a pick in their own
   * unit, of a mask in cells, of an order in places, of a curve as a share of the axis.
   */
  interface Request { tile?: number; matrix?: string; curve?: string; line?: Label; kind: Kind; row?: Label; col?: Label; cover?: Cover; within?: number }
  interface Events {
    revealed(result: Result): void; ended(): void;
    /** What is to be done before anything is revealed; "" if nothing is. */
    waitsFor?(): string;
    /** Takes the answer in place of revealing, of somebody who is asked with a class; returns what to say. */
    send?(answer: number[]): Promise<string>;
    /** What somebody who is asked with a class has sent before. */
    given?: number[];
    /** The words in which it is asked, where a lesson has some. */
    text?: string;
  }
  /** What a bar asks, as a class is asked it: see `Question` in ui/classroom/questions.py. */
  interface Asking {
    kind: "pick" | "number" | "row" | "mask" | "order" | "curve"; text: string; subject: { request?: Request };
    options: string[]; size: number; columns: number; right: number[] | null; tolerance: number;
  }
  /** The answers of a class, of which each is as `Answer` there. `truth` is null until it is shown. */
  interface Crowd { kind: Asking["kind"]; answered: number; counts: number[]; drawn: number[][]; truth: number[] | null }
  /** `ready` takes back what was said when something else had to be done first. */
  /** `showCrowd` draws the answers of a class on the picture, which is uncovered as soon as they have the truth. */
  interface Control { reveal(): void; stop(): void; ready?(): void; showCrowd?(crowd: Crowd | null): void }
  /** `share` is how much of it is right, from 0 to 1; `gap` is in the unit of `within`. */
  /** `yours` is what was typed, if numbers were. */
  interface Result { isRight: boolean; share: number; gap: number; text: string; yours?: string }

  /**
   * What is drawn of a prediction in a matrix. For each asked cell (by its index among the values) what was answered: a
   * number, 1 for hidden, the place in an order, 1 for picked; null for nothing.
   */
  interface Answer { kind: Kind; cells: number[]; given: (number | null)[]; truth: number[]; within: number; isRevealed: boolean }

  /** What takes part in predictions on a page. */
  interface Predictor {
    /** Starts what a lesson asks; null if this is not the picture that it asks of. */
    start?(request: Request, events: Partial<Events>): Control | null;
    /** What of it is covered now. */
    covers?(): Covered | Covered[] | null;
    /** Something on the page was covered, or uncovered. */
    follow?(): void;
  }
  type Covered =
    /** One that is `kept` is not asked for: a lesson keeps it covered. */
    | { kind: "matrix"; item: Matrices.Matrix; question: Question; kept?: boolean }
    | { kind: "curve"; names: { colour: string; name: string }[]; lines: (number | null)[][] };

  /** A line drawn by hand: at each place its height as a share of the axis, NaN where nothing is drawn. */
  type Sketch = Float64Array;
  /** The part of an axis in view; of a logarithmic one in powers of ten. */
  interface Span { from: number; to: number; isLog: boolean }
}
