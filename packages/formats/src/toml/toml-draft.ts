import type { EntryPath } from '@dragoman/core'
import { parseToml } from './parse-toml.ts'
import { commentStart } from './toml-comment.ts'

/** One `key = value` with the lines above it. Joined, the parts equal the text of the file. */
export type DraftItem = {
  lead: string
  /** Indentation, key and equals sign, up to the value. */
  head: string
  keys: readonly string[]
  value: string
  /** The text after the value, including the line end. */
  tail: string
}

/** A table with its header; the first section of a file has none. */
export type DraftSection = {
  lead: string
  /** Up to the keys; empty for the first section. */
  open: string
  rawKeys: string
  close: string
  /** With the index of an array's element as a number. */
  path: EntryPath
  readonly isArray: boolean
  readonly items: DraftItem[]
}

/** A TOML file split into its lines, to insert and remove some. */
export type TomlDraft = {
  readonly sections: DraftSection[]
  /** The text after the last statement. */
  end: string
  readonly eol: string
  /** Whether the last line has no line end. */
  readonly endsOpen: boolean
}

export function draftToml(text: string, eol: string): TomlDraft {
  const sections: DraftSection[] = [
    { lead: '', open: '', rawKeys: '', close: '', path: [], isArray: false, items: [] },
  ]
  const counts = new Map<string, number>()
  let at = 0
  parseToml(text, (statement) => {
    const lineStart = text.lastIndexOf('\n', statement.start - 1) + 1
    const found = text.indexOf('\n', statement.end)
    const lineEnd = found < 0 ? text.length : found + 1
    const lead = text.slice(at, lineStart)
    const keys = statement.keys.map(({ value }) => value)
    at = lineEnd
    if (statement.kind === 'pair') {
      const { value } = statement
      const head = text.slice(lineStart, value.start)
      sections.at(-1)?.items.push({
        lead,
        head,
        keys,
        value: text.slice(value.start, value.end),
        tail: text.slice(value.end, lineEnd),
      })
      return true
    }
    const isArray = statement.kind === 'array-table'
    const first = statement.keys[0]?.start ?? statement.start
    const last = statement.keys.at(-1)?.end ?? first
    sections.push({
      lead,
      open: text.slice(lineStart, first),
      rawKeys: text.slice(first, last),
      close: text.slice(last, lineEnd),
      path: placeInArrays(keys, isArray, counts),
      isArray,
      items: [],
    })
    return true
  })
  return {
    sections,
    end: text.slice(at),
    eol,
    endsOpen: text !== '' && at === text.length && !text.endsWith('\n'),
  }
}

export function printToml(draft: TomlDraft): string {
  const pieces: string[] = []
  for (const section of draft.sections) {
    pieces.push(section.lead)
    if (section.open !== '') pieces.push(section.open, section.rawKeys, endLine(section.close, draft.eol))
    for (const item of section.items)
      pieces.push(item.lead, item.head, item.value, endLine(item.tail, draft.eol))
  }
  pieces.push(draft.end)
  const text = pieces.join('')
  return draft.endsOpen && draft.end === '' && text.endsWith(draft.eol)
    ? text.slice(0, -draft.eol.length)
    : text
}

/** Removes a line with its own comment; everything else above it stays in the file. */
export function dropItem(draft: TomlDraft, section: DraftSection, item: DraftItem): void {
  const at = section.items.indexOf(item)
  section.items.splice(at, 1)
  keepDetached(
    draft,
    item.lead,
    section.items[at] ?? draft.sections[draft.sections.indexOf(section) + 1] ?? null,
  )
}

export function dropSection(draft: TomlDraft, section: DraftSection): void {
  const at = draft.sections.indexOf(section)
  draft.sections.splice(at, 1)
  const next = draft.sections[at] ?? null
  const isFirst = draft.sections
    .slice(0, at)
    .every((before) => before.open === '' && before.items.length === 0)
  if (isFirst && detachedLines(section.lead).trim() === '') {
    if (next === null) draft.end = draft.end.replace(BLANK_LINES, '')
    else next.lead = next.lead.replace(BLANK_LINES, '')
  }
  keepDetached(draft, section.lead, next)
}

/** Returns the lines above a statement that are not its own comment. */
export function detachedLines(lead: string): string {
  return lead.slice(0, commentStart(lead, lead.length, 0))
}

/** Blank lines at the beginning of a text. */
export const BLANK_LINES = /^(?:[ \t]*\r?\n)+/

function keepDetached(draft: TomlDraft, lead: string, next: { lead: string } | null): void {
  const detached = detachedLines(lead)
  if (detached.trim() === '') return
  if (next === null) draft.end = detached + draft.end
  // Otherwise the blank lines on both sides of the removed line would be adjacent, and those after it would
  // be below its heading.
  else
    next.lead =
      detached +
      (/\n[ \t]*\r?\n$/.test(detached) || next.lead.trim() === ''
        ? next.lead.replace(BLANK_LINES, '')
        : next.lead)
}

function endLine(tail: string, eol: string): string {
  return tail.endsWith('\n') ? tail : tail + eol
}

/**
 * Returns the path within arrays: `[[a]]` opens a new element of `a`, and `[a.b]` after it refers to its `b`.
 */
function placeInArrays(keys: readonly string[], isArray: boolean, counts: Map<string, number>): EntryPath {
  const path: (string | number)[] = []
  let name = ''
  for (const [i, key] of keys.entries()) {
    path.push(key)
    name += `\u0000${key}`
    const isLast = i === keys.length - 1
    if (isLast && isArray) counts.set(name, (counts.get(name) ?? -1) + 1)
    const count = counts.get(name)
    if (count === undefined) continue
    path.push(count)
    name += `\u0001${count}`
  }
  return path
}
