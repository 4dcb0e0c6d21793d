import type { Document } from '../format.ts'
import { spellingsOf } from '../source/language-tag.ts'
import { eolOf } from '../source/line-ends.ts'
import { draftToml } from './toml-draft.ts'
import { type TomlLayout, tomlLayout } from './toml-layout.ts'
import { openTomlSession, type TomlSession } from './toml-session.ts'
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
  }
}

function isInTable(text: string, start: number): boolean {
  return /^[ \t]*(?:other|"other")[ \t]*=[ \t]*$/.test(
    text.slice(text.lastIndexOf('\n', start - 1) + 1, start),
  )
}
