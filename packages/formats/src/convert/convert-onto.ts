import { type FormerNames, NO_FORMER_NAMES } from '@dragoman/core'
import { EditError } from '../edit/edit-error.ts'
import { type Format, isWhole, type View } from '../format.ts'
import { pluralBasesOf } from '../units/plural-bases.ts'
import type { FileUnit } from '../units/units-of.ts'
import type { Content } from './content.ts'
import { type Converted, type ConvertTarget, convert, namesItsLanguages } from './convert.ts'
import {
  editsOfSources,
  editsOnto,
  type Onto,
  type RenamedUnits,
  renamedUnits,
  type SetEdit,
} from './edits-onto.ts'
import { addDifferences, type FidelityLog, noteDifference, openFidelityLog, reportOf } from './fidelity.ts'
import { findDetails } from './find-details.ts'

/**
 * One language of the file that is written to: its view, with the language of the content, and its keys as they were
 * imported into the catalog.
 */
export type BaseLanguage = { readonly view: View; readonly imported: readonly FileUnit[] }

export type BaseFile = {
  readonly bytes: Uint8Array
  readonly languages: readonly BaseLanguage[]
  /** By language of the content, what the file calls it; only those with another name there. */
  readonly languageNames?: ReadonlyMap<string, string>
  /** The source texts in a bilingual file, as they would be imported. */
  readonly sources?: readonly FileUnit[]
  /** Of keys that the file can have under another name, because they were renamed since. Absent: of none. */
  readonly formerNames?: FormerNames
}

const EXAMPLES = 5
const NO_NAMES: ReadonlyMap<string, string> = new Map()

/**
 * Writes the texts to the file that they were read from: unchanged texts keep their bytes, including details
 * that a new file would lose. If the file cannot store the texts, returns a new one like `convert`, with a
 * report of all differences.
 */
export function convertOnto(content: Content, target: ConvertTarget, base: BaseFile): Converted {
  const { examplesMax = EXAMPLES } = target
  const log = openFidelityLog()
  const known = new Map(base.languages.map((one) => [one.view.language, one]))
  const order = languagesToWrite(content, target, base)
  let { bytes } = base
  try {
    for (const tag of order) {
      const { view: own, imported } = known.get(tag) ?? { view: viewOf(content, target, tag), imported: [] }
      const language = {
        content,
        target: { ...target, language: tag },
        base,
        imported,
        view: viewInFile(base, own),
        log,
      }
      bytes = withRenames(language, bytes)
    }
  } catch (error) {
    if (error instanceof EditError) return convert(content, target)
    throw error
  }
  return { bytes, report: reportOf(log, examplesMax), languages: order }
}

type LanguageToWrite = {
  readonly content: Content
  readonly target: ConvertTarget
  readonly base: BaseFile
  readonly imported: readonly FileUnit[]
  readonly view: View
  readonly log: FidelityLog
}

/**
 * Returns the file with the texts of a language. If it refuses the new name of a renamed key, all renamed ones are
 * removed and added again, and what they lose is reported. Throws EditError.
 */
function withRenames(to: LanguageToWrite, bytes: Uint8Array): Uint8Array {
  const { content, target, base, imported, log } = to
  const { sources = [], formerNames = NO_FORMER_NAMES } = base
  const renamed = renamedUnits(content, target, { imported, sources, formerNames })
  if (renamed.size > 0) {
    const own = openFidelityLog()
    try {
      const written = withTexts({ ...to, log: own }, bytes, renamed)
      addDifferences(log, own)
      return written
    } catch (error) {
      if (!(error instanceof EditError)) throw error
    }
  }
  const written = withTexts(to, bytes, new Map())
  if (renamed.size > 0) noteLostDetails(to, { before: bytes, after: written, renamed })
  return written
}

/** Throws EditError: the file cannot have all texts. */
function withTexts(
  { content, target, base, imported, view, log }: LanguageToWrite,
  bytes: Uint8Array,
  renamed: RenamedUnits,
): Uint8Array {
  const { format, model = null } = target
  const { sources = [] } = base
  const document = format.read(bytes, view)
  const onto: Onto = { document, imported, sources, renamed, log }
  const edits = editsOnto(content, target, onto)
  const edited = edits.length === 0 ? bytes : format.edit(document, edits, model)
  const current = renamed.size === 0 ? document : format.read(edited, view)
  const sourceEdits = editsOfSources(content, target, { document: current, sources, renamed })
  const source = viewInFile(base, { language: content.sourceLanguage, side: 'source' })
  const written = editSources({ format, view: source, log }, edited, sourceEdits)
  const isEdited = edits.length + sourceEdits.length > 0
  if (isEdited && !isWhole(format.read(written, view))) throw new EditError('not-whole', '')
  return written
}

type Versions = { readonly before: Uint8Array; readonly after: Uint8Array; readonly renamed: RenamedUnits }

/** Reports content of the file about renamed keys that it no longer has. */
function noteLostDetails(
  { content, target: { format, language }, view, log }: LanguageToWrite,
  { before, after, renamed }: Versions,
): void {
  const document = format.read(before, view)
  // Their former names are no details.
  const former = [...renamed.values()].map(({ name, path, plural }) => ({
    name,
    path,
    plural,
    forms: {},
    present: [],
  }))
  const languages = new Map([
    ...content.languages,
    [language, [...(content.languages.get(language) ?? []), ...former]],
  ])
  const files = [{ language, entries: [...document.entries.values()] }]
  const bases = pluralBasesOf(format, { known: former, files, sourceLanguage: content.sourceLanguage })
  const read = { content: { ...content, languages }, format, file: [{ language, document }], bases }
  const lost = new Set(findDetails(read, () => [format.read(after, view)]).map(({ owner }) => owner))
  const nameOf = (id: string) => id.slice(id.indexOf('\u0000') + 1)
  for (const [id, { name }] of renamed) if (lost.has(name)) noteDifference(log, 'details-lost', nameOf(id))
}

/**
 * Returns the languages that a file can have: a table of sources and targets has no room for a third one, and a column
 * named like a language can be that of another one.
 */
function languagesToWrite(
  content: Content,
  { format, language }: ConvertTarget,
  { bytes, languages, languageNames = NO_NAMES }: BaseFile,
): readonly string[] {
  if (format.languages !== 'many') return [language]
  const own = languages.map(({ view }) => view.language)
  const isNamed = own.some((tag) => namesItsLanguages(format, bytes, languageNames.get(tag) ?? tag))
  const taken = new Set(languageNames.values())
  return [...content.languages.keys()].filter(
    (tag) => (isNamed || own.includes(tag)) && (languageNames.has(tag) || !taken.has(tag)),
  )
}

/** Returns how the language of a view is read from the file, which can have another name for it. */
export function viewInFile({ languageNames = NO_NAMES }: Pick<BaseFile, 'languageNames'>, view: View): View {
  return { ...view, language: languageNames.get(view.language) ?? view.language }
}

type SourceEditing = { readonly format: Format; readonly view: View; readonly log: FidelityLog }

/** Returns the file after the edits of source texts; those that it refuses, as from a program's code, are reported. */
function editSources(editing: SourceEditing, bytes: Uint8Array, edits: readonly SetEdit[]): Uint8Array {
  const [first] = edits
  if (first === undefined) return bytes
  const { format, view, log } = editing
  try {
    return format.edit(format.read(bytes, view), edits)
  } catch (error) {
    if (!(error instanceof EditError)) throw error
    if (edits.length === 1) {
      noteDifference(log, 'source-lost', first.name)
      return bytes
    }
    const half = Math.ceil(edits.length / 2)
    return editSources(editing, editSources(editing, bytes, edits.slice(0, half)), edits.slice(half))
  }
}

function viewOf({ sourceLanguage }: Content, { format }: ConvertTarget, language: string): View {
  return { language, side: format.languages !== 'one' && language === sourceLanguage ? 'source' : 'target' }
}
