import type { Issue } from '../issue.ts'
import type { MessageSyntax, Parsed } from '../message-syntax.ts'
import type { Branch, Part } from '../part.ts'
import { pluralText } from '../plural-text.ts'
import { ownTags } from '../scan/own-tags.ts'
import { plainText } from '../scan/scanner.ts'
import { trimForm } from '../scan/trim-form.ts'
import { type BarPart, scanVue } from './scan-vue.ts'

/**
 * Syntax of vue-i18n 9 and later: `{name}`, `{0}`, `{'@'}`, `@:linked.key`, `@.lower:linked.key` and forms
 * separated by `|`. Reports everything that its compiler rejects.
 */
export const vueSyntax: MessageSyntax = {
  id: 'vue-i18n',
  arguments: 'named',
  hasMarkup: (text) => MARKUP.test(text),
  hasPlaceholders: (text) => PLACEHOLDERS.test(text),
  parse,
  isCount: ({ name }) => name === 'count' || name === 'n',
  // Another form would change the meaning of the others: `a | b` is one and many, `a | b | c` none, one and
  // many.
  pluralOf: (text) => {
    const plural = text.includes('|') ? pluralText(text, parse(text).parts) : null
    return plural && { ...plural, canAdd: false }
  },
  literalBar: "{'|'}",
  delimitNesting: ({ key, options }) => `@${options === null ? '' : `.${options}`}:{'${key}'}`,
}

const MARKUP = /[{}@|<\\]/
const PLACEHOLDERS = /[{}@|]/

function parse(text: string): Parsed {
  if (!MARKUP.test(text)) return plainText(text)
  const { parts, issues } = scanVue(text)
  const bars = parts.filter((part) => part.kind === 'bar')
  if (bars.length === 0) return { parts: ownTags(parts.filter((part) => part.kind !== 'bar')), issues }
  const branches = branchesOf(text, parts)
  const span = { start: 0, end: text.length }
  return {
    parts: [{ kind: 'choice', text, span, by: 'pipe', name: '', branches }],
    issues: [...issues, ...emptyForms(text, branches, bars)].toSorted((a, b) => a.span.start - b.span.start),
  }
}

function branchesOf(text: string, parts: readonly (Part | BarPart)[]): Branch[] {
  const branches: Branch[] = []
  let own: Part[] = []
  let start = 0
  const close = (end: number) => {
    branches.push(branchOf(text, { start, end }, ownTags(own), branches.length))
    own = []
    start = end + 1
  }
  for (const part of parts) {
    if (part.kind === 'bar') close(part.span.start)
    else own.push(part)
  }
  close(text.length)
  return branches
}

/** Spaces around a form belong to the bars; the rest can be empty. */
function branchOf(text: string, range: Part['span'], parts: readonly Part[], place: number): Branch {
  const { span, parts: within } = trimForm(text, range, { parts, isBlank })
  return { selector: String(place), text: text.slice(span.start, span.end), span, parts: within }
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x2028 || code === 0x2029
}

/** The compiler requires a message on both sides of each bar. */
function emptyForms(text: string, branches: readonly Branch[], bars: readonly BarPart[]): Issue[] {
  return branches.flatMap((branch, index): Issue[] =>
    branch.text === ''
      ? [
          {
            code: 'form-empty',
            severity: 'error',
            span: { start: bars[index - 1]?.span.start ?? 0, end: bars[index]?.span.end ?? text.length },
          },
        ]
      : [],
  )
}
