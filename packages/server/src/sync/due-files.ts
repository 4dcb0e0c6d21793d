/** Keys whose texts changed; `any`: unknown which. */
export type ChangedTexts = ReadonlySet<number> | 'any'

/** Changes of the catalog: by path of the file, then by language. */
export type FromCatalog = ReadonlyMap<string, ReadonlyMap<string, ChangedTexts>>

/** Files that have to be compared with the catalog, and why. */
export type DueFiles = {
  /** Files that might have changed in their source. */
  readonly paths: ReadonlySet<string>
  readonly fromCatalog: FromCatalog
}

export const NOTHING_DUE: DueFiles = { paths: new Set(), fromCatalog: new Map() }

export function isNothingDue({ paths, fromCatalog }: DueFiles): boolean {
  return paths.size + fromCatalog.size === 0
}

/** Returns all paths that are due, for either reason. */
export function pathsDue({ paths, fromCatalog }: DueFiles): readonly string[] {
  return [...new Set([...paths, ...fromCatalog.keys()])]
}

export function duePaths(paths: Iterable<string>): DueFiles {
  return { ...NOTHING_DUE, paths: new Set(paths) }
}

/** Returns some languages of a file, or some of their texts, that the catalog has changed. */
export function dueTexts(path: string, languages: Iterable<string>, texts: ChangedTexts = 'any'): DueFiles {
  const byLanguage = new Map([...languages].map((language) => [language, texts]))
  return byLanguage.size === 0 ? NOTHING_DUE : { ...NOTHING_DUE, fromCatalog: new Map([[path, byLanguage]]) }
}

/** Returns everything that is due in any of them. */
export function joinDue(...all: readonly DueFiles[]): DueFiles {
  const paths = new Set<string>()
  const fromCatalog = new Map<string, Map<string, ChangedTexts>>()
  for (const due of all) {
    for (const path of due.paths) paths.add(path)
    for (const [path, languages] of due.fromCatalog) {
      const joined = fromCatalog.get(path) ?? new Map<string, ChangedTexts>()
      for (const [language, texts] of languages) joined.set(language, joinTexts(joined.get(language), texts))
      fromCatalog.set(path, joined)
    }
  }
  return { paths, fromCatalog }
}

/** Returns what is due for some files only. */
export function dueOf({ paths, fromCatalog }: DueFiles, only: readonly string[]): DueFiles {
  return {
    paths: new Set(only.filter((path) => paths.has(path))),
    fromCatalog: new Map(only.flatMap((path) => entryOf(fromCatalog, path))),
  }
}

/** Returns only changes of the catalog: changed files are found again by scanning, saves are not. */
export function dueFromCatalog({ fromCatalog }: DueFiles): DueFiles {
  return { ...NOTHING_DUE, fromCatalog }
}

function entryOf<V>(map: ReadonlyMap<string, V>, key: string): [string, V][] {
  const value = map.get(key)
  return value === undefined ? [] : [[key, value]]
}

function joinTexts(a: ChangedTexts | undefined, b: ChangedTexts): ChangedTexts {
  if (a === undefined) return b
  return a === 'any' || b === 'any' ? 'any' : new Set([...a, ...b])
}
