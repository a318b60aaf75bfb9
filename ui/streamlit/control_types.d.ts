// The types of Streamlit's controls and texts, as far as ours know them.

declare namespace Streamlit {
  type KeyField = "key" | "code" | "keyCode" | "altKey" | "ctrlKey" | "metaKey" | "shiftKey" | "isComposing";
  /**
   * An event that may be one on a control. Its target can be any element, or the document, which have none of an
   * input's fields; only an event of a key has those of a key.
   */
  interface ControlEvent extends Event, Partial<Pick<KeyboardEvent, KeyField>> { target: HTMLInputElement }
  /** The values of a control's options by index. */
  type Options = Page.Value[] | undefined;
  /** Translates a text, or returns it unchanged. */
  type Translate = (text: string) => string;
}
