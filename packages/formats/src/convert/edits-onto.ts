import {
  type FormerNames,
  type FormName,
  hasText,
  normalizeForms,
  pairRenamed,
  sameForms,
  unitId,
} from '@dragoman/core'
import {
  type Document,
  type Entry,
  type EntryEdit,
  type EntryState,
  type Format,
  hasStates,
  statesIn,
} from '../format.ts'
import type { FileUnit } from '../units/units-of.ts'
import { wholeListOf } from '../units/whole-list.ts'
import type { Content } from './content.ts'
import type { ConvertTarget } from './convert.ts'
import { type FidelityLog, noteDifference, openFidelityLog } from './fidelity.ts'
import { type PlannedEntry, planLanguage, type Target } from './plan-language.ts'

export type SetEdit = Extract<EntryEdit, { kind: 'set' }>

/** By the id of a key: the key of the file that it was before it was renamed. */
export type RenamedUnits = ReadonlyMap<string, FileUnit>

/** One language of a file, with its keys and source texts as they were imported. */
export type Onto = {
  readonly document: Document
  readonly imported: readonly FileUnit[]
  readonly sources: readonly FileUnit[]
  readonly renamed: RenamedUnits
  readonly log: FidelityLog
}

/** Returns which keys of the content the file has under a former name. */
export function renamedUnits(
  content: Content,
  { language }: ConvertTarget,
  {
    imported,
    sources,
    formerNames,
  }: Pick<Onto, 'imported' | 'sources'> & { readonly formerNames: FormerNames },
): RenamedUnits {
  const keys = keysOf(content, language)
  const isInCatalog = idsOf(keys)
  const inFile = new Map([...sources, ...imported].map((unit) => [unitId(unit), unit]))
  const gone = [...inFile.values()].filter((unit) => !isInCatalog.has(unitId(unit)))
  const added = keys.filter((key) => !inFile.has(unitId(key)))
  return pairRenamed(gone, added, formerNames)
}

/** What differs between a file and the content in one language. */
type Differences = {
  readonly before: (unit: FileUnit) => FileUnit | undefined
  readonly changed: readonly FileUnit[]
  readonly gone: readonly FileUnit[]
  readonly untranslated: readonly FileUnit[]
}

type Editing = {
  readonly content: Content
  readonly target: Target
  readonly onto: Onto
  readonly differences: Differences
  /** The entries of the content that differ, in order. */
  readonly planned: readonly PlannedEntry[]
}

/** Returns the edits that give a file the texts of the content in one language. */
export function editsOnto(
  content: Content,
  { format, language }: ConvertTarget,
  onto: Onto,
): readonly EntryEdit[] {
  const { document, log } = onto
  const differences = differencesOf(content, { format, language }, onto)
  const { changed, gone, untranslated } = differences
  if (changed.length === 0 && gone.length === 0 && untranslated.length === 0) return []
  const numbering = format.numberingOf?.(document) ?? null
  const target: Target = { format, language, numbering }
  const wanted = idsOf([...changed, ...untranslated])
  // The complete order determines the locations of new entries; losses are reported only for changes.
  const planned = planLanguage(content, target, openFidelityLog()).filter(({ origin }) =>
    wanted.has(unitId(origin)),
  )
  planLanguage(withOnly(content, language, changed, wanted), target, log)
  const editing = { content, target, onto, differences, planned }
  const renames = renamesOf(editing)
  const texts = textsOf(editing, format, renames.formerEntries)
  const written = new Set([...renames.removed, ...texts.written])
  return [...renames.edits, ...texts.edits, ...removalsOf(editing, format, written)]
}

function differencesOf(
  content: Content,
  { format, language }: Pick<ConvertTarget, 'format' | 'language'>,
  { document, imported, sources: ownSources, renamed }: Onto,
): Differences {
  const now = content.languages.get(language) ?? []
  const known = new Map(imported.map((unit) => [unitId(unit), unit]))
  const after = new Map(now.map((unit) => [unitId(unit), unit]))
  const states = statesIn(format, document)
  const keys = content.keys && new Set(content.keys.map(({ name }) => name))
  const sources = content.languages.get(content.sourceLanguage) ?? []
  // A bilingual file also gets keys without a translation. Those that it has are found by name: its source text can be
  // plain where the translation is plural, and its translation can be one that is not read.
  const names = new Set([...imported, ...ownSources, ...now].map(({ name }) => name))
  return {
    before: (unit) => known.get(unitId(unit)) ?? renamed.get(unitId(unit)),
    changed: now.filter(
      (unit) => renamed.has(unitId(unit)) || !isSame(states, known.get(unitId(unit)), unit),
    ),
    // Without a text, a key is gone if it was deleted, not if it became a plural.
    gone: imported.filter((unit) =>
      hasText(unit.forms) ? !hasText(after.get(unitId(unit))?.forms ?? {}) : keys?.has(unit.name) === false,
    ),
    untranslated:
      format.languages === 'two' && language !== content.sourceLanguage
        ? sources.filter(({ name }) => !names.has(name))
        : [],
  }
}

/**
 * Returns the edits that rename entries of the file, and by their new names the names that they have in it. Forms of a
 * key that it no longer has are removed before: some files can only rename all forms together.
 */
function renamesOf({ content, target, onto: { document, renamed }, planned }: Editing): {
  readonly edits: readonly EntryEdit[]
  readonly formerEntries: ReadonlyMap<string, string>
  readonly removed: readonly string[]
} {
  const formerEntries = new Map<string, string>()
  if (renamed.size === 0) return { edits: [], formerEntries, removed: [] }
  const old = new Map<string, Map<FormName, string>>()
  const units = [...renamed.values()]
  const only = withOnly(content, target.language, units, idsOf(units))
  for (const entry of planLanguage(only, target, openFidelityLog())) {
    const name = presentName(document, entry)
    const id = unitId(entry.origin)
    if (name !== null) old.set(id, (old.get(id) ?? new Map()).set(entry.form, name))
  }
  const renames: EntryEdit[] = []
  const rest = new Map<string, Set<string>>()
  for (const entry of planned) {
    const unit = renamed.get(unitId(entry.origin))
    const forms = unit && old.get(unitId(unit))
    const name = forms?.get(entry.form)
    // In a file with several languages, that of another one can have renamed it.
    if (unit === undefined || forms === undefined || name === undefined || document.entries.has(entry.entry))
      continue
    const { path, unit: entryUnit } = entry.edit
    renames.push({ kind: 'rename', name, path, ...(entryUnit && { unit: entryUnit }) })
    formerEntries.set(entry.entry, name)
    const others = rest.get(unitId(unit)) ?? new Set(forms.values())
    others.delete(name)
    rest.set(unitId(unit), others)
  }
  const removed = [...rest.values()].flatMap((names) => [...names])
  const removals = removed.map((name): EntryEdit => ({ kind: 'remove', name }))
  return { edits: [...removals, ...renames], formerEntries, removed }
}

/** Returns the edits that write texts, and the names in the file of the entries with these texts. */
function textsOf(
  { target, onto: { document }, differences: { before }, planned }: Editing,
  format: Format,
  formerEntries: ReadonlyMap<string, string>,
): { readonly edits: readonly EntryEdit[]; readonly written: ReadonlySet<string> } {
  const states = statesIn(format, document)
  const saysStates = hasStates(format, document)
  const edits: EntryEdit[] = []
  const written = new Set<string>()
  for (const one of planned) {
    const { entry, edit, origin } = one
    const name = formerEntries.get(entry) ?? presentName(document, one)
    written.add(name ?? entry)
    const known = name === null ? undefined : document.entries.get(name)
    if (known === undefined) edits.push(edit)
    else if (hasText(origin.forms)) {
      const state = stateToWrite(sayable(states, origin.state), known, saysStates)
      const form = target.numbering?.categoryOf.get(one.form) ?? one.form
      const isTextKept = known.text === edit.text || isFormKept(before(origin), origin, form)
      if (!isTextKept || (state !== undefined && state !== known.state))
        edits.push({
          kind: 'set',
          name: formerEntries.has(entry) ? entry : known.name,
          text: isTextKept ? known.text : edit.text,
          ...(state && { state }),
        })
    }
  }
  return { edits, written }
}

/** Returns the edits that remove or empty entries of keys that are gone, or have other entries now. */
function removalsOf(
  { content, target, onto: { document, log }, differences }: Editing,
  format: Format,
  written: ReadonlySet<string>,
): readonly EntryEdit[] {
  const { language } = target
  const { changed, gone, before } = differences
  const isInCatalog = idsOf(keysOf(content, language))
  const replaced = [...new Set([...gone, ...changed.flatMap((unit) => before(unit) ?? [])])]
  // Plurals first: a plain text can be needed as long as they exist.
  replaced.sort((a, b) => Number(a.plural === 'none') - Number(b.plural === 'none'))
  const only = withOnly(content, language, replaced, idsOf(replaced))
  const now = content.languages.get(language) ?? []
  const listsWithTexts = new Set(
    now.flatMap((unit) => (hasText(unit.forms) ? (wholeListOf(format, unit) ?? []) : [])),
  )
  const edits = new Map<string, EntryEdit>()
  for (const planned of planLanguage(only, target, openFidelityLog())) {
    const name = presentName(document, planned)
    if (name === null || written.has(name) || edits.has(name)) continue
    // The entry of a removed key is removed; that of a key without text is kept if the format has such
    // entries.
    const isOfKey = isInCatalog.has(unitId(planned.origin))
    const list = wholeListOf(format, planned.origin)
    if (isOfKey && list !== null && listsWithTexts.has(list)) {
      noteDifference(log, 'list-incomplete', planned.origin.name)
      continue
    }
    const isKept = format.languages !== 'one' && isOfKey
    edits.set(name, isKept ? { kind: 'set', name, text: '' } : { kind: 'remove', name })
  }
  return [...edits.values()]
}

/** Returns edits for source texts that are not those of the catalog any more. */
export function editsOfSources(
  content: Content,
  { format, language }: ConvertTarget,
  { document, sources, renamed }: Pick<Onto, 'document' | 'sources' | 'renamed'>,
): readonly SetEdit[] {
  if (sources.length === 0) return []
  const before = new Map(sources.map((unit) => [unitId(unit), normalizeForms(unit.forms)]))
  const changed = (content.languages.get(content.sourceLanguage) ?? []).filter((unit) => {
    const known = before.get(unitId(renamed.get(unitId(unit)) ?? unit))
    return known !== undefined && hasText(unit.forms) && !sameForms(known, normalizeForms(unit.forms))
  })
  if (changed.length === 0) return []
  const ids = idsOf(changed)
  const own = (content.languages.get(language) ?? []).filter((unit) => ids.has(unitId(unit)))
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

function keysOf(
  { keys, languages, sourceLanguage }: Content,
  language: string,
): readonly Pick<FileUnit, 'name' | 'plural'>[] {
  return keys ?? [...(languages.get(sourceLanguage) ?? []), ...(languages.get(language) ?? [])]
}

function idsOf(units: readonly Pick<FileUnit, 'name' | 'plural'>[]): ReadonlySet<string> {
  return new Set(units.map(unitId))
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
  const sources = (languages.get(sourceLanguage) ?? []).filter((unit) => ids.has(unitId(unit)))
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
