/**
 * Position of a Fluent parser. After an error, `start` is the brace of the placeable that could not be
 * parsed.
 */
export type Cursor = { readonly text: string; at: number; depth: number; start?: number }

export function skipBlank(cursor: Cursor): void {
  while (' \n\r'.includes(cursor.text[cursor.at] ?? '-')) cursor.at += 1
}
