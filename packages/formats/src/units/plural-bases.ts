import { basesOfKeys, findPluralBases, type PluralBases, type Unit } from '@dragoman/core'
import type { Entry, Format } from '../format.ts'

/** The entries of one namespace in one language. */
export type LanguageFile = { readonly language: string; readonly entries: Iterable<Entry> }

/**
 * Returns which keys of a namespace are plural: the known ones, and those that the files show. Known ones are
 * kept, so that a Japanese file with only `item_other` belongs to the key `item`. Only formats that name
 * forms by suffix have to determine this; the others define it.
 */
export function pluralBasesOf(
  format: Pick<Format, 'plurals'>,
  {
    known,
    files,
    sourceLanguage,
  }: {
    readonly known: Iterable<Unit>
    readonly files: readonly LanguageFile[]
    readonly sourceLanguage: string
  },
): PluralBases {
  const kept = basesOfKeys(known)
  const found =
    format.plurals === 'names' ? findPluralBases(files, sourceLanguage) : basesOfUnits(format, files)
  return {
    cardinal: union(kept.cardinal, found.cardinal),
    ordinal: union(kept.ordinal, found.ordinal),
    old: union(kept.old, found.old),
  }
}

function basesOfUnits({ plurals }: Pick<Format, 'plurals'>, files: readonly LanguageFile[]): PluralBases {
  const units =
    plurals === 'units' ? files.flatMap(({ entries }) => [...entries].flatMap(({ unit }) => unit ?? [])) : []
  return basesOfKeys(units)
}

function union(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  if (b.size === 0) return a
  return a.size === 0 ? b : new Set([...a, ...b])
}
