// The types of a class in the browser.

declare namespace Classes {
  type Words = Record<string, string>;
  interface Sent { root: string; language: string; strings: Words }
  type Role = "student" | "teacher" | "projector";
  /** Where a window is: which class, and as what. */
  interface Seat { code: string; role: Role }
  /** The teacher's page with its setting, as `place_of` in places.py. */
  interface Place { page: string; address: string; brings: Record<string, Page.Value>; pin: string; trail: string; view: string }
  type Kind = "pick" | "number" | "row" | "mask" | "order" | "curve";
  /** One person's answer, as `Answer` in questions.py; empty: none is right. */
  type Answer = number[];
  interface Question {
    kind: Kind; text: string; link: string; subject: Partial<Subject>; options: string[]; size: number; columns: number;
    right?: number[] | null; tolerance: number; several: boolean; none: boolean; seconds: number;
  }
  /** A question as a window sees it: `closes` is in seconds of the server's clock. */
  interface Asked extends Question { place: Place | null; number: number; round: number; is_last: boolean; closes: number | null; is_open: boolean; is_shown: boolean; is_solved: boolean; chosen: Answer[] }
  /** Which picture of the page a question is about, and which of its cells or points. */
  interface Subject { request: Prediction.Request }
  interface Distribution {
    answered: number; counts?: [Answer, number][]; others?: number; cells?: number[]; drawn?: Answer[]; mean?: number[]; right?: number | null;
  }
  /**
   * What all windows of a role see, as `class_seen` in views.py; `map` is the part of the map that the teacher looks at,
   * `windows` how many follow in this server process.
   */
  interface Seen {
    version: number; link: string; place: Place | null; map: string; is_paused: boolean; is_frozen: boolean; is_code_shown: boolean; gathered: number; windows?: number;
    question: Asked | null; results: Distribution[] | null;
  }
  interface People { present: number; follow: number; answered: number }
  /** How a window and its class are connected. */
  type Standing = "joining" | "on" | "interrupted" | "ended" | "full";
  /** What this browser answered to a question and round. */
  interface Own { number: number; round: number; answer: Answer }
  /** A class as one window has it. */
  interface Room {
    seat: Seat; standing: Standing; seen: Seen | null; people: People | null; own: Own | null;
    root: string; url: string; words(): Words; language(): string;
    /** The server's time, in seconds. */
    clock(): number;
    post(what: string, content?: unknown): Promise<{ status: number; body: any }>;
    leave(): void;
  }
  /** The answers to questions in one window. */
  interface Answering {
    /** Whether the picture that is asked about is on the page and takes the answer. */
    isOn(): boolean;
    begin(): void; send(answer: Answer): Promise<string>; update(): void; stop(): void;
  }
  /** What draws a class in a window: again after every change. */
  interface View { draw(): void; stop(): void }
}
