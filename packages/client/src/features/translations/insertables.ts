import { FORM_NAMES, type Forms, parseMessage } from '@dragoman/core'

/** Placeholders, tags and nestings of the source, each once, in order: what `Alt I` and a number put in at the caret. */
export function insertablesOf(source: Forms): readonly string[] {
  const found = new Set<string>()
  for (const form of FORM_NAMES) {
    for (const part of parseMessage(source[form] ?? '').parts) if (part.kind !== 'text') found.add(part.text)
  }
  return [...found].slice(0, MAX_INSERTABLES)
}

const MAX_INSERTABLES = 9
