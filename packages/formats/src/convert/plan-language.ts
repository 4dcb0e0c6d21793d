import {
  entryNames,
  FORM_NAMES,
  type FormName,
  type Forms,
  hasText,
  requiredForms,
  sameForms,
  type Unit,
  unitId,
} from '@dragoman/core'
import { type EntryEdit, type Format, unitEntryName } from '../format.ts'
import { type Numbering, numberedForms, withCategories, withNumbers } from '../plurals/numbering.ts'
import { usualNumbering } from '../plurals/plural-rule.ts'
import { CONTEXT_END } from '../source/context-end.ts'
import { entryOfUnit } from '../units/entry-of-unit.ts'
import type { FileUnit } from '../units/units-of.ts'
import type { Content } from './content.ts'
import { type FidelityLog, noteDifference } from './fidelity.ts'
import { areContextsIds, idAsContext } from './id-as-context.ts'
import { pluralOfText } from './plural-of-text.ts'
import { hasIcuPlural, pluralAsIcu, pluralFromIcu } from './plural-text.ts'
import { contextOfKey, keepsName, pathIn } from './portable-name.ts'
import { hasPlaceholders, isIcu, isReadAlike, respellPlaceholders } from './respell-placeholders.ts'

export type Addition = Extract<EntryEdit, { kind: 'add' }>

/** One text to write, and its key. */
export type PlannedEntry = {
  readonly edit: Addition
  /** Name of the entry in the new file. */
  readonly entry: string
  /** The key as it will be written, and as it was. */
  readonly unit: Unit
  readonly origin: FileUnit
  readonly form: FormName
  /** All source texts of the key, as they are written. */
  readonly source: Forms | undefined
}

/** The properties of a format that matter for writing. */
export type TargetFormat = Pick<
  Format,
  | 'id'
  | 'languages'
  | 'hasColumns'
  | 'plurals'
  | 'syntax'
  | 'supports'
  | 'limitsOf'
  | 'numberingOf'
  | 'allowsAnyName'
  | 'nameSeparator'
  | 'namesAreIds'
  | 'namesAreSources'
  | 'sourceInName'
>
export type Target = {
  readonly format: TargetFormat
  readonly language: string
  /** What the numbered plural forms of the file are for, if it exists and has such forms. */
  readonly numbering?: Numbering | null
  /** Ids of the keys of a catalog: its plurals stay plurals. Absent: a file, which has only what is written to it. */
  readonly keys?: ReadonlySet<string>
}

/**
 * Returns the texts to write to a file of another format, in order; logs everything that cannot be expressed
 * identically.
 */
export function planLanguage(
  content: Content,
  { format, language, numbering = null, keys }: Target,
  log: FidelityLog,
): readonly PlannedEntry[] {
  const sources = sourcesOf(content, format, language)
  const planned = new Map<string, PlannedEntry>()
  const contextsAreIds = areContextsIds(content, format, language)
  const named = namedBy(content, { format, language, numbering }, log)
  const planning = { content, format, language, numbering, keys: keys ?? null, log, contextsAreIds }
  let last: string | null = null
  for (const written of unitsToWrite(content, format, language)) {
    const origin = named(written)
    if (isMisread(origin.name, content.format, format)) {
      noteDifference(log, 'name-refused', origin.name)
      continue
    }
    const source = origin.source ?? sources?.get(unitId(origin))
    for (const entry of entriesOf(planning, origin, source)) {
      if (planned.has(entry.entry)) {
        noteDifference(log, 'name-taken', origin.name)
        continue
      }
      planned.set(entry.entry, last === null ? entry : { ...entry, edit: { ...entry.edit, after: [last] } })
      last = entry.entry
    }
  }
  return [...planned.values()]
}

/** Returns whether a name of another format would not be read as only a name. A catalog has the names of its files. */
function isMisread(name: string, from: Content['format'], { nameSeparator }: TargetFormat): boolean {
  if (nameSeparator === undefined || from === null || from.nameSeparator === nameSeparator) return false
  return name.includes(nameSeparator)
}

/** Returns a function that names numbered plural forms by CLDR's categories, if the file does not number them too. */
function namedBy(
  { languages, sourceLanguage, format: from, numberings }: Content,
  { format, language, numbering }: Target,
  log: FidelityLog,
): (unit: FileUnit) => FileUnit {
  // A new file has the usual rule of its language, if its format lets files define one.
  const isNumberedAlike = from?.id === format.id && format.numberingOf === undefined
  const count =
    isNumberedAlike || (numbering ?? null) !== null ? 0 : numberedForms(languages.get(language) ?? [])
  const known = count === 0 ? null : (numberings?.get(language) ?? usualNumbering(language, count))
  if (known === null) return (unit) => unit
  const sources = new Map((languages.get(sourceLanguage) ?? []).map((unit) => [unitId(unit), unit.forms]))
  return (unit) => {
    if (numberedForms([unit]) === 0) return unit
    const { key, lost } = withCategories(unit, known)
    noteDifference(log, 'plural-forms-named', unit.name)
    for (const form of lost) noteDifference(log, 'form-refused', unit.name, form)
    // The file has them by number; the source language's own forms have categories.
    const source = unit.source === undefined ? undefined : sources.get(unitId(unit))
    return source === undefined ? key : { ...key, source }
  }
}

/**
 * Returns texts of the language; for files with sources, and those with a column for each language, also keys that are
 * not translated yet, and missing plural forms.
 */
function unitsToWrite(
  { languages, sourceLanguage, format: from }: Content,
  format: TargetFormat,
  language: string,
): readonly FileUnit[] {
  const own = languages.get(language) ?? []
  if (format.languages === 'one' || language === sourceLanguage) return own
  if (format.languages === 'many' && format.hasColumns !== true)
    return own.filter(({ forms }) => hasText(forms))
  const known = new Set(own.map(unitId))
  // Between bilingual files, every key is already there.
  if (from?.languages === 'two' && own.length > 0) return own
  const missing = (languages.get(sourceLanguage) ?? []).filter((unit) => !known.has(unitId(unit)))
  return [
    ...own.map((unit) => withMissingForms(unit, language)),
    ...missing.map((unit) => untranslated(unit, language)),
  ]
}

/** Returns a plural with entries for all forms of its language; numbered forms are those of a file. */
function withMissingForms(unit: FileUnit, language: string): FileUnit {
  const { plural, present } = unit
  if (plural === 'none' || numberedForms([unit]) > 0) return unit
  return { ...unit, present: [...new Set([...present, ...requiredForms(plural, language, {}, 'whole')])] }
}

/** Returns a key of the source language without a translation, with the forms that one would have. */
function untranslated({ state: _, ...unit }: FileUnit, language: string): FileUnit {
  const { plural, forms } = unit
  return { ...unit, forms: {}, source: forms, present: requiredForms(plural, language, {}, 'whole') }
}

function sourcesOf(
  { languages, sourceLanguage }: Content,
  format: TargetFormat,
  language: string,
): ReadonlyMap<string, Forms> | null {
  if (format.languages !== 'two' || language === sourceLanguage) return null
  return new Map((languages.get(sourceLanguage) ?? []).map((unit) => [unitId(unit), unit.forms]))
}

type Planning = {
  readonly content: Content
  readonly language: string
  readonly format: TargetFormat
  readonly numbering: Numbering | null
  readonly keys: ReadonlySet<string> | null
  readonly log: FidelityLog
  /** Whether the contexts of the file's messages are ids in the new file. */
  readonly contextsAreIds: boolean
}

function entriesOf(planning: Planning, origin: FileUnit, source: Forms | undefined): readonly PlannedEntry[] {
  const { content, format, language, log, contextsAreIds } = planning
  if (content.format?.id === format.id) return entriesAsTheyAre(planning, origin, origin, source)
  const unit = withoutText(origin, planning, sourceAsWritten(planning, origin, source))
  if (contextOfKey(origin) !== null && !contextsAreIds && !format.supports.includes('context'))
    noteDifference(log, 'context-in-name', origin.name)
  const syntaxes = { from: content.syntax, to: format.syntax }
  const respelled = () =>
    entriesAsTheyAre(
      planning,
      origin,
      { ...unit, forms: respellForms(origin, syntaxes, log) },
      source && respellForms({ ...origin, forms: source }, syntaxes, null),
    )
  if (unit.plural === 'none') {
    const plural = pluralOfText(planning, {
      text: origin.forms.other ?? '',
      source: source?.other ?? '',
      name: unit.name,
      reportedAs: origin.name,
    })
    if (plural !== null) {
      const source_ =
        source?.other === undefined
          ? undefined
          : pluralFromIcu(source.other, { syntax: format.syntax, language: content.sourceLanguage })?.forms
      return entriesAsTheyAre(
        planning,
        origin,
        { ...unit, plural: plural.kind, forms: plural.forms },
        source_,
      )
    }
    return respelled()
  }
  const hasPlace =
    entryOfUnit(format, unit, 'other') !== null &&
    !(format.plurals === 'units' && unit.plural !== 'cardinal' && unit.plural !== 'ordinal')
  if (hasPlace) return respelled()
  if (isIcu(format.syntax) && unit.plural !== 'cardinal-v3') {
    const kind = unit.plural === 'ordinal' ? 'ordinal' : 'cardinal'
    const { syntax, sourceLanguage } = content
    const text = hasText(origin.forms) ? pluralAsIcu({ kind, forms: origin.forms }, { syntax, language }) : ''
    if (text !== null) {
      noteDifference(log, 'plural-into-text', origin.name)
      const sourceText =
        source === undefined
          ? null
          : pluralAsIcu({ kind, forms: source }, { syntax, language: sourceLanguage })
      return entriesAsTheyAre(
        planning,
        origin,
        { ...unit, plural: 'none', forms: { other: text } },
        sourceText === null ? undefined : { other: sourceText },
      )
    }
  }
  noteDifference(log, 'plural-as-keys', origin.name)
  const forms = respellForms(origin, syntaxes, log)
  return formsIn(origin, forms).flatMap((form) => {
    const { name, path } = entryNames(unit, form)
    const single: Unit = { name, path, plural: 'none', forms: { other: forms[form] ?? '' } }
    const from = source?.[form] ?? source?.other
    return entriesAsTheyAre(planning, origin, single, from === undefined ? undefined : { other: from }).map(
      (entry) => ({ ...entry, form }),
    )
  })
}

/** Returns the source texts of a key as the other file writes them. */
function sourceAsWritten(
  { content, format }: Planning,
  origin: FileUnit,
  source: Forms | undefined,
): Forms | undefined {
  if (source === undefined) return undefined
  const { other } = source
  const isText =
    origin.plural === 'none' && isIcu(content.syntax) && other !== undefined && hasIcuPlural(other)
  if (isText && (format.plurals === 'units' || format.plurals === 'names'))
    return pluralFromIcu(other, { syntax: format.syntax, language: content.sourceLanguage })?.forms ?? source
  return respellForms({ ...origin, forms: source }, { from: content.syntax, to: format.syntax }, null)
}

/** Returns the key as the other file names it. */
function withoutText(
  origin: FileUnit,
  { content, format, contextsAreIds }: Planning,
  source: Forms | undefined,
): Unit {
  const isOwnName = typeof format.sourceInName?.(origin.name, origin.path) === 'string'
  if (isOwnName) return { name: origin.name, path: origin.path, plural: origin.plural, forms: {} }
  const context = contextOfKey(origin)
  if (context === null) {
    const name = idAsContext(content, format, { origin, source })
    if (name !== null) return { name, path: [name], plural: origin.plural, forms: {} }
  } else if (contextsAreIds && context[0] !== '') {
    return { name: context[0], path: [context[0]], plural: origin.plural, forms: {} }
  }
  if (context !== null && format.supports.includes('context')) {
    const [scope, text] = context
    const isGettext = format.syntax !== 'qt'
    const name = isGettext ? (scope === '' ? text : `${scope}${CONTEXT_END}${text}`) : `${scope}|${text}`
    return { name, path: isGettext ? [name] : [scope, text], plural: origin.plural, forms: {} }
  }
  const path = pathIn(origin, format.supports.includes('nesting'), keepsName(origin, content.format, format))
  return { name: path.join('.'), path, plural: origin.plural, forms: {} }
}

/**
 * Returns the texts in the other syntax. The forms of a key are converted together or not at all, so that
 * they stay consistent.
 */
function respellForms(
  { name, forms, plural }: Pick<FileUnit, 'name' | 'forms' | 'plural'>,
  { from, to }: { readonly from: string; readonly to: string },
  log: FidelityLog | null,
): Forms {
  if (from === to || from === 'plain' || to === 'plain') return forms
  const isBothIcu = isIcu(from) && isIcu(to)
  // XLIFF has the messages of any program.
  if (isBothIcu && (from === 'mixed' || to === 'mixed')) return forms
  if (log !== null && isIcu(from) && !isBothIcu && Object.values(forms).some(hasIcuPlural))
    noteDifference(log, 'plural-kept-in-text', name)
  const texts = Object.values(forms)
  // A variable of a strings dictionary is a plural of its own, which only Apple's programs support.
  if (log !== null && from === 'apple' && texts.some((text) => /%(?:\d+\$)?#@[^@]+@/.test(text)))
    noteDifference(log, 'plural-unknown', name)
  const isSame = (text: string) =>
    isReadAlike(text, from, to) && (isBothIcu || !(hasPlaceholders(text, from) || hasPlaceholders(text, to)))
  if (texts.every(isSame)) return forms
  const respelled: Partial<Record<FormName, string>> = {}
  for (const form of FORM_NAMES) {
    const text = forms[form]
    if (text === undefined) continue
    const spelled = respellPlaceholders(text, from, to, plural === 'none' ? 'plain' : 'plural')
    if (spelled === null) {
      if (log !== null) noteDifference(log, 'placeholders-kept', name)
      return forms
    }
    respelled[form] = spelled
  }
  if (log !== null && (texts.some((text) => hasPlaceholders(text, from)) || !sameForms(respelled, forms)))
    noteDifference(log, 'placeholders-respelled', name)
  return respelled
}

function formsIn({ forms, present }: FileUnit, shown: Forms): readonly FormName[] {
  return FORM_NAMES.filter(
    (form) => shown[form] !== undefined || (forms[form] === undefined && (present ?? []).includes(form)),
  )
}

function entriesAsTheyAre(
  { content, format, language, numbering, log }: Planning,
  origin: FileUnit,
  named: Unit,
  source: Forms | undefined,
): readonly PlannedEntry[] {
  const numbered =
    numbering === null || named.plural !== 'cardinal' ? null : withNumbers(named.forms, numbering)
  for (const form of numbered?.lost ?? []) noteDifference(log, 'form-refused', origin.name, form)
  const unit = numbered === null ? named : { ...named, forms: numbered.forms }
  const isSame = unit.plural === origin.plural && numbered === null
  const found = isSame
    ? formsIn(origin, unit.forms)
    : FORM_NAMES.filter((form) => unit.forms[form] !== undefined)
  // A key without text gets an entry anyway.
  const forms = found.length > 0 ? found : (['other'] as const)
  const isTranslation = format.hasColumns === true && language !== content.sourceLanguage
  return forms.flatMap((form) => {
    const place = entryOfUnit(format, unit, form)
    if (place === null) return []
    const text = unit.forms[form] ?? ''
    const own =
      format.sourceInName?.(unit.name, unit.path) ??
      source?.[numbering?.categoryOf.get(form) ?? form] ??
      source?.other ??
      source?.one
    const given =
      own === undefined &&
      format.supports.includes('context') &&
      unit.path.length > 1 &&
      contextOfKey(origin) === null
        ? ''
        : own
    const edit: Addition = {
      kind: 'add',
      path: place.path,
      text,
      after: [],
      ...(isTranslation && text === '' ? { isBlank: true } : {}),
      ...(place.unit === undefined ? {} : { unit: place.unit }),
      ...(given === undefined ? {} : { source: given }),
      ...(origin.state === undefined ? {} : { state: origin.state }),
      ...(origin.comment === undefined ? {} : { comment: origin.comment }),
      ...(origin.maxLength === undefined ? {} : { maxLength: origin.maxLength }),
      // Respelled placeholders are those of the file.
      ...(origin.syntax === undefined || !sameForms(unit.forms, origin.forms)
        ? {}
        : { syntax: origin.syntax }),
    }
    const entry = place.unit === undefined ? place.name : unitEntryName(place.unit)
    return [{ edit, entry, unit, origin, form, source }]
  })
}
