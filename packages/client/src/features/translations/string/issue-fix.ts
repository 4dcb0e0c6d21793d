import type { Issue } from '@dragoman/core'

/** The automatic fix of an issue, and the label of its button. */
export type IssueFix =
  | { readonly kind: 'edit'; readonly name: 'insert' | 'replace' | 'remove' }
  | { readonly kind: 'edit'; readonly name: 'replaceWith'; readonly text: string }
  | { readonly kind: 'insert-at-caret'; readonly name: 'insert'; readonly text: string }

const MISSING: ReadonlyMap<string, string> = new Map([
  ['placeholder-missing', 'placeholder'],
  ['tag-missing', 'tag'],
  ['nesting-missing', 'nesting'],
])

/**
 * Returns the fix of an issue: the check's own, or inserting the missing part at the caret. Null if a person
 * has to decide.
 */
export function fixOf(issue: Issue): IssueFix | null {
  if (issue.fix !== undefined) {
    const { span, text } = issue.fix
    if (issue.code === 'placeholder-extra') return { kind: 'edit', name: 'replaceWith', text }
    return { kind: 'edit', name: text === '' ? 'remove' : span.start === span.end ? 'insert' : 'replace' }
  }
  const param = MISSING.get(issue.code)
  const missing = param === undefined ? undefined : issue.params?.[param]
  return missing === undefined ? null : { kind: 'insert-at-caret', name: 'insert', text: String(missing) }
}

/** Returns the part of the source that an issue says is missing; null for other issues. */
export function missingPart(issue: Issue): string | null {
  const fix = fixOf(issue)
  return fix?.kind === 'insert-at-caret' ? fix.text : null
}
