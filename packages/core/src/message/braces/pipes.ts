import type { MessageSyntax, Parsed } from '../message-syntax.ts'
import type { Branch, Part } from '../part.ts'
import { type PluralText, pluralText } from '../plural-text.ts'
import type { Scanner } from '../scan/scanner.ts'

type Pipes = Pick<MessageSyntax, 'hasMarkup' | 'hasPlaceholders' | 'parse'> & {
  readonly pluralOf: (text: string) => PluralText | null
}

/** Extends a scanner with messages split into forms by `|`: then the whole message is one choice. */
export function pipes(inner: Scanner): Pipes {
  const parse = (text: string): Parsed => {
    const parsed = inner.parse(text)
    if (!text.includes('|')) return parsed
    const branches = branchesOf(text, parsed.parts)
    if (branches.length < 2) return parsed
    const span = { start: 0, end: text.length }
    return { parts: [{ kind: 'choice', text, span, by: 'pipe', name: '', branches }], issues: parsed.issues }
  }
  return {
    hasMarkup: (text) => inner.hasMarkup(text) || text.includes('|'),
    hasPlaceholders: (text) => inner.hasPlaceholders(text) || text.includes('|'),
    parse,
    pluralOf: (text) => (text.includes('|') ? plural(text, parse(text).parts) : null),
  }
}

/** Laravel has as many forms as the language and derives the meaning of each. */
function plural(text: string, parts: readonly Part[]): PluralText | null {
  const read = pluralText(text, parts)
  return read && { ...read, canAdd: read.forms.every(({ selector }) => /^\d+$/.test(selector)) }
}

/** Laravel's `{0}`, `[1,19]` and `[20,*]` before a form. */
const INTERVAL = /^\s{0,50}(\{-?\d{1,9}\}|\[(?:-?\d{1,9}|\*),\s{0,5}(?:-?\d{1,9}|\*)\])/

function branchesOf(text: string, parts: readonly Part[]): Branch[] {
  const branches: Branch[] = []
  let own: Part[] = []
  let start = 0
  const close = (end: number) => {
    branches.push(branchOf(text, { start, end }, own, branches.length))
    own = []
    start = end + 1
  }
  for (const part of parts) {
    if (part.kind !== 'text') {
      own.push(part)
      continue
    }
    let from = part.span.start
    for (
      let bar = text.indexOf('|', from);
      bar !== -1 && bar < part.span.end;
      bar = text.indexOf('|', from)
    ) {
      if (bar > from) own.push({ kind: 'text', text: text.slice(from, bar), span: { start: from, end: bar } })
      close(bar)
      from = bar + 1
    }
    if (from < part.span.end)
      own.push({
        kind: 'text',
        text: text.slice(from, part.span.end),
        span: { start: from, end: part.span.end },
      })
  }
  close(text.length)
  return branches
}

/** Spaces around a form belong to the pipe; the rest can be empty. */
function branchOf(text: string, range: Part['span'], parts: readonly Part[], place: number): Branch {
  const interval = INTERVAL.exec(text.slice(range.start, range.end))
  let start = range.start + (interval?.[0].length ?? 0)
  let end = range.end
  while (start < end && isBlank(text.charCodeAt(start))) start += 1
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1
  const within: Part[] = []
  for (const part of parts) {
    const span = { start: Math.max(part.span.start, start), end: Math.min(part.span.end, end) }
    if (span.start >= span.end) continue
    within.push(part.kind === 'text' ? { kind: 'text', text: text.slice(span.start, span.end), span } : part)
  }
  return {
    selector: interval?.[1] ?? String(place),
    text: text.slice(start, end),
    span: { start, end },
    parts: within,
  }
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}
