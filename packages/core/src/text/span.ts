/** A range of a text in UTF-16 code units, end exclusive. */
export type Span = { readonly start: number; readonly end: number }

/** A replacement of one range of a text. */
export type Edit = { readonly span: Span; readonly text: string }
