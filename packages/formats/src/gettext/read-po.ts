import { type FormName, type Issue, PLURAL_CATEGORIES } from '@dragoman/core'
import { type Decoded, decodeBytes, decodeBytesAs } from '../decode.ts'
import { type Document, type Entry, type EntryUnit, type FileLanguages, unitEntryName, type View } from '../format.ts'
import type { FileIssueCode } from '../issue-codes.ts'
import { LIMITS } from '../limits.ts'
import { languageTag } from '../source/language-tag.ts'
import { formAt, type PluralRule, pluralRuleOf } from './plural-rule.ts'
import { declaredCharset, headerField, headerOf, isHeader, type PoHeader } from './po-header.ts'
import { markDoubledBackslashes } from './po-text.ts'
import { type PoField, type PoMessage, type PoParts, scanPo } from './scan-po.ts'

export const GETTEXT_PO = 'gettext-po'

/** Between a context and a msgid, as in gettext's own catalogs (EOT). */
export const CONTEXT_END = '\u0004'

/** Reads a PO file or template; see Format.read. */
export function readPo(bytes: Uint8Array, view?: View): Document {
  const { text, encoding, issue } = decodePo(bytes)
  const base = { format: GETTEXT_PO, text, encoding, ...(view === undefined ? {} : { view }) }
  if (issue !== null) return { ...base, entries: new Map(), issues: [issue] }
  const { messages, issues } = partsOf(text, encoding.charset)
  if (messages.length === 0 && issues.length === 0 && text.trim() !== '' && !/^[ \t]*#/m.test(text)) {
    return {
      ...base,
      entries: new Map(),
      issues: [{ code: 'not-this-format', severity: 'error', span: { start: 0, end: 1 }, params: { format: 'gettext PO' } }],
    }
  }
  const header = headerOf(messages)
  const reading: Reading = {
    messages,
    isSource: view?.side === 'source',
    rule: ruleOf(header, view),
    text,
    notes: [...issues],
    counts: new Map(),
  }
  return { ...base, entries: readMessages(reading), issues: reading.notes }
}

export function partsOf(text: string, charset: string): PoParts & { readonly tails: ReadonlySet<string> } {
  const marked = markDoubledBackslashes(text, charset)
  return { ...scanPo(marked.text, charset), tails: marked.tails }
}

/** In the source view the forms are those of the source language, which is read as two: msgid and msgid_plural. */
export function ruleOf(header: PoHeader, view: View | undefined): PluralRule {
  if (view?.side === 'source') return SOURCE_RULE
  return pluralRuleOf(headerField(header, 'plural-forms'), view?.language ?? headerField(header, 'language'))
}

export function languagesInPo(bytes: Uint8Array): FileLanguages {
  const { text, encoding, issue } = decodePo(bytes)
  if (issue !== null) return { source: null, targets: [] }
  // The header comes first: the rest of the file says nothing of languages.
  const end = text.indexOf('\nmsgid', text.indexOf('msgid') + 1)
  const header = headerOf(partsOf(end < 0 ? text : text.slice(0, end + 1), encoding.charset).messages)
  const target = headerField(header, 'language')
  return { source: headerField(header, 'x-source-language'), targets: target === null ? [] : [languageTag(target) ?? target] }
}

/** What gettext looks a message up by. */
export function messageName({ fields }: PoMessage): string {
  const [first, second] = fields
  return first?.keyword === 'msgctxt' ? `${first.text}${CONTEXT_END}${second?.text ?? ''}` : (first?.text ?? '')
}

export function isFuzzy({ comments }: PoMessage, text: string): boolean {
  return comments.some((comment) => isFlagLine(comment.kind) && FUZZY.test(text.slice(comment.start, comment.end)))
}

export function isFlagLine(kind: string): boolean {
  return kind === ',' || kind === '='
}

export function unitOf(name: string, form: FormName | null): EntryUnit {
  return { name, plural: form === null ? 'none' : 'cardinal', form: form ?? 'other', path: [name] }
}

const SOURCE_RULE: PluralRule = { count: 2, forms: ['one', 'other'], isStated: false }
const FUZZY = /[,=][ \t]*fuzzy[ \t\r]*(?:,|\n|$)/

type Reading = {
  readonly messages: readonly PoMessage[]
  readonly isSource: boolean
  readonly rule: PluralRule
  readonly text: string
  readonly notes: Issue[]
  readonly counts: Map<FileIssueCode, number>
}

/** The charset is the one that the header names; a template, which names none, is taken for UTF-8 if it can be. */
function decodePo(bytes: Uint8Array): Decoded {
  const asUtf8 = decodeBytes(bytes)
  if (asUtf8.encoding.bom || asUtf8.issue?.code === 'too-large' || bytes.subarray(0, 4).includes(0)) return asUtf8
  const { label, unknown, at } = declaredCharset(bytes)
  if (unknown !== null) {
    const { text, encoding } = decodeBytesAs(bytes, 'iso-8859-1')
    return {
      text,
      encoding,
      issue: { code: 'unknown-charset', severity: 'error', span: { start: at, end: at + unknown.length }, params: { charset: unknown } },
    }
  }
  if (label !== null) return label === 'utf-8' ? asUtf8 : decodeBytesAs(bytes, label)
  return asUtf8.issue === null ? asUtf8 : decodeBytesAs(bytes, 'iso-8859-1')
}

function readMessages(reading: Reading): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>()
  const seen = new Set<string>()
  let headers = 0
  for (const message of reading.messages) {
    if (isHeader(message)) {
      if (++headers > 1) note(reading, 'duplicate-key', message, { key: '' })
      continue
    }
    const name = messageName(message)
    if (name.includes('\u0000')) {
      note(reading, 'unusable-key', message, {})
      continue
    }
    if (seen.has(name)) {
      note(reading, 'duplicate-key', message, { key: name })
      continue
    }
    seen.add(name)
    for (const entry of entriesOf(reading, message, name)) entries.set(entry.name, entry)
  }
  return entries
}

function entriesOf(reading: Reading, message: PoMessage, name: string): readonly Entry[] {
  const comment = commentOf(reading, message)
  const more = comment === '' ? {} : { comment }
  const id = message.fields.find((field) => field.keyword === 'msgid')
  const plural = message.fields.find((field) => field.keyword === 'msgid_plural')
  if (id === undefined) return []
  if (reading.isSource) {
    if (plural === undefined) return [{ path: [name], name, text: id.text, span: id.value, unit: unitOf(name, null), ...more }]
    return [id, plural].map((field, index) => ({ ...pluralEntry(field, name, index === 0 ? 'one' : 'other'), ...more }))
  }
  const targets = message.fields.filter((field) => field.keyword === 'msgstr')
  const fuzzy = isFuzzy(message, reading.text)
  if (plural === undefined) {
    const [target] = targets
    if (target === undefined) return []
    return [
      {
        path: [name],
        name,
        text: target.text,
        span: target.value,
        unit: unitOf(name, null),
        source: id.text,
        ...stateOf(target, fuzzy),
        ...more,
      },
    ]
  }
  if (targets.length !== reading.rule.count && reading.rule.isStated)
    note(reading, 'plural-forms-differ', message, { found: targets.length, expected: reading.rule.count })
  return targets.flatMap((target) => {
    const form = formAt(reading.rule, target.index ?? 0)
    if (form === null) return []
    const source = isSingular(reading.rule, target.index ?? 0) ? id.text : plural.text
    return [{ ...pluralEntry(target, name, form), source, ...stateOf(target, fuzzy), ...more }]
  })
}

/** Whether a form translates msgid rather than msgid_plural: the one for one thing. */
export function isSingular(rule: PluralRule, index: number): boolean {
  const form = rule.forms[index]
  if (form === undefined || !PLURAL_CATEGORIES.some((category) => category === form)) return index === 0 && rule.count > 1
  return form === 'one'
}

function pluralEntry(field: PoField, name: string, form: FormName): Entry {
  const unit = unitOf(name, form)
  return { path: [name], name: unitEntryName(unit), text: field.text, span: field.value, unit }
}

/** A text that is not fuzzy is what programs show; an empty one says nothing of work on it. */
function stateOf(target: PoField, fuzzy: boolean): Pick<Entry, 'state'> {
  if (fuzzy) return { state: 'draft' }
  return target.text === '' ? {} : { state: 'translated' }
}

function commentOf({ text }: Reading, { comments }: PoMessage): string {
  let joined = ''
  for (const comment of comments) {
    if (comment.kind !== '.') continue
    const line = text.slice(text.indexOf('.', comment.start) + 1, comment.end).trim()
    joined += joined === '' ? line : `\n${line}`
  }
  return joined
}

function note({ notes, counts }: Reading, code: FileIssueCode, message: PoMessage, params: Issue['params'] & object): void {
  const count = (counts.get(code) ?? 0) + 1
  counts.set(code, count)
  const [field] = message.fields
  if (count <= LIMITS.warnings && field !== undefined)
    notes.push({ code, severity: 'warning', span: { start: field.start, end: field.value.end }, params })
}
