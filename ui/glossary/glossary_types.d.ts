// The types of the glossary in the browser.

declare namespace Glossary {
  interface See { page: string; address: string; title: string; brings: Record<string, Page.Value>; pin: string; question: string }
  interface Link { text: string; address: string }
  interface Term { key: string; name: string; forms: string[]; never: string[]; sentence: string; symbol: string; source: Link; see: See }
  interface Terms {
    terms: Term[];
    /** What may follow a term in a text without being another word: Korean particles. */
    endings: string[];
    /** The section of the paper that a page is about. */
    sections: Record<string, Link>;
  }
  interface Sent { url: string; language: string; strings: Record<string, string> }
  /** A term in a text, by the places of its first letter and of the one after its last. */
  interface Found { key: string; start: number; end: number }
  type Finder = (text: string) => Found[];
  /** A term in a text node. */
  interface Mark { key: string; node: Text; start: number; end: number }
}
