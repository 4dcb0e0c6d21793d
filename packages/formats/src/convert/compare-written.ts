import { categoryNamed, hiddenMarkupIn, isRareCategory, unitId } from '@dragoman/core'
import type { Document, Format } from '../format.ts'
import { CONTEXT_END } from '../source/context-end.ts'
import { pluralBasesOf } from '../units/plural-bases.ts'
import { type FileUnit, unitsOf } from '../units/units-of.ts'
import type { Refusal } from './build-file.ts'
import type { Content } from './content.ts'
import { type FidelityLog, noteDifference } from './fidelity.ts'
import type { PlannedEntry, Target, TargetFormat } from './plan-language.ts'
import { contextOfKey } from './portable-name.ts'

export type Written = {
  readonly planned: readonly PlannedEntry[]
  readonly refused: readonly Refusal[]
  readonly document: Document
}

/**
 * Compares the new file, as it is read, with the intended content, so that the report is based only on the
 * file itself.
 */
export function compareWritten(
  content: Content,
  target: Target,
  { planned, refused, document }: Written,
  log: FidelityLog,
): void {
  for (const { entry, code } of refused) if (entry.edit.isBlank !== true) noteRefusal(log, entry, code)
  const gone = new Set(refused.map(({ entry }) => entry))
  const units = unitsIn(content, target, document)
  const expected = new Set<string>()
  for (const entry of planned) {
    expected.add(entry.entry)
    if (!gone.has(entry) && !isRepeated(entry, document, target))
      compareEntry(content, target.format, { entry, document, units }, log)
  }
  noteHiddenMarkup(content, target.format, { planned, refused, document }, log)
  for (const { name, unit } of document.entries.values())
    if (!expected.has(name)) noteDifference(log, 'entry-added', unit?.name ?? name)
}

/**
 * Notes texts with a comment or an instruction of XML, if the new file has it as one and the old one had it as
 * characters: other programs do not show it.
 */
function noteHiddenMarkup(
  { format: from, read }: Content,
  format: TargetFormat,
  { planned, refused, document }: Written,
  log: FidelityLog,
): void {
  const old = read?.documents[0]?.document
  if (!isInline(format, document) || (from !== null && old !== undefined && isInline(from, old))) return
  const gone = new Set(refused.map(({ entry }) => entry))
  for (const entry of planned) {
    const texts = [entry.edit.text, entry.edit.source ?? '']
    if (!gone.has(entry) && texts.some((text) => text.includes('<') && !hiddenMarkupIn(text).next().done))
      noteDifference(log, 'markup-hidden', entry.origin.name)
  }
}

function isInline({ limitsOf }: Pick<Format, 'limitsOf'>, document: Document): boolean {
  return limitsOf?.(document)?.writing.kind === 'inline'
}

/**
 * Returns whether a form that only fractions or millions have was left out because another form of its key has the same
 * text: gettext has no place for it, and nothing is lost.
 */
function isRepeated(
  { entry, unit, form, edit }: PlannedEntry,
  { entries }: Document,
  { language }: Target,
): boolean {
  const category = categoryNamed(form)
  return (
    unit.plural === 'cardinal' &&
    category !== null &&
    !entries.has(entry) &&
    isRareCategory(language, 'cardinal', category) &&
    Object.entries(unit.forms).some(([other, text]) => other !== form && text === edit.text)
  )
}

function noteRefusal(log: FidelityLog, { origin, form, unit }: PlannedEntry, code: Refusal['code']): void {
  if (code === 'unusable-path') noteDifference(log, 'name-refused', origin.name)
  else if (code === 'place-taken') noteDifference(log, 'name-taken', origin.name)
  else if (unit.plural !== 'none') noteDifference(log, 'form-refused', origin.name, form)
  else noteDifference(log, 'text-refused', origin.name)
}

/** Returns the keys of the new file, as a reader sees them with only the source language's file. */
function unitsIn(
  { sourceLanguage, languages }: Content,
  { format, language }: Target,
  document: Document,
): ReadonlyMap<string, FileUnit> {
  const known =
    language === sourceLanguage || format.plurals !== 'names' ? [] : (languages.get(sourceLanguage) ?? [])
  const entries = [...document.entries.values()]
  const bases = pluralBasesOf(format, {
    known,
    files: [{ language, entries }],
    sourceLanguage: known.length > 0 ? sourceLanguage : language,
  })
  return new Map(unitsOf(format, entries, bases).map((unit) => [unitId(unit), unit]))
}

type Comparison = {
  readonly entry: PlannedEntry
  readonly document: Document
  readonly units: ReadonlyMap<string, FileUnit>
}

function compareEntry(
  content: Content,
  format: TargetFormat,
  { entry, document, units }: Comparison,
  log: FidelityLog,
): void {
  const { origin, edit, unit } = entry
  const { name } = origin
  const found = document.entries.get(entry.entry) ?? document.entries.get(unit.name)
  if (found === undefined || found.text !== edit.text) {
    // An empty text needs no entry: the key is untranslated either way.
    if (found === undefined && edit.text === '' && format.languages !== 'one') return
    noteDifference(log, found === undefined ? 'name-changed' : 'text-refused', name)
    return
  }
  const read = units.get(unitId(unit))
  if (read === undefined) noteDifference(log, 'plural-unknown', name)
  else if (
    unit.plural === origin.plural &&
    unit.name !== name &&
    contextOfKey(origin) === null &&
    !unit.name.startsWith(`${name}${CONTEXT_END}`)
  )
    noteDifference(log, 'name-changed', name)
  if (
    (content.format === null || content.format.supports.includes('nesting')) &&
    origin.path.length > 1 &&
    found.path.length === 1
  )
    noteDifference(log, 'nesting-flattened', name)
  if (words(origin.comment) !== words(found.comment)) noteDifference(log, 'comment-lost', name)
  if (edit.text !== '' && (origin.state ?? 'translated') !== (found.state ?? 'translated'))
    noteDifference(log, 'state-lost', name)
  if (origin.maxLength !== undefined && found.maxLength !== origin.maxLength)
    noteDifference(log, 'max-length-lost', name)
  if ((origin.details ?? '') !== (found.details ?? '')) noteDifference(log, 'details-lost', name)
  const inKey = Object.values(read?.source ?? {})
  if (isSourceLost(content, format, entry, { found: found.source, inKey }))
    noteDifference(log, 'source-lost', name)
}

/**
 * Returns whether a source text is lost: it was stored with the translation, or the new file stores another
 * text in its location.
 */
function isSourceLost(
  { languages, read }: Content,
  format: TargetFormat,
  { edit, origin, source, form }: PlannedEntry,
  { found, inKey }: { readonly found: string | undefined; readonly inKey: readonly string[] },
): boolean {
  const held = origin.source?.other ?? origin.source?.one
  if (format.languages === 'one')
    return held !== undefined && languages.size < 2 && !origin.name.endsWith(held)
  // In Qt, all forms of a message share one source text; a catalog keeps the others.
  const sources = Object.values(source ?? {})
  const isOne =
    found !== undefined && sources.includes(found) && (read === undefined || new Set(sources).size < 2)
  if (edit.source === undefined || edit.source === '' || found === edit.source || isOne) return false
  // A form without a source text of its own, because plurals are counted differently, has that of another form.
  return source?.[form] !== undefined || !inKey.includes(edit.source)
}

function words(text: string | undefined): string {
  return (text ?? '').replaceAll(/\s+/g, ' ').trim()
}
