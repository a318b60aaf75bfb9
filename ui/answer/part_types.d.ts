// The types of the parts of an answer that any page may have.

declare namespace Page {
  interface NotePart { tone: string; about: string; text: string }
  interface LinkPart { text: string; label: string; address: string; page: string; brings: Record<string, Value> }
  interface CorridorPart {
    known: string; question: string; title: string; page: string; address: string; brings: Record<string, Value>; now_known: string; next: string; paper: { text: string; address: string } | null;
  }
  interface HeadingPart { title: string; about: string }
  /** `here` is the pin of the number that is explained. */
  interface ArithmeticPart extends Arithmetic { here: string }
  interface LegendPart { entries: { colour: string; text: string; action: Chip | null }[] }
  interface TablePart { columns: string[]; rows: string[][] }
  /** How far something has come; `areas` have it once it is there, and `stop` sets what is there by now. */
  interface ProgressPart { text: string; done: number; whole: number; areas: string[]; stop: Chip }
  interface CodePart { text: string; tone: string; title: string }
  interface ColumnsPart { columns: Part[][] }
  /** What discards the changes made by hand, null if there are none; next to it `extra`, and after those `further` chips. */
  interface ResetPart { reset: Chip | null; extra: Chip[]; further: Chip[] }
  interface ProgramPart { name: string; listings: { label: string; text: string; notebook: string }[] }

  interface Chip { label: string; setting: Setting; selection: Selection | null; hint: string; on: boolean; fixed: boolean; group: string; reveal?: string; gloss?: string }
  interface ChipsPart extends Part { id: string; title: string; chips: Chip[]; inLine: boolean; look: string }
}
