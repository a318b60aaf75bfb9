// The types of the projector's view.

declare namespace Present {
  interface Sent { strings: Record<string, string>; keys: string[] }
  /** Something that lies over the page until it is taken away. */
  interface Layer { stop(): void }
}
