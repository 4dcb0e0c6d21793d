import type { MessageSyntax, Parsed } from '../message-syntax.ts'
import { type Branch, type Part, textPart } from '../part.ts'
import { type PluralText, pluralText } from '../plural-text.ts'
import type { Scanner } from '../scan/scanner.ts'
import { trimForm } from '../scan/trim-form.ts'

type Pipes = Pick<MessageSyntax, 'hasMarkup' | 'hasPlaceholders' | 'parse'> & {
  readonly pluralOf: (text: string) => PluralText | null
}

/** How a program separates forms. */
export type PipeRules = {
  /** Returns the selector before a form; null: its position selects it. */
  selectorOf(form: string): { readonly selector: string; readonly length: number } | null
  /** Whether the text is a choice between its forms, and not one text with bars. Absent: it always is. */
  isChoice?(text: string, forms: readonly Form[]): boolean
  /** Whether two bars are a bar of the text. */
  readonly escapesBars?: true
}

/** A form with the blanks and the selector before it. */
type Form = { readonly text: string; readonly parts: readonly Part[] }

/** Extends a scanner with messages split into forms by `|`: then the whole message is one choice. */
export function pipes(inner: Scanner, rules: PipeRules = LARAVEL): Pipes {
  const parse = (text: string): Parsed => {
    const parsed = inner.parse(text)
    if (!text.includes('|')) return parsed
    const forms = formsOf(text, parsed.parts, rules)
    if (forms.length < 2 || rules.isChoice?.(text, forms) === false) return parsed
    const branches = forms.map((form, place) => branchOf(text, form, { place, rules }))
    const span = { start: 0, end: text.length }
    return { parts: [{ kind: 'choice', text, span, by: 'pipe', name: '', branches }], issues: parsed.issues }
  }
  return {
    hasMarkup: (text) => inner.hasMarkup(text) || text.includes('|'),
    hasPlaceholders: (text) => inner.hasPlaceholders(text) || text.includes('|'),
    parse,
    pluralOf: (text) => (text.includes('|') ? plural(text, parse(text).parts, rules) : null),
  }
}

/** Laravel and Symfony have as many forms as the language and derive the meaning of each. */
function plural(text: string, parts: readonly Part[], { escapesBars }: PipeRules): PluralText | null {
  const read = pluralText(text, parts)
  if (read === null) return null
  const canAdd = read.forms.every(({ selector }) => /^\d+$/.test(selector))
  return { ...(escapesBars === true ? withBlanks(read) : read), canAdd }
}

/**
 * Writes a blank before new forms that are empty or start with a bar: without it, the bars would be one bar of the
 * text, and Symfony leaves out empty forms.
 */
function withBlanks(read: PluralText): PluralText {
  const blankOf = ({ selector, text }: PluralText['forms'][number], index: number): string => {
    const old = read.forms[index]
    const isSame = old?.selector === selector && old.text === text
    return !isSame && (text === '' || (index > 0 && text.startsWith('|'))) ? ' ' : ''
  }
  const withForms: PluralText['withForms'] = (forms) => {
    const blanks = forms.map(blankOf)
    const { text, spans } = read.withForms(
      forms.map((form, i) => ({ ...form, text: `${blanks[i]}${form.text}` })),
    )
    return {
      text,
      spans: spans.map(({ start, end }, i) => ({ start: start + (blanks[i]?.length ?? 0), end })),
    }
  }
  return {
    ...read,
    withForms,
    withForm(selector, text) {
      const changed = read.forms.findIndex((form) => form.selector === selector)
      return withForms(read.forms.map((form, i) => (i === changed ? { ...form, text } : form))).text
    },
  }
}

/** Laravel's `{0}`, `[1,19]` and `[20,*]` before a form. */
const INTERVAL = /^\s{0,50}(\{-?\d{1,9}\}|\[(?:-?\d{1,9}|\*),\s{0,5}(?:-?\d{1,9}|\*)\])/

const LARAVEL: PipeRules = {
  selectorOf(form) {
    const match = INTERVAL.exec(form)
    return match === null ? null : { selector: match[1] ?? '', length: match[0].length }
  },
}

type PlacedForm = Form & { readonly span: Part['span'] }

function formsOf(text: string, parts: readonly Part[], { escapesBars }: PipeRules): PlacedForm[] {
  const forms: PlacedForm[] = []
  let own: Part[] = []
  let start = 0
  const close = (end: number) => {
    forms.push({ text: text.slice(start, end), span: { start, end }, parts: own })
    own = []
    start = end + 1
  }
  for (const part of parts) {
    if (part.kind !== 'text') {
      own.push(part)
      continue
    }
    let from = part.span.start
    for (let bar = barIn(text, from, part.span.end, escapesBars); bar !== -1; ) {
      if (bar > from) own.push(textPart(text, from, bar))
      close(bar)
      from = bar + 1
      bar = barIn(text, from, part.span.end, escapesBars)
    }
    if (from < part.span.end) own.push(textPart(text, from, part.span.end))
  }
  close(text.length)
  return forms
}

/** Returns the next bar between two forms, or -1. */
function barIn(text: string, from: number, end: number, escapesBars: true | undefined): number {
  let bar = text.indexOf('|', from)
  while (escapesBars && bar !== -1 && bar + 1 < end && text[bar + 1] === '|') bar = text.indexOf('|', bar + 2)
  return bar < end ? bar : -1
}

/** Spaces around a form belong to the pipe; the rest can be empty. */
function branchOf(
  text: string,
  { text: form, span, parts }: PlacedForm,
  { place, rules }: { readonly place: number; readonly rules: PipeRules },
): Branch {
  const selected = rules.selectorOf(form)
  // A placeholder can be a selector too: `{0}`.
  const range = { start: span.start + (selected?.length ?? 0), end: span.end }
  const inner = parts.filter((part) => part.kind === 'text' || part.span.end > range.start)
  const { span: own, parts: within } = trimForm(text, range, { parts: inner, isBlank })
  return {
    selector: selected?.selector ?? String(place),
    text: text.slice(own.start, own.end),
    span: own,
    parts: within,
  }
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}
