import type { Edit, EntryPath } from '@dragoman/core'
import { EditError } from '../edit/edit-error.ts'
import { isGoMessagePart } from '../source/go-message.ts'
import { commentLines } from '../source/line-ends.ts'
import {
  BLANK_LINES,
  type DraftItem,
  type DraftSection,
  detachedLines,
  dropItem,
  dropSection,
} from './toml-draft.ts'
import {
  forgetSection,
  forgetText,
  innerValue,
  locationAt,
  noteItem,
  noteSection,
  replaceInner,
  type TextLocation,
  type TomlLocation,
  type TomlSession,
} from './toml-session.ts'
import type { TomlPair } from './toml-statement.ts'
import { quoteTomlKey } from './toml-string.ts'

/** A text to insert. `value` returns the raw text in the style of a neighbour's. */
export type NewText = {
  readonly name: string
  readonly path: readonly string[]
  readonly value: (neighbour: string) => string
  /** Texts, nearest first; it is inserted after the first that exists. */
  readonly after: Iterable<TextLocation>
  readonly comment: string
  /** The position of a new table without such a text. Absent: the first. */
  readonly sectionAt?: number
  /** Of a text that moves: its comment lines, and the rest of the line after its value, as written. */
  readonly moved?: Pick<DraftItem, 'lead' | 'tail'>
  /** Whether a new line of a table is inserted after all others, because the order of names is unknown. */
  readonly goesLast: boolean
}

/**
 * Inserts a text at its path: into its table, in the way the file writes that, otherwise into a new table.
 */
export function insertText(session: TomlSession, newText: NewText): void {
  if (locationAt(session, newText.path) !== null) throw new EditError('place-taken', newText.name)
  const parent = deepestParent(session, newText)
  if (parent === null || parent.location.origin === 'header' || parent.location.origin === 'implicit') {
    const isThere =
      parent !== null && parent.location.origin === 'header' && parent.length === newText.path.length - 1
    addItem(session, isThere ? parent.location.section : openSection(session, newText), newText)
  } else if (parent.location.origin === 'dotted') {
    addItem(session, parent.location.section, newText)
  } else {
    addInner(session, parent.location, newText, newText.path.slice(parent.length))
  }
}

/** Removes a text, and its table once only the description is left. */
export function removeText(
  session: TomlSession,
  location: TextLocation,
  isMetadata: (key: string) => boolean,
): void {
  const { section, item, path } = location
  if (path.some((part) => typeof part === 'number')) throw new EditError('not-representable', path.join('.'))
  forgetText(session, path)
  if (location.inner.length > 0 && !removeInner(item, location.inner, isMetadata)) return
  dropItem(session.draft, section, item)
  if (
    section.open === '' ||
    !section.items.every(({ keys }) => keys.length === 1 && isMetadata(keys[0] ?? ''))
  )
    return
  forgetSection(session, section)
  dropSection(session.draft, section)
}

/** Gives a line another key in place. */
export function rekeyItem(session: TomlSession, location: TextLocation, key: string): void {
  const { item, section } = location
  const { indent, keyRaw, gap, sign } = partsOf(item.head)
  const lastRaw = lastKey(keyRaw, item.keys.length)
  item.head = `${indent}${keyRaw.slice(0, keyRaw.length - lastRaw.length)}${quoteTomlKey(key, lastRaw)}${gap}${sign}`
  item.keys = [...item.keys.slice(0, -1), key]
  forgetText(session, location.path)
  noteItem(session, section, item)
}

/** Renames a table in place. */
export function renameSection(session: TomlSession, section: DraftSection, path: readonly string[]): void {
  forgetSection(session, section)
  section.rawKeys = path.map((key) => quoteTomlKey(key, quoteStyle(section.rawKeys))).join('.')
  section.path = path
  noteSection(session, section)
}

type Parent = { readonly location: Extract<TomlLocation, { kind: 'table' }>; readonly length: number }

function deepestParent(session: TomlSession, newText: NewText): Parent | null {
  for (let length = newText.path.length - 1; length >= 0; length--) {
    const location = locationAt(session, newText.path.slice(0, length))
    if (location === null) continue
    if (location.kind !== 'table' || location.section.isArray)
      throw new EditError('place-taken', newText.name)
    return { location, length }
  }
  return null
}

function addItem(session: TomlSession, section: DraftSection, newText: NewText): void {
  let at = -1
  for (const location of newText.after) {
    if (location.section !== section) continue
    at = section.items.indexOf(location.item) + 1
    break
  }
  if (at < 0) at = newText.goesLast ? section.items.length : leadingMetadata(section)
  const near = section.items[at - 1] ?? section.items[at] ?? sampleItem(session)
  const { indent, keyRaw, gap, sign } = partsOf(near?.head ?? 'a = ')
  const keys = newText.path.slice(section.path.length)
  const raw = keys.map((key) => quoteTomlKey(key, quoteStyle(keyRaw))).join('.')
  const isAligned = gap.length > 1
  const head = `${indent}${isAligned ? raw.padEnd(keyRaw.length + gap.length) : raw + gap}${sign}`
  const isText = near !== null && /^["']/.test(near.value)
  const value = newText.value(isText ? near.value : (sampleText(session) ?? '""'))
  const { eol } = session.draft
  const lead = section.open === '' || section.items.length > 0 ? tomlComment(newText.comment, eol) : ''
  const { moved } = newText
  const item: DraftItem = { lead: lead + (moved?.lead ?? ''), head, keys, value, tail: moved?.tail ?? eol }
  const next = section.items[at]
  if (at === 0 && next !== undefined && section.open === '') {
    // The file's head comment stays at the top.
    const detached = detachedLines(next.lead)
    next.lead = next.lead.slice(detached.length)
    item.lead = detached + item.lead
  }
  if (section.open === '' && section.items.length === 0) item.lead = takeHead(session) + item.lead
  section.items.splice(at, 0, item)
  noteItem(session, section, item)
}

/** Returns the head comment of a file, which stays above its first line; the first table follows after a blank line. */
function takeHead(session: TomlSession): string {
  const { sections, eol } = session.draft
  const next = sections[1]
  if (next === undefined) return takeEnd(session)
  const detached = detachedLines(next.lead)
  next.lead = eol + next.lead.slice(detached.length)
  return detached
}

/**
 * Returns the comments of a file without anything else: they stay at its head, separated from the new
 * statements.
 */
function takeEnd({ draft }: TomlSession): string {
  const { end, eol } = draft
  draft.end = ''
  if (end.trim() === '') return end
  const closed = end.endsWith('\n') ? end : end + eol
  return /\n[ \t]*\r?\n$/.test(closed) ? closed : closed + eol
}

function openSection(session: TomlSession, newText: NewText): DraftSection {
  const path = newText.path.slice(0, -1)
  const { draft } = session
  const root = draft.sections[0]
  if (path.length === 0 && root !== undefined) return root
  const { value: neighbour } = newText.after[Symbol.iterator]().next()
  const at =
    neighbour === undefined ? (newText.sectionAt ?? 1) : draft.sections.indexOf(neighbour.section) + 1
  const near = draft.sections[at - 1]?.open ? draft.sections[at - 1] : draft.sections[at]
  const rawKeys = path.map((key) => quoteTomlKey(key, quoteStyle(near?.rawKeys ?? ''))).join('.')
  const open = near !== undefined && !near.isArray ? near.open : '['
  const gap =
    BLANK_LINES.exec(draft.sections[2]?.lead ?? '')?.[0] ?? (draft.sections.length > 2 ? '' : draft.eol)
  const isFirst = draft.sections
    .slice(0, at)
    .every((section) => section.open === '' && section.items.length === 0)
  let lead = isFirst ? '' : gap
  const next = draft.sections[at]
  if (isFirst && next !== undefined) {
    lead = detachedLines(next.lead)
    next.lead = gap + next.lead.slice(lead.length)
  }
  if (isFirst && next === undefined) lead = takeEnd(session)
  const section: DraftSection = {
    lead: lead + tomlComment(newText.comment, draft.eol),
    open,
    rawKeys,
    close: `]${draft.eol}`,
    path,
    isArray: false,
    items: [],
  }
  draft.sections.splice(at, 0, section)
  noteSection(session, section)
  return section
}

function addInner(
  session: TomlSession,
  parent: Parent['location'],
  newText: NewText,
  rest: readonly string[],
): void {
  const { item, section } = parent
  if (item === null) throw new EditError('place-taken', newText.name)
  // A table created by dotted keys within an inline table: its inner path leads to no value, so the key is
  // written dotted from the value.
  const table = deepestInline(item.value, parent.inner)
  const keys = [...parent.inner.slice(table.length), ...rest]
    .map((key) => quoteTomlKey(String(key), ''))
    .join('.')
  const added = `${keys} = ${newText.value('""')}`
  const value = innerValue(item.value, parent.inner.slice(0, table.length))
  const last = value?.kind === 'table' ? value.members.at(-1) : undefined
  item.value =
    last === undefined
      ? fillTable(item.value, table, { added, eol: session.draft.eol })
      : addMember(item.value, last, { added, eol: session.draft.eol })
  noteItem(session, section, item)
}

/** Adds the first member of an inline table; comments in it stay. */
function fillTable(
  raw: string,
  { start, end }: Edit['span'],
  { added, eol }: { readonly added: string; readonly eol: string },
): string {
  const body = raw.slice(start + 1, end - 1).trimEnd()
  const text = body === '' ? ` ${added} ` : `${body}${eol}${added}${eol}`
  return replaceInner(raw, { start: start + 1, end: end - 1 }, text)
}

/** Adds a member behind the last one: on its line, or on a line of its own if the last one is on its own (TOML 1.1). */
function addMember(
  raw: string,
  last: TomlPair,
  { added, eol }: { readonly added: string; readonly eol: string },
): string {
  const margin = /\n([ \t]*)$/.exec(raw.slice(0, last.start))?.[1]
  const behind = /^([ \t]*)(?:(,)([ \t]*))?(#[^\r\n]*)?(?=\r?\n)/.exec(raw.slice(last.end))
  if (margin === undefined || behind === null)
    return replaceInner(raw, { start: last.end, end: last.end }, `, ${added}`)
  const [all, gap = '', comma = '', blanks = '', note = ''] = behind
  const rest = blanks + note
  // Blanks between a value and its comment.
  const comment = comma === '' && rest !== '' ? gap + rest : rest
  const text = `,${comment}${eol}${margin}${added}${comma}`
  return replaceInner(raw, { start: last.end, end: last.end + all.length }, text)
}

/** Returns the part of an inline table that is removed with a member: its lines, or the member and one comma. */
function memberSpan(raw: string, members: readonly TomlPair[], at: number): Edit['span'] | null {
  const member = members[at]
  if (member === undefined) return null
  const before = members[at - 1]
  const after = members[at + 1]
  const lead = /\r?\n[ \t]*$/.exec(raw.slice(0, member.start))?.[0]
  const behind = /^[ \t]*(?:,[ \t]*)?(?:#[^\r\n]*)?(?=\r?\n)/.exec(raw.slice(member.end))?.[0]
  if (lead !== undefined && behind !== undefined)
    return { start: member.start - lead.length, end: member.end + behind.length }
  return before !== undefined
    ? { start: before.end, end: member.end }
    : { start: member.start, end: after?.start ?? member.end }
}

function deepestInline(
  raw: string,
  inner: EntryPath,
): { readonly start: number; readonly end: number; readonly length: number } {
  for (let length = inner.length; length > 0; length--) {
    const value = innerValue(raw, inner.slice(0, length))
    if (value?.kind === 'table') return { start: value.start, end: value.end, length }
  }
  return { start: 0, end: raw.length, length: 0 }
}

/** Whether nothing is left of the value, so that the whole line has to be removed. */
function removeInner(item: DraftItem, inner: EntryPath, isMetadata: (key: string) => boolean): boolean {
  const table = deepestInline(item.value, inner.slice(0, -1))
  const value = innerValue(item.value, inner.slice(0, table.length))
  if (value?.kind !== 'table') return false
  const rest = inner.slice(table.length)
  const at = value.members.findIndex(
    ({ keys }) => keys.length === rest.length && keys.every((key, i) => key.value === rest[i]),
  )
  const member = value.members[at]
  if (member === undefined) return false
  if (
    value.members.every(
      (other) => other === member || (other.keys.length === 1 && isMetadata(other.keys[0]?.value ?? '')),
    )
  ) {
    if (table.length === 0) return true
    return removeInner(item, inner.slice(0, table.length), isMetadata)
  }
  const span = memberSpan(item.value, value.members, at)
  if (span === null) return false
  item.value = replaceInner(item.value, span, '')
  return false
}

type HeadParts = {
  readonly indent: string
  readonly keyRaw: string
  readonly gap: string
  readonly sign: string
}

function partsOf(head: string): HeadParts {
  const sign = /=[ \t]*$/.exec(head)?.[0] ?? '= '
  const before = head.slice(0, head.length - sign.length)
  const indent = /^[ \t]*/.exec(before)?.[0] ?? ''
  const keyRaw = before.slice(indent.length).trimEnd()
  return { indent, keyRaw, gap: before.slice(indent.length + keyRaw.length), sign }
}

/** Returns the quotes around a key that does not need them. */
function quoteStyle(rawKeys: string): string {
  return /^(["'])[A-Za-z0-9_-]+\1/.exec(rawKeys)?.[1] ?? (rawKeys.startsWith("'") ? "''" : '')
}

function lastKey(keyRaw: string, count: number): string {
  return count === 1 ? keyRaw : (/(?:"(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_-]+)$/.exec(keyRaw)?.[0] ?? keyRaw)
}

function leadingMetadata(section: DraftSection): number {
  const at = section.items.findIndex(({ keys }) => !isGoMessagePart(keys.join('.')))
  return at < 0 ? section.items.length : at
}

function sampleItem(session: TomlSession): DraftItem | null {
  for (const section of session.draft.sections) if (section.items[0] !== undefined) return section.items[0]
  return null
}

function sampleText(session: TomlSession): string | null {
  for (const section of session.draft.sections)
    for (const item of section.items) if (/^["']/.test(item.value)) return item.value
  return null
}

/** Returns the lines of a comment, which can contain no control characters. */
function tomlComment(comment: string, eol: string): string {
  return commentLines(comment.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, ' '), '#', eol)
}
