import { type EntryPath, type Issue, isKeyName, type Span } from '@dragoman/core'
import { decodeBytes } from '../decode.ts'
import { type Document, type Entry, type EntryUnit, unitEntryName, type View } from '../format.ts'
import type { FileIssueCode } from '../issue-codes.ts'
import { LIMITS } from '../limits.ts'
import { spellingsOf } from '../source/language-tag.ts'
import { parseToml, type TomlPair, type TomlStatement, type TomlValue } from './parse-toml.ts'
import { commentAfter, commentBefore } from './toml-comment.ts'
import { isCategory, isMessage, textKeys, tomlLayout } from './toml-layout.ts'
import { buildTree, type TableNode, type TomlNode } from './toml-tree.ts'

export const TOML = 'toml'

/** Reads TOML: the texts of the view's language, messages of go-i18n with their plural forms. */
export function readToml(bytes: Uint8Array, view?: View): Document {
  const { text, encoding, issue } = decodeBytes(bytes)
  const viewed = view === undefined ? {} : { view }
  if (issue !== null) return { format: TOML, text, encoding, entries: new Map(), issues: [issue], ...viewed }
  const { statements, issues } = parseToml(text)
  const tree = buildTree(statements)
  const reading: Reading = { text, ends: endsBefore(statements), entries: [], issues: [...issues, ...tree.issues], warnings: 0 }
  const layout = tomlLayout(tree.root)
  if (layout.kind === 'one') collectTable(reading, tree.root, [])
  else
    collectLanguage(
      reading,
      tree.root,
      [],
      view === undefined ? layout.languages.slice(0, 1) : spellingsOf(layout.languages, view.language),
    )
  return {
    format: TOML,
    text,
    encoding,
    entries: inFileOrder(reading),
    issues: reading.issues.sort((a, b) => a.span.start - b.span.start),
    ...viewed,
  }
}

type Reading = {
  readonly text: string
  /** Where the statement before each statement ends: what stands between is blanks and comments. */
  readonly ends: ReadonlyMap<number, number>
  readonly entries: Entry[]
  readonly issues: Issue[]
  warnings: number
}

function endsBefore(statements: readonly TomlStatement[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>()
  let end = 0
  for (const statement of statements) {
    ends.set(statement.start, end)
    end = statement.end
  }
  return ends
}

function collectTable(reading: Reading, table: TableNode, path: EntryPath): void {
  if (path.length > 0 && isMessage(textKeys(table))) {
    collectMessage(reading, table, path)
    for (const [key, node] of table.members) if (node.kind !== 'value') collectNode(reading, node, [...path, key])
    return
  }
  for (const [key, node] of table.members) collectNode(reading, node, [...path, key])
}

function collectNode(reading: Reading, node: TomlNode, path: EntryPath): void {
  if (node.kind === 'table') collectTable(reading, node, path)
  else if (node.kind === 'tables') for (const [i, item] of node.items.entries()) collectTable(reading, item, [...path, i])
  else collectValue(reading, node.value, path, node.pair)
}

function collectValue(reading: Reading, value: TomlValue, path: EntryPath, pair: TomlPair): void {
  if (value.kind === 'array') for (const [i, item] of value.items.entries()) collectValue(reading, item, [...path, i], pair)
  if (value.kind === 'table') collectArrayTable(reading, value.members, path)
  if (value.kind === 'string') addEntry(reading, value, plainUnit(path), path, commentOf(reading, pair, null, null))
}

/** Inline tables within an array are no tables of the tree: they have no other place where they could go on. */
function collectArrayTable(reading: Reading, members: readonly TomlPair[], path: EntryPath): void {
  for (const member of members) collectValue(reading, member.value, [...path, ...member.keys.map((key) => key.value)], member)
}

/** `other` alone is the same message as a plain text (go-i18n, `NewMessage`); with another form beside it, it is a plural. */
function collectMessage(reading: Reading, table: TableNode, path: EntryPath): void {
  const forms = textKeys(table).filter(isCategory)
  const isPlain = forms.length === 1 && forms[0] === 'other'
  const name = path.join('.')
  for (const form of forms) {
    const node = table.members.get(form)
    if (node?.kind !== 'value' || node.value.kind !== 'string') continue
    const unit: EntryUnit = isPlain ? plainUnit(path) : { name, plural: 'cardinal', form, path }
    addEntry(reading, node.value, unit, isPlain ? path : [...path, form], commentOf(reading, node.pair, table, descriptionOf(table)))
  }
}

function plainUnit(path: EntryPath): EntryUnit {
  return { name: path.join('.'), plural: 'none', form: 'other', path }
}

function descriptionOf(table: TableNode): string | null {
  const node = table.members.get('description')
  return node?.kind === 'value' && node.value.kind === 'string' ? node.value.value : null
}

function collectLanguage(reading: Reading, table: TableNode, path: EntryPath, spellings: readonly string[]): void {
  for (const [key, node] of table.members) if (node.kind === 'table') collectLanguage(reading, node, [...path, key], spellings)
  const found = spellings
    .map((spelling) => table.members.get(spelling))
    .filter((node) => node?.kind === 'value' && node.value.kind === 'string')
  for (const [i, node] of found.entries()) {
    if (node?.kind !== 'value' || node.value.kind !== 'string') continue
    if (i > 0) warn(reading, 'duplicate-key', node.value, { key: path.join('.') })
    else addEntry(reading, node.value, plainUnit(path), path, commentOf(reading, node.pair, table, null))
  }
}

/** What stands above the table and above the line, the description, and what stands behind the value. */
function commentOf(reading: Reading, pair: TomlPair, table: TableNode | null, description: string | null): string {
  const { text, ends } = reading
  const header = table?.header ?? null
  const parts = [
    header === null ? '' : commentBefore(text, header.start, ends.get(header.start) ?? 0),
    ends.has(pair.start) ? commentBefore(text, pair.start, ends.get(pair.start) ?? 0) : '',
    description ?? '',
    ends.has(pair.start) ? commentAfter(text, pair.end) : '',
  ]
  return parts.filter((part) => part !== '').join('\n')
}

function addEntry(
  reading: Reading,
  value: Extract<TomlValue, { kind: 'string' }>,
  unit: EntryUnit,
  path: EntryPath,
  comment: string,
): void {
  const span = { start: value.start, end: value.end }
  const name = unitEntryName(unit)
  if (!isKeyName(unit.name) || path.some((part) => part === '')) {
    warn(reading, 'unusable-key', span, {})
    return
  }
  reading.entries.push({ path, name, text: value.value, span, unit, ...(comment === '' ? {} : { comment }) })
}

/** Tables may be opened in any order; entries stand in the order of the file. Of two with one name the first counts. */
function inFileOrder(reading: Reading): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>()
  for (const entry of reading.entries.sort((a, b) => a.span.start - b.span.start)) {
    if (entries.has(entry.name)) warn(reading, 'name-collision', entry.span, { name: entry.name.replace('\u0000', ' ') })
    else entries.set(entry.name, entry)
  }
  return entries
}

function warn(reading: Reading, code: FileIssueCode, span: Span, params: Readonly<Record<string, string>>): void {
  reading.warnings++
  if (reading.warnings <= LIMITS.warnings)
    reading.issues.push({ code, severity: 'warning', span: { start: span.start, end: span.end }, params })
}
