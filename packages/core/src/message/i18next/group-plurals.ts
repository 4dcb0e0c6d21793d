import type { Unit } from '../../catalog/unit.ts'
import { pluralCategories } from '../../locale/plural-forms.ts'
import type { FormName, PluralKind } from '../forms.ts'
import {
  type EntryForm,
  formOfEntry,
  type PluralBases,
  type PluralEntry,
  parsePluralSuffix,
  pathWithoutSuffix,
} from './plural-keys.ts'

/** The entries of one namespace in one language. */
export type LanguageEntries = { readonly language: string; readonly entries: Iterable<PluralEntry> }

/** A unit as found in a file: `present` names the forms that had an entry there, including empty ones. */
export type GroupedUnit = Unit & { readonly present: readonly FormName[] }

/**
 * Joins the plural entries of one namespace, in all languages together, because the source language decides
 * what is a plural. Units are in the order of their first entries. Takes linear time.
 */
export function groupPlurals(
  files: readonly LanguageEntries[],
  sourceLanguage: string,
): Map<string, GroupedUnit[]> {
  const lists = files.map(({ language, entries }) => ({
    language,
    entries: Array.isArray(entries) ? (entries as readonly PluralEntry[]) : [...entries],
  }))
  const bases = findPluralBases(lists, sourceLanguage)
  const result = new Map<string, GroupedUnit[]>()
  for (const { language, entries } of lists) {
    const units = groupEntries(entries, bases)
    const earlier = result.get(language)
    if (earlier === undefined) result.set(language, units)
    else for (const unit of units) earlier.push(unit)
  }
  return result
}

/**
 * Finds the names that are plural. A base is plural if the source file has `base_other` and another category
 * of it or, if the source language has only `other`, a `base_other` that contains `{{count`. `base` and
 * `base_plural` are JSON v3, unless there is a v4 `base_other`, or the source file has counting plurals of v4 and
 * none of v3: an app reads one of them, and `category_plural` is then a name like any other. For bases that the
 * source lacks, the first other language that matches the rule decides.
 */
export function findPluralBases(files: readonly LanguageEntries[], sourceLanguage: string): PluralBases {
  const bases = { cardinal: new Set<string>(), ordinal: new Set<string>(), old: new Set<string>() }
  const decided = { cardinal: new Set<string>(), ordinal: new Set<string>(), old: new Set<string>() }
  const ordered = [
    ...files.filter((file) => file.language === sourceLanguage),
    ...files.filter((file) => file.language !== sourceLanguage),
  ]
  let isV4 = false
  for (const { language, entries } of ordered) {
    const seen = { cardinal: new Map<string, number>(), ordinal: new Map<string, number>() }
    const counted = { cardinal: new Set<string>(), ordinal: new Set<string>() }
    const names = new Set<string>()
    const oldCandidates: string[] = []
    let oldCounts = false
    for (const { name, path, text } of entries) {
      if (typeof path.at(-1) !== 'string') continue
      names.add(name)
      const suffixed = parsePluralSuffix(name)
      if (suffixed !== null) {
        const { base, kind, category } = suffixed
        seen[kind].set(base, (seen[kind].get(base) ?? 0) | (category === 'other' ? HAS_OTHER : HAS_ANOTHER))
        if (category === 'other' && hasCount(text)) counted[kind].add(base)
      } else if (name.endsWith(OLD_PLURAL)) {
        oldCandidates.push(name.slice(0, -OLD_PLURAL.length))
        oldCounts ||= hasCount(text)
      }
    }
    for (const kind of ['cardinal', 'ordinal'] as const) {
      const hasOnlyOther = pluralCategories(language, kind).length === 1
      for (const [base, found] of seen[kind]) {
        if (decided[kind].has(base)) continue
        if (
          found === (HAS_OTHER | HAS_ANOTHER) ||
          (hasOnlyOther && found === HAS_OTHER && counted[kind].has(base))
        )
          bases[kind].add(base)
      }
    }
    if (language === sourceLanguage)
      isV4 = !oldCounts && [...counted.cardinal].some((base) => bases.cardinal.has(base))
    for (const base of isV4 ? [] : oldCandidates) {
      if (decided.old.has(base) || !names.has(base) || isPluralForm(base, bases)) continue
      if (((seen.cardinal.get(base) ?? 0) & HAS_OTHER) === 0 && !bases.cardinal.has(base)) bases.old.add(base)
    }
    if (language === sourceLanguage) {
      for (const kind of ['cardinal', 'ordinal'] as const)
        for (const base of seen[kind].keys()) decided[kind].add(base)
      for (const name of names) decided.old.add(name)
      for (const base of oldCandidates) decided.old.add(base)
    }
  }
  return bases
}

/** Returns the plural names of known units: for a file that changed alone. */
export function basesOfKeys(
  keys: Iterable<{ readonly name: string; readonly plural: PluralKind }>,
): PluralBases {
  const bases = { cardinal: new Set<string>(), ordinal: new Set<string>(), old: new Set<string>() }
  for (const { name, plural } of keys) {
    if (plural === 'cardinal-v3') bases.old.add(name)
    else if (plural !== 'none') bases[plural].add(name)
  }
  return bases
}

/** Returns the units of one file, given which names are plural. */
export function groupEntries(entries: Iterable<PluralEntry>, bases: PluralBases): GroupedUnit[] {
  const units: GroupedUnit[] = []
  const open = new Map<string, { forms: Partial<Record<FormName, string>>; present: FormName[] }>()
  for (const { name, path, text } of entries) {
    const place: EntryForm =
      typeof path.at(-1) === 'string'
        ? formOfEntry(name, bases)
        : { name, plural: 'none', form: 'other', suffix: '' }
    if (place.plural === 'none') {
      units.push({
        name,
        plural: 'none',
        path,
        forms: text === '' ? NO_FORMS : { other: text },
        present: PLAIN,
      })
      continue
    }
    const id = `${place.plural}\u0000${place.name}`
    let unit = open.get(id)
    if (unit === undefined) {
      unit = { forms: {}, present: [] }
      open.set(id, unit)
      units.push({
        name: place.name,
        plural: place.plural,
        path: pathWithoutSuffix(path, place.suffix),
        forms: unit.forms,
        present: unit.present,
      })
    }
    unit.present.push(place.form)
    if (text !== '') unit.forms[place.form] = text
  }
  return units
}

const HAS_OTHER = 1
const HAS_ANOTHER = 2
const OLD_PLURAL = '_plural'
const PLAIN: readonly FormName[] = ['other']
const NO_FORMS = {}

function hasCount(text: string): boolean {
  return text.includes('{{') && /\{\{-?\s*count\b/.test(text)
}

function isPluralForm(name: string, bases: PluralBases): boolean {
  const suffixed = parsePluralSuffix(name)
  return suffixed !== null && bases[suffixed.kind].has(suffixed.base)
}
