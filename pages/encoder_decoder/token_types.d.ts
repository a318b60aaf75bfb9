// The types of the rows of tokens of the encoder-decoder page.

declare namespace EncoderDecoder {
  interface TokenCell { text: string; about: string; tone: string; picked: Page.Chip | null; gloss?: string }
  interface TokenRow { label: string; code: string; heading: string; cells: TokenCell[] }
  interface TokenRowsPart { name: string; rows: TokenRow[] }
}
