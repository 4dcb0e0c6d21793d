import { type FormName, hasText, normalizeForms, sameForms } from '@dragoman/core'
import { EditError } from '../edit/edit-error.ts'
import {
  type Document,
  type Entry,
  type EntryEdit,
  type EntryState,
  type Format,
  isWhole,
  type View,
} from '../format.ts'
import type { FileUnit } from '../units/units-of.ts'
import type { Content } from './content.ts'
import { type Converted, type ConvertTarget, convert } from './convert.ts'
import { type FidelityLog, openFidelityLog, reportOf } from './fidelity.ts'
import { idOf, type PlannedEntry, planLanguage } from './plan-language.ts'

/**
 * One language of the file that is written to: its view, and its keys as they were imported into the catalog.
 */
export type BaseLanguage = { readonly view: View; readonly imported: readonly FileUnit[] }

export type BaseFile = { readonly bytes: Uint8Array; readonly languages: readonly BaseLanguage[] }

const EXAMPLES = 5

/**
 * Writes the texts to the file that they were read from: unchanged texts keep their bytes, including details
 * that a new file would lose. If the file cannot store the texts, returns a new one like `convert`, with a
 * report of all differences.
 */
export function convertOnto(content: Content, target: ConvertTarget, base: BaseFile): Converted {
  const { format, language, examplesMax = EXAMPLES } = target
  const log = openFidelityLog()
  const order = format.languages === 'many' ? [...content.languages.keys()] : [language]
  const known = new Map(base.languages.map((one) => [one.view.language, one]))
  let { bytes } = base
  try {
    for (const tag of order) {
      const { view, imported } = known.get(tag) ?? { view: viewOf(content, target, tag), imported: [] }
      const document = format.read(bytes, view)
      const edits = editsOnto(content, { ...target, language: tag }, { document, imported, log })
      if (edits.length === 0) continue
      bytes = format.edit(document, edits)
      if (!isWhole(format.read(bytes, view))) return convert(content, target)
    }
  } catch (error) {
    if (error instanceof EditError) return convert(content, target)
    throw error
  }
  return { bytes, report: reportOf(log, examplesMax), languages: order }
}

function viewOf({ sourceLanguage }: Content, { format }: ConvertTarget, language: string): View {
  return { language, side: format.languages !== 'one' && language === sourceLanguage ? 'source' : 'target' }
}

type Onto = { readonly document: Document; readonly imported: readonly FileUnit[]; readonly log: FidelityLog }

function editsOnto(
  content: Content,
  { format, language }: ConvertTarget,
  { document, imported, log }: Onto,
): readonly EntryEdit[] {
  const now = content.languages.get(language) ?? []
  const before = new Map(imported.map((unit) => [idOf(unit), unit]))
  const after = new Map(now.map((unit) => [idOf(unit), unit]))
  const changed = now.filter((unit) => !isSame(format, before.get(idOf(unit)), unit))
  const gone = imported.filter((unit) => hasText(unit.forms) && !hasText(after.get(idOf(unit))?.forms ?? {}))
  if (changed.length === 0 && gone.length === 0) return []
  const sources = content.languages.get(content.sourceLanguage) ?? []
  const isInCatalog = idsOf([...sources, ...now])
  const target = { format, language }
  // The complete order determines the locations of new entries; losses are reported only for changes.
  const places = planLanguage(content, target, openFidelityLog())
  const wanted = idsOf(changed)
  planLanguage(withOnly(content, language, changed), target, log)
  const saysStates = format.states !== undefined && hasStates(document)
  const edits: EntryEdit[] = []
  const written = new Set<string>()
  for (const planned of places) {
    const { entry, edit, origin } = planned
    if (!wanted.has(idOf(origin))) continue
    const name = presentName(document, planned)
    written.add(name ?? entry)
    const known = name === null ? undefined : document.entries.get(name)
    if (known === undefined) edits.push(edit)
    else {
      const state = stateToWrite(format, planned, known, saysStates)
      if (known.text !== edit.text || (state !== undefined && state !== known.state))
        edits.push({ kind: 'set', name: known.name, text: edit.text, ...(state && { state }) })
    }
  }
  const replaced = [...gone, ...changed.flatMap((unit) => before.get(idOf(unit)) ?? [])]
  for (const planned of planLanguage(withOnly(content, language, replaced), target, openFidelityLog())) {
    const name = presentName(document, planned)
    if (name === null || written.has(name)) continue
    written.add(name)
    // The entry of a removed key is removed; that of a key without text is kept if the format has such
    // entries.
    const isKept = format.languages !== 'one' && isInCatalog.has(idOf(planned.origin))
    edits.push(isKept ? { kind: 'set', name, text: '' } : { kind: 'remove', name })
  }
  return edits
}

function idsOf(units: readonly FileUnit[]): ReadonlySet<string> {
  return new Set(units.map(idOf))
}

/**
 * Returns the content with only these units of the language. Other keys of the source language are left out too: a
 * bilingual file would get them as keys without a translation.
 */
function withOnly(content: Content, language: string, units: readonly FileUnit[]): Content {
  const { languages, sourceLanguage } = content
  const ids = idsOf(units)
  const sources = (languages.get(sourceLanguage) ?? []).filter((unit) => ids.has(idOf(unit)))
  return { ...content, languages: new Map([...languages, [sourceLanguage, sources], [language, units]]) }
}

function isSame(format: Format, before: FileUnit | undefined, now: FileUnit): boolean {
  const forms = normalizeForms(now.forms)
  if (!hasText(forms)) return true
  return (
    before !== undefined &&
    sameForms(normalizeForms(before.forms), forms) &&
    isSameState(format, before.state, now)
  )
}

/** A text that is reviewed in the file is not reviewed here, which is no change. */
function isSameState(format: Format, before: EntryState | undefined, { state }: FileUnit): boolean {
  const now = sayable(format, state)
  if (now === undefined || now === before) return true
  return now === 'translated' ? before !== 'draft' : before === undefined && now === 'reviewed'
}

/** Returns the nearest state that files of the format can store. */
function sayable({ states }: Format, state: EntryState | undefined): EntryState | undefined {
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
  format: Format,
  { origin }: PlannedEntry,
  known: Entry,
  saysStates: boolean,
): EntryState | undefined {
  const state = sayable(format, origin.state)
  // A draft is never written as if it were done.
  if (state === undefined || state === 'draft') return state
  const isSilent = known.text !== '' && known.state === undefined
  return !saysStates || (isSilent && state === 'translated') ? undefined : state
}

function hasStates({ entries }: Document): boolean {
  for (const { state } of entries.values()) if (state !== undefined) return true
  return false
}
