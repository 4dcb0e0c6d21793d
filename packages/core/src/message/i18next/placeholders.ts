import { hasMarkup, parseMessage } from './parse-message.ts'
import type { Part } from './part.ts'

export type Placeholder = { readonly name: string; readonly text: string; readonly start: number; readonly end: number }

/** All placeholders of a message in order, those inside the options of a nesting included. */
export function placeholders(text: string): readonly Placeholder[] {
  return hasMarkup(text) ? placeholdersOf(parseMessage(text).parts) : []
}

/** The same of a message that has been read already. */
export function placeholdersOf(parts: readonly Part[]): readonly Placeholder[] {
  const found: Placeholder[] = []
  for (const part of parts) {
    if (part.kind === 'placeholder') found.push({ name: part.name, text: part.text, start: part.span.start, end: part.span.end })
    else if (part.kind === 'nesting' && part.options?.includes('{{') === true) {
      // The first two characters are left out so that the nesting is not read as a nesting again.
      for (const inner of placeholders(part.text.slice(2))) {
        found.push({ name: inner.name, text: inner.text, start: part.span.start + 2 + inner.start, end: part.span.start + 2 + inner.end })
      }
    }
  }
  return found
}
