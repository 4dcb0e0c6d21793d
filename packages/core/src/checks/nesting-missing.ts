import type { NestingPart, Part } from '../message/part.ts'
import { type Check, NOTHING, wholeText } from './check.ts'
import { type Found, findMissing } from './differences.ts'
import { partLists } from './text-pieces.ts'

/**
 * A reference to another message (`$t(key)`, `@:key`, `{ -term }`) that the source has and the translation
 * lacks.
 */
export const nestingMissing: Check = {
  id: 'nesting-missing',
  run(checked) {
    if (checked.source === null || !checked.syntax.hasPlaceholders(checked.source)) return NOTHING
    const { parts } = checked.parsedSource()
    if (!parts.some(({ kind }) => kind === 'nesting' || kind === 'choice')) return NOTHING
    const wanted = nestingsOf(parts)
    if (wanted.length === 0) return NOTHING
    const missing = findMissing(wanted, nestingsOf(checked.parsed().parts))
    if (missing.length === 0) return NOTHING
    return missing.map(({ text }) => ({
      code: 'nesting-missing',
      severity: 'error',
      span: wholeText(checked.text),
      params: { nesting: text },
    }))
  },
}

function nestingsOf(parts: readonly Part[]): readonly Found[] {
  const nestings = partLists(parts).flatMap((list) =>
    list.filter((part): part is NestingPart => part.kind === 'nesting'),
  )
  return nestings.map(({ key, text, span }) => ({ id: key, text, start: span.start, end: span.end }))
}
