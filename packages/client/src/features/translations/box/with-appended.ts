/** Appends to the text of a field in which no one has placed a caret, with a space if needed. */
export function withAppended(text: string, added: string): string {
  return text === '' || /\s$/.test(text) ? text + added : `${text} ${added}`
}
