import type { EntryPath } from '../../catalog/unit.ts'
import type { FormName, PluralCategory, PluralKind } from '../forms.ts'
import { categoryNamed } from '../forms.ts'

/** The part of a file's entry that grouping needs. */
export type PluralEntry = { readonly name: string; readonly path: EntryPath; readonly text: string }

/** `base` of the name `base_ordinal_few`, its category and whether it is cardinal or ordinal. */
export type SuffixedName = {
  readonly base: string
  readonly kind: 'cardinal' | 'ordinal'
  readonly category: PluralCategory
}

/**
 * The names that are plural, by kind. A name can be v3 and v4 at the same time, since their entries have
 * different names.
 */
export type PluralBases = {
  readonly cardinal: ReadonlySet<string>
  readonly ordinal: ReadonlySet<string>
  readonly old: ReadonlySet<string>
}

/** The form that an entry belongs to: the key's name, its plural kind and the form. */
export type EntryForm = {
  readonly name: string
  readonly plural: PluralKind
  readonly form: FormName
  readonly suffix: string
}

/**
 * Parses a JSON v4 plural suffix; null if the name has none. A name with a suffix is not necessarily a
 * plural.
 */
export function parsePluralSuffix(name: string): SuffixedName | null {
  const cut = name.lastIndexOf('_')
  if (cut <= 0) return null
  const category = categoryNamed(name.slice(cut + 1))
  if (category === null) return null
  if (name.endsWith(ORDINAL, cut) && cut > ORDINAL.length)
    return { base: name.slice(0, cut - ORDINAL.length), kind: 'ordinal', category }
  return { base: name.slice(0, cut), kind: 'cardinal', category }
}

/** Returns the form that an entry belongs to, given the names that are plural. */
export function formOfEntry(name: string, bases: PluralBases): EntryForm {
  const cut = name.lastIndexOf('_')
  if (cut > 0) {
    const suffixed = parsePluralSuffix(name)
    if (suffixed !== null) {
      if (bases[suffixed.kind].has(suffixed.base)) {
        return {
          name: suffixed.base,
          plural: suffixed.kind,
          form: suffixed.category,
          suffix: name.slice(suffixed.base.length),
        }
      }
    } else if (bases.old.size > 0) {
      const form = OLD_SUFFIXES.get(name.slice(cut))
      const base = name.slice(0, cut)
      if (form !== undefined && bases.old.has(base))
        return { name: base, plural: 'cardinal-v3', form, suffix: name.slice(cut) }
    }
  }
  if (bases.old.has(name)) return { name, plural: 'cardinal-v3', form: 'one', suffix: '' }
  return { name, plural: 'none', form: 'other', suffix: '' }
}

/**
 * Returns name and path of the entry for one form of a key: the inverse of grouping. The suffix is appended
 * to the last part of the path.
 */
export function entryNames(
  key: { readonly name: string; readonly path: EntryPath; readonly plural: PluralKind },
  form: FormName,
): { name: string; path: EntryPath } {
  const suffix = suffixOf(key.plural, form)
  if (suffix === '') return { name: key.name, path: key.path }
  return { name: key.name + suffix, path: [...key.path.slice(0, -1), `${key.path.at(-1) ?? ''}${suffix}`] }
}

/** Returns the suffix that i18next requests: `_one`, `_ordinal_one`; in JSON v3 none, `_plural` or `_0`. */
export function suffixOf(plural: PluralKind, form: FormName): string {
  switch (plural) {
    case 'none':
      return ''
    case 'cardinal':
      return `_${form}`
    case 'ordinal':
      return `${ORDINAL}_${form}`
    case 'cardinal-v3':
      if (form === 'one') return ''
      return form === 'other' ? '_plural' : `_${form}`
    default:
      return plural satisfies never
  }
}

/** Removes from the path the suffix that `entryNames` added to its last part. */
export function pathWithoutSuffix(path: EntryPath, suffix: string): EntryPath {
  if (suffix === '') return path
  const last = path.at(-1)
  if (typeof last !== 'string' || !last.endsWith(suffix)) return path
  return [...path.slice(0, -1), last.slice(0, last.length - suffix.length)]
}

const ORDINAL = '_ordinal'

const OLD_SUFFIXES: ReadonlyMap<string, FormName> = new Map<string, FormName>([
  ['_plural', 'other'],
  ['_0', '0'],
  ['_1', '1'],
  ['_2', '2'],
  ['_3', '3'],
  ['_4', '4'],
  ['_5', '5'],
])
