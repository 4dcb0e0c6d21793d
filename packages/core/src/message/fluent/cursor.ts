/** Where a reader of Fluent stands. `start`, after a fault, is the brace of what could not be read. */
export type Cursor = { readonly text: string; at: number; depth: number; start?: number }

export function skipBlank(cursor: Cursor): void {
  while (' \n\r'.includes(cursor.text[cursor.at] ?? '-')) cursor.at += 1
}
