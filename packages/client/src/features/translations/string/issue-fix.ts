import type { Issue } from '@dragoman/core'

/** What one press would do about an issue, and what the button says. */
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
 * The fix of an issue: the check's own, or putting in at the caret what is missing. Null where a person has
 * to think.
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

/**
 * The text with this at its end, a space before it where there is none: for a form that nobody has the caret
 * in.
 */
export function withAppended(text: string, added: string): string {
  return text === '' || /\s$/.test(text) ? text + added : `${text} ${added}`
}
