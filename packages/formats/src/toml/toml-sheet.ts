import { type Edit, type EntryPath, splice } from '@dragoman/core'
import { LIMITS } from '../limits.ts'
import type { TomlValue } from './parse-toml.ts'
import { scanValue } from './scan-value.ts'
import type { DraftItem, DraftSection, TomlDraft } from './toml-draft.ts'
import type { TableOrigin } from './toml-tree.ts'

/** What stands at one path of a file. `inner` leads from an item's value to a text within it. */
export type TomlSpot =
  | { readonly kind: 'text'; readonly path: EntryPath; readonly section: DraftSection; readonly item: DraftItem; readonly inner: EntryPath }
  | { readonly kind: 'other' }
  | {
      readonly kind: 'table'
      readonly origin: TableOrigin
      readonly section: DraftSection
      readonly item: DraftItem | null
      readonly inner: EntryPath
    }

/** A file while it is being edited: its lines, what stands at each path, and the texts by their dotted names. */
export type TomlSheet = {
  readonly draft: TomlDraft
  readonly spots: Map<string, TomlSpot>
  readonly names: Map<string, EntryPath[]>
  isStale: boolean
}

export function openTomlSheet(draft: TomlDraft): TomlSheet {
  const sheet: TomlSheet = { draft, spots: new Map(), names: new Map(), isStale: false }
  fill(sheet)
  return sheet
}

/** What stands at a path. Removing leaves traces of parents in the index, so a find is looked at again once. */
export function spotAt(sheet: TomlSheet, path: EntryPath): TomlSpot | null {
  const spot = sheet.spots.get(pathKey(path)) ?? null
  if (spot === null || spot.kind === 'text' || !sheet.isStale) return spot
  sheet.spots.clear()
  sheet.names.clear()
  fill(sheet)
  sheet.isStale = false
  return sheet.spots.get(pathKey(path)) ?? null
}

/** The texts that have a dotted name, in file order. */
export function textsNamed(sheet: TomlSheet, name: string): readonly Extract<TomlSpot, { kind: 'text' }>[] {
  const found: Extract<TomlSpot, { kind: 'text' }>[] = []
  for (const path of sheet.names.get(name) ?? []) {
    const spot = sheet.spots.get(pathKey(path))
    if (spot?.kind === 'text') found.push(spot)
  }
  return found
}

export function noteItem(sheet: TomlSheet, section: DraftSection, item: DraftItem): void {
  const path = [...section.path, ...item.keys]
  for (let length = section.path.length + 1; length < path.length; length++) {
    const parent = pathKey(path.slice(0, length))
    if (!sheet.spots.has(parent)) sheet.spots.set(parent, { kind: 'table', origin: 'dotted', section, item, inner: [] })
  }
  if (/^["']/.test(item.value)) noteText(sheet, { kind: 'text', path, section, item, inner: [] })
  else noteValue(sheet, section, item, parseTomlValue(item.value), path, [])
}

export function noteSection(sheet: TomlSheet, section: DraftSection): void {
  for (let length = 1; length < section.path.length; length++) {
    const parent = pathKey(section.path.slice(0, length))
    if (!sheet.spots.has(parent)) sheet.spots.set(parent, { kind: 'table', origin: 'implicit', section, item: null, inner: [] })
  }
  sheet.spots.set(pathKey(section.path), { kind: 'table', origin: 'header', section, item: null, inner: [] })
  for (const item of section.items) noteItem(sheet, section, item)
}

/** Forgets one text. The tables it was in are looked for when somebody asks. */
export function forgetText(sheet: TomlSheet, path: EntryPath): void {
  sheet.spots.delete(pathKey(path))
  sheet.isStale = true
}

export function forgetSection(sheet: TomlSheet, section: DraftSection): void {
  sheet.spots.delete(pathKey(section.path))
  for (const item of section.items) sheet.spots.delete(pathKey([...section.path, ...item.keys]))
  sheet.isStale = true
}

/** The value at a place within an array or an inline table. */
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

function fill(sheet: TomlSheet): void {
  for (const section of sheet.draft.sections) noteSection(sheet, section)
}

function noteValue(
  sheet: TomlSheet,
  section: DraftSection,
  item: DraftItem,
  value: TomlValue | null,
  path: EntryPath,
  inner: EntryPath,
): void {
  if (value === null || value.kind === 'other' || path.length > LIMITS.nesting * 3) {
    sheet.spots.set(pathKey(path), { kind: 'other' })
    return
  }
  if (value.kind === 'string') {
    noteText(sheet, { kind: 'text', path, section, item, inner })
    return
  }
  sheet.spots.set(pathKey(path), value.kind === 'array' ? { kind: 'other' } : { kind: 'table', origin: 'inline', section, item, inner })
  if (value.kind === 'array')
    for (const [i, one] of value.items.entries()) noteValue(sheet, section, item, one, [...path, i], [...inner, i])
  else {
    for (const member of value.members) {
      const keys = member.keys.map((key) => key.value)
      for (let length = 1; length < keys.length; length++) {
        const table = [...path, ...keys.slice(0, length)]
        sheet.spots.set(pathKey(table), { kind: 'table', origin: 'inline', section, item, inner: [...inner, ...keys.slice(0, length)] })
      }
      noteValue(sheet, section, item, member.value, [...path, ...keys], [...inner, ...keys])
    }
  }
}

function noteText(sheet: TomlSheet, spot: Extract<TomlSpot, { kind: 'text' }>): void {
  sheet.spots.set(pathKey(spot.path), spot)
  const name = spot.path.join('.')
  const paths = sheet.names.get(name)
  if (paths === undefined) sheet.names.set(name, [spot.path])
  else if (!paths.some((path) => pathKey(path) === pathKey(spot.path))) paths.push(spot.path)
}
