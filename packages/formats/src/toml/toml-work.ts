import type { EntryPath } from '@dragoman/core'
import { categoryNamed } from '@dragoman/core'
import type { AddEdit } from '../edit/apply-edits.ts'
import { EditError } from '../edit/edit-error.ts'
import type { RenamedBranch } from '../edit/renamed-branches.ts'
import type { Document } from '../format.ts'
import { spellingsOf } from '../source/language-tag.ts'
import { eolOf } from '../source/line-ends.ts'
import { draftToml } from './toml-draft.ts'
import { type TomlLayout, tomlLayout } from './toml-layout.ts'
import { openTomlSession, type TextLocation, type TomlSession, textsNamed } from './toml-session.ts'
import { readTree } from './toml-tree.ts'

/** The file being edited, and the texts that it must have when it is read afterwards. */
export type TomlWork = {
  readonly session: TomlSession
  readonly layout: TomlLayout
  /** The view's language as spelled in the file, the usual spelling first. */
  readonly spellings: readonly string[]
  /** Whether a message without plural forms is a table with `other`. */
  readonly usesTables: boolean
  /** The texts that the result must have when it is read. */
  readonly expected: Map<string, string>
  /** Messages that got a plural form: one with only `other` cannot be distinguished from a plain one. */
  readonly grown: Set<string>
  /** The branches that are renamed as a whole, by the names of their entries, until that is done. */
  branches: Map<string, RenamedBranch>
  /** The names of the last texts that were moved to another table, newest first: the next one follows them. */
  moved: readonly string[]
}

export function openTomlWork(document: Document, model: Document | null): TomlWork {
  const { text, view } = document
  const styled = text.trim() === '' && model !== null ? model.text : text
  const layout = tomlLayout(readTree(styled).root)
  const language = view?.language ?? (layout.kind === 'many' ? layout.languages[0] : undefined) ?? ''
  const spellings = layout.kind === 'many' ? spellingsOf(layout.languages, language) : []
  const usesUnderscore = layout.kind === 'many' && layout.languages.some((tag) => tag.includes('_'))
  const units = [...(styled === text ? document : (model ?? document)).entries.values()]
  const inTables = units.filter((entry) => isInTable(styled, entry.span.start)).length
  return {
    session: openTomlSession(draftToml(text, eolOf(styled) ?? '\n')),
    layout,
    spellings: spellings.length > 0 ? spellings : [usesUnderscore ? language.replaceAll('-', '_') : language],
    usesTables: inTables * 2 > units.length,
    expected: new Map([...document.entries.values()].map((entry) => [entry.name, entry.text])),
    grown: new Set(),
    branches: new Map(),
    moved: [],
  }
}

/** Returns the location of a name's text; several if names collide, the one that is used first. */
export function locationsOf({ session, layout, spellings }: TomlWork, name: string): readonly TextLocation[] {
  if (layout.kind === 'many')
    return spellings.flatMap((spelling) => textsNamed(session, `${name}.${spelling}`))
  const [key = '', form] = name.split('\u0000')
  if (form !== undefined) return textsNamed(session, `${key}.${form}`)
  return [...textsNamed(session, key), ...textsNamed(session, `${key}.other`)]
}

/** Returns the texts that exist of some names. */
export function* neighbours(work: TomlWork, names: readonly string[]): Generator<TextLocation> {
  for (const name of names) {
    const location = work.expected.has(name) ? locationsOf(work, name)[0] : undefined
    if (location !== undefined) yield location
  }
}

/** Returns the full path of a text: with its form, with its language. */
export function fullPath(
  work: TomlWork,
  { path, unit }: { readonly path: EntryPath; readonly unit?: AddEdit['unit'] },
  name: string,
): readonly string[] {
  const key: string[] = []
  for (const part of unit?.path ?? path) {
    if (typeof part !== 'string') throw new EditError('not-representable', name)
    if (part === '' || /\0|\p{Surrogate}/u.test(part)) throw new EditError('unusable-path', name)
    key.push(part)
  }
  if (key.length === 0 || key.length > 90 || name.length > 1024) throw new EditError('unusable-path', name)
  const isPlain = unit === undefined || unit.plural === 'none'
  if (
    !isPlain &&
    (unit.plural !== 'cardinal' || categoryNamed(unit.form) === null || work.layout.kind === 'many')
  )
    throw new EditError('not-representable', name)
  if (work.layout.kind === 'many') return [...key, work.spellings[0] ?? '']
  if (!isPlain) return [...key, unit.form]
  return work.usesTables ? [...key, 'other'] : key
}

function isInTable(text: string, start: number): boolean {
  return /^[ \t]*(?:other|"other")[ \t]*=[ \t]*$/.test(
    text.slice(text.lastIndexOf('\n', start - 1) + 1, start),
  )
}
