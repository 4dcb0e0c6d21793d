import { basesOfKeys, findPluralBases, type LanguageEntries, type PluralBases, type Unit } from '@dragoman/core'

/**
 * Which names of a namespace are plural: those the catalog knows as such, and those the files' own entries say. What the catalog has decided stays decided,
 * so that a Japanese file with `item_other` alone belongs to the key `item`.
 */
export function pluralBasesFor(known: Iterable<Unit>, files: readonly LanguageEntries[], sourceLanguage: string): PluralBases {
  const kept = basesOfKeys(known)
  const found = findPluralBases(files, sourceLanguage)
  return {
    cardinal: union(kept.cardinal, found.cardinal),
    ordinal: union(kept.ordinal, found.ordinal),
    old: union(kept.old, found.old),
  }
}

function union(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  if (b.size === 0) return a
  return a.size === 0 ? b : new Set([...a, ...b])
}
