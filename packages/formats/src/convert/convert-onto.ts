import { type FormName, hasText, normalizeForms, sameForms } from '@dragoman/core'
import { EditError } from '../edit/edit-error.ts'
import {
  type Document,
  type Entry,
  type EntryEdit,
  type EntryState,
  type Format,
  isWhole,
  statesIn,
  type View,
} from '../format.ts'
import type { FileUnit } from '../units/units-of.ts'
import { wholeListOf } from '../units/whole-list.ts'
import type { Content } from './content.ts'
import { type Converted, type ConvertTarget, convert, namesItsLanguages } from './convert.ts'
import { type FidelityLog, noteDifference, openFidelityLog, reportOf } from './fidelity.ts'
import { idOf, type PlannedEntry, planLanguage } from './plan-language.ts'

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
}

const EXAMPLES = 5
const NO_NAMES: ReadonlyMap<string, string> = new Map()

/**
 * Writes the texts to the file that they were read from: unchanged texts keep their bytes, including details
 * that a new file would lose. If the file cannot store the texts, returns a new one like `convert`, with a
 * report of all differences.
 */
export function convertOnto(content: Content, target: ConvertTarget, base: BaseFile): Converted {
  const { format, model = null, examplesMax = EXAMPLES } = target
  const log = openFidelityLog()
  const known = new Map(base.languages.map((one) => [one.view.language, one]))
  const order = languagesToWrite(content, target, base)
  let { bytes } = base
  try {
    for (const tag of order) {
      const { view: own, imported } = known.get(tag) ?? { view: viewOf(content, target, tag), imported: [] }
      const view = viewInFile(base, own)
      const document = format.read(bytes, view)
      const to = { ...target, language: tag }
      const edits = editsOnto(content, to, { document, imported, sources: base.sources ?? [], log })
      if (edits.length > 0) bytes = format.edit(document, edits, model)
      const sourceEdits = editsOfSources(content, to, { document, sources: base.sources ?? [] })
      const source = viewInFile(base, { language: content.sourceLanguage, side: 'source' })
      bytes = editSources({ format, view: source, log }, bytes, sourceEdits)
      const isEdited = edits.length + sourceEdits.length > 0
      if (isEdited && !isWhole(format.read(bytes, view))) return convert(content, target)
    }
  } catch (error) {
    if (error instanceof EditError) return convert(content, target)
    throw error
  }
  return { bytes, report: reportOf(log, examplesMax), languages: order }
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
type SetEdit = Extract<EntryEdit, { kind: 'set' }>

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

type Onto = {
  readonly document: Document
  readonly imported: readonly FileUnit[]
  readonly sources: readonly FileUnit[]
  readonly log: FidelityLog
}

function editsOnto(
  content: Content,
  { format, language }: ConvertTarget,
  { document, imported, sources: ownSources, log }: Onto,
): readonly EntryEdit[] {
  const now = content.languages.get(language) ?? []
  const before = new Map(imported.map((unit) => [idOf(unit), unit]))
  const after = new Map(now.map((unit) => [idOf(unit), unit]))
  const states = statesIn(format, document)
  const changed = now.filter((unit) => !isSame(states, before.get(idOf(unit)), unit))
  const keys = content.keys && new Set(content.keys.map(({ name }) => name))
  // Without a text, a key is gone if it was deleted, not if it became a plural.
  const gone = imported.filter((unit) =>
    hasText(unit.forms) ? !hasText(after.get(idOf(unit))?.forms ?? {}) : keys?.has(unit.name) === false,
  )
  const sources = content.languages.get(content.sourceLanguage) ?? []
  // A bilingual file also gets keys without a translation. Those that it has are found by name: its source text can be
  // plain where the translation is plural, and its translation can be one that is not read.
  const names = new Set([...imported, ...ownSources, ...now].map(({ name }) => name))
  const untranslated =
    format.languages === 'two' && language !== content.sourceLanguage
      ? sources.filter(({ name }) => !names.has(name))
      : []
  if (changed.length === 0 && gone.length === 0 && untranslated.length === 0) return []
  const isInCatalog = idsOf(content.keys ?? [...sources, ...now])
  const numbering = format.numberingOf?.(document) ?? null
  const target = { format, language, numbering }
  // The complete order determines the locations of new entries; losses are reported only for changes.
  const places = planLanguage(content, target, openFidelityLog())
  const wanted = idsOf([...changed, ...untranslated])
  planLanguage(withOnly(content, language, changed, wanted), target, log)
  const saysStates = states !== undefined && hasStates(document)
  const edits: EntryEdit[] = []
  const written = new Set<string>()
  for (const planned of places) {
    const { entry, edit, origin } = planned
    if (!wanted.has(idOf(origin))) continue
    const name = presentName(document, planned)
    written.add(name ?? entry)
    const known = name === null ? undefined : document.entries.get(name)
    if (known === undefined) edits.push(edit)
    else if (hasText(origin.forms)) {
      const state = stateToWrite(sayable(states, origin.state), known, saysStates)
      const form = numbering?.categoryOf.get(planned.form) ?? planned.form
      const isTextKept = known.text === edit.text || isFormKept(before.get(idOf(origin)), origin, form)
      if (!isTextKept || (state !== undefined && state !== known.state))
        edits.push({
          kind: 'set',
          name: known.name,
          text: isTextKept ? known.text : edit.text,
          ...(state && { state }),
        })
    }
  }
  const listsWithTexts = new Set(
    now.flatMap((unit) => (hasText(unit.forms) ? (wholeListOf(format, unit) ?? []) : [])),
  )
  const replaced = [...gone, ...changed.flatMap((unit) => before.get(idOf(unit)) ?? [])]
  // Plurals first: a plain text can be needed as long as they exist.
  replaced.sort((a, b) => Number(a.plural === 'none') - Number(b.plural === 'none'))
  for (const planned of planLanguage(
    withOnly(content, language, replaced, idsOf(replaced)),
    target,
    openFidelityLog(),
  )) {
    const name = presentName(document, planned)
    if (name === null || written.has(name)) continue
    written.add(name)
    // The entry of a removed key is removed; that of a key without text is kept if the format has such
    // entries.
    const isOfKey = isInCatalog.has(idOf(planned.origin))
    const list = wholeListOf(format, planned.origin)
    if (isOfKey && list !== null && listsWithTexts.has(list)) {
      noteDifference(log, 'list-incomplete', planned.origin.name)
      continue
    }
    const isKept = format.languages !== 'one' && isOfKey
    edits.push(isKept ? { kind: 'set', name, text: '' } : { kind: 'remove', name })
  }
  return edits
}

/** Returns edits for source texts that are not those of the catalog any more. */
function editsOfSources(
  content: Content,
  { format, language }: ConvertTarget,
  { document, sources }: { readonly document: Document; readonly sources: readonly FileUnit[] },
): readonly SetEdit[] {
  if (sources.length === 0) return []
  const before = new Map(sources.map((unit) => [idOf(unit), normalizeForms(unit.forms)]))
  const changed = (content.languages.get(content.sourceLanguage) ?? []).filter((unit) => {
    const known = before.get(idOf(unit))
    return known !== undefined && hasText(unit.forms) && !sameForms(known, normalizeForms(unit.forms))
  })
  if (changed.length === 0) return []
  const ids = idsOf(changed)
  const own = (content.languages.get(language) ?? []).filter((unit) => ids.has(idOf(unit)))
  const target = { format, language, numbering: format.numberingOf?.(document) ?? null }
  const places = planLanguage(withOnly(content, language, own, ids), target, openFidelityLog())
  return places.flatMap((planned): SetEdit[] => {
    const name = presentName(document, planned)
    const known = name === null ? undefined : document.entries.get(name)
    const { source } = planned.edit
    // The forms of a plural share one source text in these files.
    if (known?.source === undefined || !source || planned.unit.plural !== 'none') return []
    const isSame = known.source === source || isNameOf(known, known.source)
    return isSame ? [] : [{ kind: 'set', name: known.name, text: source }]
  })
}

/** Returns whether the source text identifies the entry, for example in Qt: it is never changed. */
function isNameOf({ name, path }: Entry, source: string): boolean {
  return name === source || name.endsWith(`.${source}`) || path.includes(source)
}

function idsOf(units: readonly Pick<FileUnit, 'name' | 'plural'>[]): ReadonlySet<string> {
  return new Set(units.map(idOf))
}

/**
 * Returns the content with only these units of the language, and only keys with these ids in the source language: a
 * bilingual file would get the others as keys without a translation.
 */
function withOnly(
  content: Content,
  language: string,
  units: readonly FileUnit[],
  ids: ReadonlySet<string>,
): Content {
  const { languages, sourceLanguage } = content
  const sources = (languages.get(sourceLanguage) ?? []).filter((unit) => ids.has(idOf(unit)))
  return { ...content, languages: new Map([...languages, [sourceLanguage, sources], [language, units]]) }
}

function isSame(states: Format['states'], before: FileUnit | undefined, now: FileUnit): boolean {
  const forms = normalizeForms(now.forms)
  if (!hasText(forms)) return true
  return (
    before !== undefined &&
    sameForms(normalizeForms(before.forms), forms) &&
    isSameState(states, before.state, now)
  )
}

/** Returns whether a form has the text that the file gave it: several can share one in the file, and some have none there. */
function isFormKept(before: FileUnit | undefined, { plural, forms }: FileUnit, form: FormName): boolean {
  return plural === 'cardinal' && before?.forms[form] !== undefined && before.forms[form] === forms[form]
}

/** A text that is reviewed in the file is not reviewed here, which is no change. */
function isSameState(states: Format['states'], before: EntryState | undefined, { state }: FileUnit): boolean {
  const now = sayable(states, state)
  if (now === undefined || now === before) return true
  return now === 'translated' ? before !== 'draft' : before === undefined && now === 'reviewed'
}

/** Returns the nearest state that the file can store. */
function sayable(states: Format['states'], state: EntryState | undefined): EntryState | undefined {
  if (state === undefined || states === undefined || states.includes(state)) return states && state
  return 'translated'
}

/**
 * Returns the name of a planned text in the document: an entry that looks plain can be the only form of a
 * plural key.
 */
function presentName(document: Document, { entry, unit, form }: PlannedEntry): string | null {
  if (document.entries.has(entry)) return entry
  const isPlain =
    form === ('other' satisfies FormName) && document.entries.get(unit.name)?.unit?.plural === 'none'
  return isPlain ? unit.name : null
}

/** Returns the state to write to an entry; undefined if its absence means the same. */
function stateToWrite(
  state: EntryState | undefined,
  known: Entry,
  saysStates: boolean,
): EntryState | undefined {
  // A draft is never written as if it were done.
  if (state === undefined || state === 'draft') return state
  const isSilent = known.text !== '' && known.state === undefined
  return !saysStates || (isSilent && state === 'translated') ? undefined : state
}

function hasStates({ entries }: Document): boolean {
  for (const { state } of entries.values()) if (state !== undefined) return true
  return false
}
