import { categoryNamed, type DeclaredForm, type EntryPath, type FormName, type Issue } from '@dragoman/core'
import { type Decoded, decodeBytes, decodeBytesAs } from '../bytes/decode.ts'
import {
  type Document,
  type Entry,
  type EntryState,
  type EntryUnit,
  type FileLanguages,
  unitEntryName,
  type View,
} from '../format.ts'
import type { FileIssueCode } from '../issue-codes.ts'
import { formAt, type PluralRule, pluralRuleOf, TWO_FORMS } from '../plurals/plural-rule.ts'
import { languageTag } from '../source/language-tag.ts'
import { newEntry } from '../source/new-entry.ts'
import { unreadDocument } from '../source/unread-document.ts'
import { errorAt, warn } from '../source/warnings.ts'
import { messageName } from './message-name.ts'
import { obsoleteMessages } from './obsolete-po.ts'
import { isFlagLine, syntaxOfMessage } from './po-flags.ts'
import { declaredCharset, headerField, headerOf, isHeader, type PoHeader } from './po-header.ts'
import { addPosition, cachePositions, newPositions } from './po-positions.ts'
import { markDoubledBackslashes } from './po-text.ts'
import { commentsOf, type PoField, type PoMessage, scanPo } from './scan-po.ts'

export const GETTEXT_PO = 'gettext-po'

/** Reads a PO file or template; see Format.read. */
export function readPo(bytes: Uint8Array, view?: View): Document {
  const { text, encoding, issue } = decodePo(bytes)
  const base = { format: GETTEXT_PO, text, encoding, ...(view === undefined ? {} : { view }) }
  if (issue !== null) return unreadDocument(base, issue)
  const marked = markDoubledBackslashes(text, encoding.charset).text
  const places = newPositions()
  const header = headerOf(marked, encoding.charset)
  const reading: Reading = {
    isSource: view?.side === 'source',
    rule: ruleOf(header, view),
    text,
    entries: new Map(),
    otherNames: new Set(),
    header: null,
    hasPluralTexts: false,
    notes: [],
    counts: new Map(),
  }
  const issues = scanPo(marked, encoding.charset, (message) => {
    readMessage(reading, message)
    addPosition(places, message)
    return true
  })
  if (places.total === 0 && issues.length === 0 && text.trim() !== '' && !/^[ \t]*#/m.test(text)) {
    return unreadDocument(base, errorAt('not-this-format', 0, { format: 'gettext PO' }))
  }
  noteObsolete(reading, marked, encoding.charset)
  noteUnusableRule(reading, headerField(header, 'plural-forms'))
  const marks = encoding.bom ? [BYTE_ORDER_MARK] : []
  const document: Document = {
    ...base,
    entries: reading.entries,
    issues: [...marks, ...issues, ...reading.notes],
  }
  cachePositions(document, places)
  return document
}

/**
 * Returns the plural rule. In the source view the forms are those of the source language, which has two:
 * msgid and msgid_plural.
 */
export function ruleOf(header: PoHeader, view: View | undefined): PluralRule {
  if (view?.side === 'source') return SOURCE_RULE
  return pluralRuleOf(headerField(header, 'plural-forms'), view?.language ?? headerField(header, 'language'))
}

/** Returns the plural forms of the translations in a file, by its own rule or, without one, the usual one. */
export function formsOfPo(document: Document): readonly DeclaredForm[] {
  const { forms, numbers } = pluralRuleOfPo(document)
  return forms.map((form, index) => ({ form, numbers: numbers[index] ?? '' }))
}

/** Returns the plural rule of a file. */
export function pluralRuleOfPo({ text, encoding: { charset }, view }: Document): PluralRule {
  return ruleOf(headerOf(markDoubledBackslashes(text, charset).text, charset), view)
}

export function languagesInPo(bytes: Uint8Array): FileLanguages {
  const { text, encoding, issue } = decodePo(bytes)
  if (issue !== null) return { source: null, targets: [] }
  // The header comes first, and nothing after it defines languages.
  const end = text.indexOf('\nmsgid', text.indexOf('msgid') + 1)
  const header = headerOf(
    markDoubledBackslashes(end < 0 ? text : text.slice(0, end + 1), encoding.charset).text,
    encoding.charset,
  )
  const target = headerField(header, 'language')
  return {
    source: headerField(header, 'x-source-language'),
    targets: target === null ? [] : [languageTag(target) ?? target],
  }
}

export function isFuzzy(message: PoMessage, text: string): boolean {
  for (const { kind, start, end } of commentsOf(text, message))
    if (isFlagLine(kind) && FUZZY.test(text.slice(start, end))) return true
  return false
}

export function unitOf(path: EntryPath, name: string, form: FormName | null): EntryUnit {
  return { name, plural: form === null ? 'none' : 'cardinal', form: form ?? 'other', path }
}

/** `msgfmt` 0.21: "1:2: syntax error". The mark is not in the text of a document. */
const BYTE_ORDER_MARK: Issue = {
  code: 'byte-order-mark',
  severity: 'warning',
  span: { start: 0, end: 0 },
  params: {},
}

const SOURCE_RULE: PluralRule = TWO_FORMS
const FUZZY = /[,=][ \t]*fuzzy[ \t\r]*(?:,|\n|$)/

type Reading = {
  readonly isSource: boolean
  readonly rule: PluralRule
  readonly text: string
  readonly entries: Map<string, Entry>
  /** Names of messages without an entry of the same name: those with plural forms, and the header. */
  readonly otherNames: Set<string>
  header: PoMessage | null
  hasPluralTexts: boolean
  readonly notes: Issue[]
  readonly counts: Map<FileIssueCode, number>
}

/**
 * Decodes a file in the charset that its header names; a template, which names none, is read as UTF-8 if
 * possible.
 */
function decodePo(bytes: Uint8Array): Decoded {
  const asUtf8 = decodeBytes(bytes)
  if (asUtf8.encoding.bom || asUtf8.issue?.code === 'too-large' || bytes.subarray(0, 4).includes(0))
    return asUtf8
  const { label, unknown, at } = declaredCharset(bytes)
  if (unknown !== null) {
    const { text, encoding } = decodeBytesAs(bytes, 'iso-8859-1')
    return {
      text,
      encoding,
      issue: {
        code: 'unknown-charset',
        severity: 'error',
        span: { start: at, end: at + unknown.length },
        params: { charset: unknown },
      },
    }
  }
  if (label !== null) return label === 'utf-8' ? asUtf8 : decodeBytesAs(bytes, label)
  return asUtf8.issue === null ? asUtf8 : decodeBytesAs(bytes, 'iso-8859-1')
}

function readMessage(reading: Reading, message: PoMessage): void {
  const { entries, otherNames } = reading
  const name = messageName(message)
  if (name.includes('\u0000')) note(reading, 'unusable-key', message, {})
  else if (entries.has(name) || otherNames.has(name)) note(reading, 'duplicate-key', message, { key: name })
  else {
    if (isHeader(message)) reading.header = message
    else putEntries(reading, message, name)
    if (!entries.has(name)) otherNames.add(name)
  }
}

/** Warns of a rule that programs cannot evaluate either; templates have a placeholder, which does no harm. */
function noteUnusableRule(reading: Reading, found: string | null): void {
  const { rule, header, hasPluralTexts, isSource } = reading
  if (isSource || rule.isStated || found === null || header === null || !hasPluralTexts) return
  note(reading, 'unusable-plural-rule', header, { found })
}

/**
 * Warns of obsolete messages (`#~`) with the name of another message: gettext has one list of both, and `msgfmt`
 * refuses a file that has a name twice. Git leaves them behind when it merges branches.
 */
function noteObsolete(reading: Reading, text: string, charset: string): void {
  if (!text.includes('#~')) return
  const { entries, otherNames, notes, counts } = reading
  for (const { name, span, start, isRepeated } of obsoleteMessages(text, charset))
    if (isRepeated || entries.has(name) || otherNames.has(name))
      warn(
        { issues: notes, counts },
        'duplicate-key',
        { start, end: span.end },
        { key: name },
        { span, text: '' },
      )
}

function putEntries(reading: Reading, message: PoMessage, name: string): void {
  const { rule, isSource } = reading
  const id = fieldOf(message, 'msgid')
  const plural = fieldOf(message, 'msgid_plural')
  if (id === null) return
  const shared: Shared = {
    name,
    path: [name],
    comment: commentOf(reading, message),
    syntax: syntaxOfMessage(message, reading.text, id.text),
  }
  if (isSource) {
    putEntry(reading, shared, id, plural === null ? null : 'one', null, null)
    if (plural !== null) putEntry(reading, shared, plural, 'other', null, null)
    return
  }
  const fuzzy = isFuzzy(message, reading.text)
  let count = 0
  for (const field of message.fields) {
    if (field.keyword !== 'msgstr') continue
    count++
    reading.hasPluralTexts ||= plural !== null && field.text !== ''
    const index = field.index ?? 0
    const form = plural === null ? null : formAt(rule, index)
    if (plural !== null && form === null) continue
    const source = plural === null || isSingular(rule, index) ? id.text : plural.text
    // Programs show a text that is not fuzzy; an empty text has no state.
    putEntry(reading, shared, field, form, source, fuzzy ? 'draft' : field.text === '' ? null : 'translated')
    // Without a plural there is one translation.
    if (plural === null) return
  }
  if (rule.isStated && count !== rule.count)
    note(reading, 'plural-forms-differ', message, { found: count, expected: rule.count })
}

/** The data that the forms of a message share. */
type Shared = {
  readonly name: string
  readonly path: EntryPath
  readonly comment: string
  readonly syntax: string | null
}

function putEntry(
  { entries }: Reading,
  { name, path, comment, syntax }: Shared,
  { text, value }: PoField,
  form: FormName | null,
  source: string | null,
  state: EntryState | null,
): void {
  const unit = unitOf(path, name, form)
  const entryName = unitEntryName(unit)
  entries.set(entryName, newEntry(path, entryName, text, value, { unit, source, state, comment, syntax }))
}

function fieldOf({ fields }: PoMessage, keyword: PoField['keyword']): PoField | null {
  for (const field of fields) if (field.keyword === keyword) return field
  return null
}

/** Returns whether a form translates msgid, the form for one, rather than msgid_plural. */
export function isSingular(rule: PluralRule, index: number): boolean {
  const form = rule.forms[index]
  if (categoryNamed(form) === null) return index === 0 && rule.count > 1
  return form === 'one'
}

function commentOf({ text }: Reading, message: PoMessage): string {
  let joined = ''
  for (const comment of commentsOf(text, message)) {
    if (comment.kind !== '.') continue
    const line = text.slice(text.indexOf('.', comment.start) + 1, comment.end).trim()
    joined += joined === '' ? line : `\n${line}`
  }
  return joined
}

function note(
  { notes, counts }: Reading,
  code: FileIssueCode,
  message: PoMessage,
  params: Issue['params'] & object,
): void {
  const [field] = message.fields
  if (field !== undefined)
    warn({ issues: notes, counts }, code, { start: field.start, end: field.value.end }, params)
}
