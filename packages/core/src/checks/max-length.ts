import type { Issue } from '../message/issue.ts'
import type { Part } from '../message/part.ts'
import { countGraphemes } from '../text/graphemes.ts'
import type { Span } from '../text/span.ts'
import { type Check, NOTHING } from './check.ts'
import { hasChoices, lengthOfParts } from './shown-length.ts'

/**
 * A text longer than its key allows, counted in grapheme clusters. Of a choice, each branch is measured with the text
 * around it.
 */
export const maxLength: Check = {
  codes: ['max-length'],
  run({ text, syntax, maxLength: limit, parsed }) {
    if (limit === null || text.length <= limit) return NOTHING
    if (hasChoices(text, syntax)) return issuesOfBranches(text, parsed().parts, limit)
    const length = countGraphemes(text)
    return length <= limit ? NOTHING : [issueOf({ start: 0, end: text.length }, length, limit)]
  },
}

function issuesOfBranches(text: string, parts: readonly Part[], limit: number): readonly Issue[] {
  const whole = lengthOfParts(parts)
  if (whole <= limit) return NOTHING
  const issues = parts.flatMap((part) => {
    if (part.kind !== 'choice') return []
    const around = whole - lengthOfParts([part])
    return part.branches.flatMap(({ parts: own, span }) => {
      const length = around + lengthOfParts(own)
      if (length <= limit || span.end === span.start) return []
      return [issueOf(span, length, limit, around)]
    })
  })
  // Otherwise there is no choice, or all branches that are too long are empty.
  return issues.length > 0 ? issues : [issueOf({ start: 0, end: text.length }, whole, limit)]
}

/** Marks what is beyond the limit. */
function issueOf({ start, end }: Span, length: number, limit: number, around = 0): Issue {
  return {
    code: 'max-length',
    severity: 'warning',
    span: { start: Math.min(start + Math.max(0, limit - around), end - 1), end },
    params: { length, limit },
  }
}
