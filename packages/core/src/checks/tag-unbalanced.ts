import type { Part, TagPart } from '../message/part.ts'
import { type Check, NOTHING } from './check.ts'
import { partLists } from './text-pieces.ts'

/**
 * Tags that are opened and not closed, closed and not opened, or closed in the wrong order. Not reported if
 * the source has such tags too.
 */
export const tagUnbalanced: Check = {
  codes: ['tag-unbalanced'],
  run(checked) {
    if (!checked.text.includes('<')) return NOTHING
    const { parts, issues } = checked.parsed()
    // The syntax has reported the tag that makes the message invalid.
    if (issues.some(({ code }) => code === 'tag-invalid')) return NOTHING
    const wrong = unbalancedTags(parts)
    if (wrong.length === 0) return NOTHING
    if (checked.source !== null && unbalancedTags(checked.parsedSource().parts).length > 0) return NOTHING
    return wrong.map(({ text, span }) => ({
      code: 'tag-unbalanced',
      severity: 'error',
      span,
      params: { tag: text },
    }))
  },
}

/** HTML elements without an end tag. */
const VOID: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input', 'wbr'])

function unbalancedTags(message: readonly Part[]): TagPart[] {
  return message.some(({ kind }) => kind === 'choice')
    ? partLists(message).flatMap(unbalancedIn)
    : unbalancedIn(message)
}

function unbalancedIn(parts: readonly Part[]): TagPart[] {
  const open: TagPart[] = []
  const wrong: TagPart[] = []
  for (const part of parts) {
    if (part.kind !== 'tag' || part.form === 'empty' || VOID.has(part.name.toLowerCase())) continue
    if (part.form === 'open') {
      open.push(part)
      continue
    }
    const last = open.at(-1)
    if (last?.name === part.name) open.pop()
    else wrong.push(part)
  }
  return [...wrong, ...open]
}
