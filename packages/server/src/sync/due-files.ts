/** Keys whose texts changed; `any`: which ones is not known. */
export type ChangedTexts = ReadonlySet<number> | 'any'

/** What the catalog has changed: by path of the file, then by language. */
export type FromCatalog = ReadonlyMap<string, ReadonlyMap<string, ChangedTexts>>

/** Files that are to be compared with the catalog, and why. */
export type DueFiles = {
  /** These may have changed where they are kept. */
  readonly paths: ReadonlySet<string>
  readonly fromCatalog: FromCatalog
}

export const NOTHING_DUE: DueFiles = { paths: new Set(), fromCatalog: new Map() }

export function isNothingDue({ paths, fromCatalog }: DueFiles): boolean {
  return paths.size + fromCatalog.size === 0
}

/** All paths that are due, for either reason. */
export function pathsDue({ paths, fromCatalog }: DueFiles): readonly string[] {
  return [...new Set([...paths, ...fromCatalog.keys()])]
}

export function duePaths(paths: Iterable<string>): DueFiles {
  return { ...NOTHING_DUE, paths: new Set(paths) }
}

/** Some languages of a file, or some texts of them, that the catalog has changed. */
export function dueTexts(path: string, languages: Iterable<string>, texts: ChangedTexts = 'any'): DueFiles {
  const byLanguage = new Map([...languages].map((language) => [language, texts]))
  return byLanguage.size === 0 ? NOTHING_DUE : { ...NOTHING_DUE, fromCatalog: new Map([[path, byLanguage]]) }
}

/** Everything that is due by any of them. */
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

/** What is due of some files only. */
export function dueOf({ paths, fromCatalog }: DueFiles, only: readonly string[]): DueFiles {
  return {
    paths: new Set(only.filter((path) => paths.has(path))),
    fromCatalog: new Map(only.flatMap((path) => entryOf(fromCatalog, path))),
  }
}

/** What the catalog has changed: files are found again by looking, saves are not. */
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
