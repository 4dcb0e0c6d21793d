import { type Edit, type EntryPath, splice } from '@dragoman/core'
import { FILE_LIMITS } from '../limits/limits.ts'
import { scanValue } from './scan-value.ts'
import type { DraftItem, DraftSection, TomlDraft } from './toml-draft.ts'
import type { TomlValue } from './toml-statement.ts'
import type { TableOrigin } from './toml-tree.ts'

/** The content at one path of a file. `inner` leads from an item's value to a text within it. */
export type TomlLocation =
  | {
      readonly kind: 'text'
      readonly path: EntryPath
      readonly section: DraftSection
      readonly item: DraftItem
      readonly inner: EntryPath
    }
  | { readonly kind: 'other' }
  | {
      readonly kind: 'table'
      readonly origin: TableOrigin
      readonly section: DraftSection
      readonly item: DraftItem | null
      readonly inner: EntryPath
    }

export type TextLocation = Extract<TomlLocation, { kind: 'text' }>

/**
 * A file while it is being edited: its lines, the content at each path, and the texts by their dotted names.
 */
export type TomlSession = {
  readonly draft: TomlDraft
  readonly locations: Map<string, TomlLocation>
  readonly names: Map<string, EntryPath[]>
  isStale: boolean
}

export function openTomlSession(draft: TomlDraft): TomlSession {
  const session: TomlSession = { draft, locations: new Map(), names: new Map(), isStale: false }
  fill(session)
  return session
}

/** Returns the content at a path. Removals leave traces of parents in the index, so a result is verified. */
export function locationAt(session: TomlSession, path: EntryPath): TomlLocation | null {
  const location = session.locations.get(pathKey(path)) ?? null
  if (location === null || location.kind === 'text' || !session.isStale) return location
  session.locations.clear()
  session.names.clear()
  fill(session)
  session.isStale = false
  return session.locations.get(pathKey(path)) ?? null
}

/** Returns the content at a path without searching the file again: it can be a trace of something that was removed. */
export function traceAt(session: TomlSession, path: EntryPath): TomlLocation | null {
  return session.locations.get(pathKey(path)) ?? null
}

/** Returns the texts with a dotted name, in file order. */
export function textsNamed(session: TomlSession, name: string): readonly TextLocation[] {
  const found: TextLocation[] = []
  for (const path of session.names.get(name) ?? []) {
    const location = session.locations.get(pathKey(path))
    if (location?.kind === 'text') found.push(location)
  }
  return found
}

export function noteItem(session: TomlSession, section: DraftSection, item: DraftItem): void {
  const path = [...section.path, ...item.keys]
  for (let length = section.path.length + 1; length < path.length; length++) {
    const parent = pathKey(path.slice(0, length))
    if (!session.locations.has(parent))
      session.locations.set(parent, { kind: 'table', origin: 'dotted', section, item, inner: [] })
  }
  if (/^["']/.test(item.value)) noteText(session, { kind: 'text', path, section, item, inner: [] })
  else noteValue(session, section, item, parseTomlValue(item.value), path, [])
}

export function noteSection(session: TomlSession, section: DraftSection): void {
  for (let length = 1; length < section.path.length; length++) {
    const parent = pathKey(section.path.slice(0, length))
    if (!session.locations.has(parent))
      session.locations.set(parent, { kind: 'table', origin: 'implicit', section, item: null, inner: [] })
  }
  session.locations.set(pathKey(section.path), {
    kind: 'table',
    origin: 'header',
    section,
    item: null,
    inner: [],
  })
  for (const item of section.items) noteItem(session, section, item)
}

/** Removes one text from the index. The tables around it are searched when they are needed. */
export function forgetText(session: TomlSession, path: EntryPath): void {
  session.locations.delete(pathKey(path))
  session.isStale = true
}

export function forgetSection(session: TomlSession, section: DraftSection): void {
  session.locations.delete(pathKey(section.path))
  for (const item of section.items) session.locations.delete(pathKey([...section.path, ...item.keys]))
  session.isStale = true
}

/** Returns the value at a path within an array or an inline table. */
export function innerValue(raw: string, inner: EntryPath): TomlValue | null {
  let value = parseTomlValue(raw)
  let at = 0
  while (value !== null && at < inner.length) {
    if (value.kind === 'array') value = value.items[Number(inner[at++])] ?? null
    else if (value.kind === 'table') {
      const from = at
      const member = value.members.find(({ keys }) => keys.every((key, i) => key.value === inner[from + i]))
      at += member?.keys.length ?? 0
      value = member?.value ?? null
    } else value = null
  }
  return value
}

export function replaceInner(raw: string, span: Edit['span'], text: string): string {
  return splice(raw, [{ span, text }])
}

export function pathKey(path: EntryPath): string {
  return path.map((part) => (typeof part === 'number' ? `\u0001${part}` : part)).join('\u0000')
}

export function parseTomlValue(raw: string): TomlValue | null {
  return scanValue({ text: raw, at: 0, values: 0, issues: [] }, 0)
}

function fill(session: TomlSession): void {
  for (const section of session.draft.sections) noteSection(session, section)
}

function noteValue(
  session: TomlSession,
  section: DraftSection,
  item: DraftItem,
  value: TomlValue | null,
  path: EntryPath,
  inner: EntryPath,
): void {
  if (value === null || value.kind === 'other' || path.length > FILE_LIMITS.nesting * 3) {
    session.locations.set(pathKey(path), { kind: 'other' })
    return
  }
  if (value.kind === 'string') {
    noteText(session, { kind: 'text', path, section, item, inner })
    return
  }
  session.locations.set(
    pathKey(path),
    value.kind === 'array' ? { kind: 'other' } : { kind: 'table', origin: 'inline', section, item, inner },
  )
  if (value.kind === 'array')
    for (const [i, one] of value.items.entries())
      noteValue(session, section, item, one, [...path, i], [...inner, i])
  else {
    for (const member of value.members) {
      const keys = member.keys.map((key) => key.value)
      for (let length = 1; length < keys.length; length++) {
        const table = [...path, ...keys.slice(0, length)]
        session.locations.set(pathKey(table), {
          kind: 'table',
          origin: 'inline',
          section,
          item,
          inner: [...inner, ...keys.slice(0, length)],
        })
      }
      noteValue(session, section, item, member.value, [...path, ...keys], [...inner, ...keys])
    }
  }
}

function noteText(session: TomlSession, location: TextLocation): void {
  session.locations.set(pathKey(location.path), location)
  const name = location.path.join('.')
  const paths = session.names.get(name)
  if (paths === undefined) session.names.set(name, [location.path])
  else if (!paths.some((path) => pathKey(path) === pathKey(location.path))) paths.push(location.path)
}
