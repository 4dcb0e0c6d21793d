import type { Part } from '../message/i18next/part.ts'
import { type Check, NOTHING, wholeText } from './check.ts'
import { type Found, lacking } from './differences.ts'

/** A `$t(key)` of the source that the translation lacks. */
export const nestingMissing: Check = {
  id: 'nesting-missing',
  run(checked) {
    if (checked.source === null || !checked.source.includes('$t(')) return NOTHING
    const missing = lacking(nestingsOf(checked.parsedSource().parts), nestingsOf(checked.parsed().parts))
    if (missing.length === 0) return NOTHING
    return missing.map(({ text }) => ({
      code: 'nesting-missing',
      severity: 'error',
      span: wholeText(checked.text),
      params: { nesting: text },
    }))
  },
}

function nestingsOf(parts: readonly Part[]): Found[] {
  const found: Found[] = []
  for (const part of parts) {
    if (part.kind === 'nesting') found.push({ id: part.key, text: part.text, start: part.span.start, end: part.span.end })
  }
  return found
}
