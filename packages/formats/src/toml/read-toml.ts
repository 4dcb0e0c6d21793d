import { categoryNamed, type EntryPath, type Issue, isKeyName, type Span } from '@dragoman/core'
import { decodeBytes } from '../bytes/decode.ts'
import { type Document, type Entry, type EntryUnit, unitEntryName, type View } from '../format.ts'
import type { FileIssueCode } from '../issue-codes.ts'
import { FILE_LIMITS } from '../limits/limits.ts'
import { spellingsOf } from '../source/language-tag.ts'
import { newEntry } from '../source/new-entry.ts'
import { pathBelow } from '../source/path-below.ts'
import { unreadDocument } from '../source/unread-document.ts'
import { sortIssues } from '../source/warnings.ts'
import { commentAfter, commentBefore } from './toml-comment.ts'
import { isMessage, textKeys, tomlLayout } from './toml-layout.ts'
import { NO_FLOOR, type TomlPair, type TomlValue } from './toml-statement.ts'
import { NO_HEADER, readTree, type TableNode, type TomlNode } from './toml-tree.ts'

export const TOML = 'toml'

/** Reads TOML: the texts of the view's language, messages of go-i18n with their plural forms. */
export function readToml(bytes: Uint8Array, view?: View): Document {
  const { text, encoding, issue } = decodeBytes(bytes)
  const base = { format: TOML, text, encoding, ...(view === undefined ? {} : { view }) }
  if (issue !== null) return unreadDocument(base, issue)
  const tree = readTree(text)
  const reading: Reading = { text, entries: [], issues: [...tree.issues], warnings: 0 }
  const layout = tomlLayout(tree.root)
  if (layout.kind === 'one') collectTable(reading, tree.root, ROOT)
  else
    collectLanguage(
      reading,
      tree.root,
      ROOT,
      view === undefined ? layout.languages.slice(0, 1) : spellingsOf(layout.languages, view.language),
    )
  return { ...base, entries: inFileOrder(reading), issues: sortIssues(reading.issues) }
}

type Reading = {
  readonly text: string
  readonly entries: Entry[]
  readonly issues: Issue[]
  warnings: number
}

/** The location of a table or value: its path, also joined with dots. */
type Location = { readonly path: EntryPath; readonly name: string }

const ROOT: Location = { path: [], name: '' }

function stepInto({ path, name }: Location, part: string | number): Location {
  return { path: pathBelow(path, part), name: path.length === 0 ? String(part) : `${name}.${part}` }
}

function collectTable(reading: Reading, table: TableNode, location: Location): void {
  const isForms = location.path.length > 0 && isMessage(table)
  if (isForms) collectMessage(reading, table, location)
  for (const [key, node] of table.members)
    if (!isForms || node.kind !== 'pair') collectNode(reading, node, stepInto(location, key))
}

function collectNode(reading: Reading, node: TomlNode, location: Location): void {
  if (node.kind === 'table') collectTable(reading, node, location)
  else if (node.kind === 'tables')
    for (const [i, item] of node.items.entries()) collectTable(reading, item, stepInto(location, i))
  else collectValue(reading, node.value, location, node)
}

function collectValue(reading: Reading, value: TomlValue, location: Location, pair: TomlPair): void {
  if (value.kind === 'array')
    for (const [i, item] of value.items.entries()) collectValue(reading, item, stepInto(location, i), pair)
  if (value.kind === 'table') collectArrayTable(reading, value.members, location)
  if (value.kind === 'string')
    addEntry(reading, value, plainUnit(location), location.path, commentOf(reading, pair, null, null))
}

/**
 * Collects texts of inline tables in an array, which are not tables of the tree, because they cannot continue
 * elsewhere.
 */
function collectArrayTable(reading: Reading, members: readonly TomlPair[], location: Location): void {
  for (const member of members) {
    let inner = location
    for (const { value } of member.keys) inner = stepInto(inner, value)
    collectValue(reading, member.value, inner, member)
  }
}

/**
 * Collects a message. `other` alone is the same message as a plain text (go-i18n, `NewMessage`); with another
 * form next to it, it is a plural.
 */
function collectMessage(reading: Reading, table: TableNode, location: Location): void {
  const { path, name } = location
  const forms = textKeys(table).flatMap((key) => categoryNamed(key) ?? [])
  const isPlain = forms.length === 1 && forms[0] === 'other'
  for (const form of forms) {
    const node = table.members.get(form)
    if (node?.kind !== 'pair' || node.value.kind !== 'string') continue
    const unit: EntryUnit = isPlain ? plainUnit(location) : { name, plural: 'cardinal', form, path }
    const own = isPlain ? path : pathBelow(path, form)
    addEntry(reading, node.value, unit, own, commentOf(reading, node, table, descriptionOf(table)))
  }
}

function plainUnit({ path, name }: Location): EntryUnit {
  return { name, plural: 'none', form: 'other', path }
}

function descriptionOf(table: TableNode): string | null {
  const node = table.members.get('description')
  return node?.kind === 'pair' && node.value.kind === 'string' ? node.value.value : null
}

function collectLanguage(
  reading: Reading,
  table: TableNode,
  location: Location,
  spellings: readonly string[],
): void {
  for (const [key, node] of table.members)
    if (node.kind === 'table') collectLanguage(reading, node, stepInto(location, key), spellings)
  const found = spellings
    .map((spelling) => table.members.get(spelling))
    .filter((node) => node?.kind === 'pair' && node.value.kind === 'string')
  for (const [i, node] of found.entries()) {
    if (node?.kind !== 'pair' || node.value.kind !== 'string') continue
    if (i > 0) warn(reading, 'duplicate-key', node.value, { key: location.name })
    else
      addEntry(reading, node.value, plainUnit(location), location.path, commentOf(reading, node, table, null))
  }
}

/** Returns the comments above the table and the line, the description, and the comment after the value. */
function commentOf(
  { text }: Reading,
  pair: TomlPair,
  table: TableNode | null,
  description: string | null,
): string {
  const isLine = pair.floor !== NO_FLOOR
  const above =
    table === null || table.headerStart === NO_HEADER
      ? ''
      : commentBefore(text, table.headerStart, table.headerFloor)
  const own = isLine ? commentBefore(text, pair.start, pair.floor) : ''
  const behind = isLine ? commentAfter(text, pair.end) : ''
  if (above === '' && own === '' && behind === '') return description ?? ''
  return [above, own, description ?? '', behind].filter((part) => part !== '').join('\n')
}

function addEntry(
  reading: Reading,
  value: Extract<TomlValue, { kind: 'string' }>,
  unit: EntryUnit,
  path: EntryPath,
  comment: string,
): void {
  const span = { start: value.start, end: value.end }
  if (!isKeyName(unit.name) || path.includes('')) warn(reading, 'unusable-key', span, {})
  else reading.entries.push(newEntry(path, unitEntryName(unit), value.value, span, { unit, comment }))
}

/**
 * Sorts entries in file order, because tables can be opened in any order. Of two with the same name the first
 * is used.
 */
function inFileOrder(reading: Reading): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>()
  const isInOrder = reading.entries.every(
    ({ span }, i) => i === 0 || span.start > (reading.entries[i - 1]?.span.start ?? 0),
  )
  if (!isInOrder) reading.entries.sort((a, b) => a.span.start - b.span.start)
  for (const entry of reading.entries) {
    if (entries.has(entry.name))
      warn(reading, 'name-collision', entry.span, { name: entry.name.replace('\u0000', ' ') })
    else entries.set(entry.name, entry)
  }
  return entries
}

function warn(
  reading: Reading,
  code: FileIssueCode,
  span: Span,
  params: Readonly<Record<string, string>>,
): void {
  reading.warnings++
  if (reading.warnings <= FILE_LIMITS.warnings)
    reading.issues.push({ code, severity: 'warning', span: { start: span.start, end: span.end }, params })
}
