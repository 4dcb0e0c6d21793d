import type { Issue } from '../message/issue.ts'
import type { MessageSyntax } from '../message/message-syntax.ts'
import type { NestingPart, Part } from '../message/part.ts'
import type { Span } from '../text/span.ts'
import { type Check, NOTHING, wholeText } from './check.ts'
import { type Found, findMissing } from './differences.ts'
import { partLists } from './text-pieces.ts'

/**
 * A reference to another message (`$t(key)`, `@:key`, `{ -term }`) that the source has and the translation
 * lacks. If the translation has one other reference instead, the fix replaces it.
 */
export const nestingMissing: Check = {
  codes: ['nesting-missing'],
  run(checked) {
    if (checked.source === null || !checked.syntax.hasPlaceholders(checked.source)) return NOTHING
    const { parts } = checked.parsedSource()
    if (!parts.some(({ kind }) => kind === 'nesting' || kind === 'choice')) return NOTHING
    const wanted = nestingsOf(parts)
    if (wanted.length === 0) return NOTHING
    const present = nestingsOf(checked.parsed().parts)
    const missing = findMissing(wanted, present)
    if (missing.length === 0) return NOTHING
    const extra = findMissing(present, wanted)
    const [only] = missing
    const [other] = extra
    if (missing.length === 1 && extra.length === 1 && only !== undefined && other !== undefined) {
      const span = { start: other.start, end: other.end }
      const fix = { span, text: replacementOf(only, other, checked.syntax) }
      return [{ ...missingIssue(only, span), fix }]
    }
    return missing.map((found) => missingIssue(found, wholeText(checked.text)))
  },
}

function missingIssue({ text }: Found, span: Span): Issue {
  return { code: 'nesting-missing', severity: 'error', span, params: { nesting: text } }
}

type FoundNesting = Found & { readonly part: NestingPart }

/** Returns the reference of the source; punctuation that became part of the key is put after it. */
function replacementOf(wanted: FoundNesting, other: FoundNesting, syntax: MessageSyntax): string {
  const behind = other.id.startsWith(wanted.id) ? other.id.slice(wanted.id.length) : ''
  if (syntax.delimitNesting === undefined || !/^[\p{P}\p{S}]+$/u.test(behind)) return wanted.text
  return syntax.delimitNesting(wanted.part) + behind
}

function nestingsOf(parts: readonly Part[]): readonly FoundNesting[] {
  const nestings = partLists(parts).flatMap((list) =>
    list.filter((part): part is NestingPart => part.kind === 'nesting'),
  )
  return nestings.map((part) => ({
    id: part.key,
    text: part.text,
    start: part.span.start,
    end: part.span.end,
    part,
  }))
}
