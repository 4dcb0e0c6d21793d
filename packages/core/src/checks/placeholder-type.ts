import type { Issue } from '../message/issue.ts'
import type { PlaceholderPart } from '../message/part.ts'
import { placeholdersOf } from '../message/placeholders-of.ts'
import { type Check, NOTHING } from './check.ts'

/**
 * A placeholder with the right value that is shown in another way than in the source: a date that is formatted as something
 * else, or a value that i18next escapes in only one of both texts (`{{- name}}`). Without escaping, people could insert
 * HTML; with it, apps could show escapes.
 */
export const placeholderType: Check = {
  codes: ['placeholder-type'],
  run({ syntax, source, parsedSource, parsed }) {
    if (source === null || !syntax.hasPlaceholders(source)) return NOTHING
    const wanted = placeholdersOf(parsedSource().parts)
    if (wanted.length === 0) return NOTHING
    const present = placeholdersOf(parsed().parts)
    const issues: Issue[] = []
    for (const part of present) {
      const escaped = withOtherEscaping(part, wanted)
      const date = wanted.find(({ name, type }) => name === part.name && type === 'date')
      if (escaped !== undefined) issues.push(issueOf(part, escaped.text, 'error'))
      else if (date !== undefined && !isDate(part.name, present))
        issues.push(issueOf(part, date.text, 'warning'))
    }
    return issues.length === 0 ? NOTHING : issues
  },
}

/** Returns a placeholder of the same name if all of them have the other escaping. */
function withOtherEscaping(
  { name, escaping }: PlaceholderPart,
  wanted: readonly PlaceholderPart[],
): PlaceholderPart | undefined {
  const others = wanted.filter((part) => part.name === name)
  return others.every((part) => part.escaping !== escaping) ? others[0] : undefined
}

function isDate(name: string, placeholders: readonly PlaceholderPart[]): boolean {
  return placeholders.some((part) => part.name === name && part.type === 'date')
}

function issueOf({ text, span }: PlaceholderPart, expected: string, severity: Issue['severity']): Issue {
  return {
    code: 'placeholder-type',
    severity,
    span,
    params: { placeholder: text, expected },
    fix: { span, text: expected },
  }
}
